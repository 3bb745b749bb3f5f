// A slow web host for tests, which can serve parts of files, and compressed files in place of the plain ones.
//
//     node host.js [MILLISECONDS]
//
// It serves the working folder. Each answer is delayed by this time.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";
import process from "node:process";

const wait = Number(process.argv[2] ?? 0);
const KINDS = {
  html: "text/html",
  js: "text/javascript",
  css: "text/css",
  svg: "image/svg+xml",
  png: "image/png",
  json: "application/json",
  wasm: "application/wasm",
  webmanifest: "application/manifest+json",
};

const server = createServer((request, response) => {
  const { pathname } = new URL(request.url ?? "/", "http://localhost");
  const path = join(process.cwd(), normalize(pathname === "/" ? "/index.html" : pathname));
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  const type = KINDS[/** @type {keyof KINDS} */ (path.split(".").at(-1))] ?? "application/octet-stream";
  const headers = { "Content-Type": type, "Access-Control-Allow-Origin": "*" };
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  const answer = () => {
    if (size === undefined) return response.writeHead(404, headers).end();
    const accepted = range ? "" : (request.headers["accept-encoding"] ?? "");
    const [encoding, ending] = [
      ["br", "br"],
      ["gzip", "gz"],
    ].find(([name, end]) => accepted.includes(name) && existsSync(`${path}.${end}`)) ?? [""];
    if (encoding) {
      response.writeHead(200, { ...headers, "Content-Encoding": encoding });
      return createReadStream(`${path}.${ending}`).pipe(response);
    }
    if (!range) {
      response.writeHead(200, headers);
      return createReadStream(path).pipe(response);
    }
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), size - 1)];
    if (start >= size) return response.writeHead(416, headers).end();
    response.writeHead(206, { ...headers, "Content-Range": `bytes ${start}-${end}/${size}` });
    return createReadStream(path, { start, end }).pipe(response);
  };
  setTimeout(answer, wait);
});
server.listen(0, "127.0.0.1", () => console.log(`port ${/** @type {any} */ (server.address()).port}`));
