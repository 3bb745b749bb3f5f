// A slow web host for tests, which can serve parts of files, and compressed files in place of the plain ones.
//
//     node host.js [MILLISECONDS [PATH]]
//
// It serves the working folder. Answers about files below PATH are delayed by this time; without a path, all
// answers are delayed. After the signal SIGUSR2, the host sends only the headers of answers. If the folder
// has a file 200.html, this file is the answer about each missing file. If it has a file 403.html, requests
// for the folder itself are refused.

import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { join, normalize } from "node:path";

const [time = "0", slow = "/"] = process.argv.slice(2);
let sendsBodies = true;
process.on("SIGUSR2", () => (sendsBodies = false));
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
  const asked = join(process.cwd(), normalize(pathname === "/" ? "/index.html" : pathname));
  const path = existsSync(asked) || !existsSync("200.html") ? asked : join(process.cwd(), "200.html");
  const size = statSync(path, { throwIfNoEntry: false })?.size;
  const type = KINDS[/** @type {keyof KINDS} */ (path.split(".").at(-1))] ?? "application/octet-stream";
  const headers = { "Content-Type": type, "Access-Control-Allow-Origin": "*" };
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
  const send = (/** @type {import("node:fs").ReadStream} */ body) => {
    response.flushHeaders();
    if (sendsBodies) body.pipe(response);
  };
  const answer = () => {
    if (pathname === "/" && existsSync("403.html")) return response.writeHead(403, headers).end();
    if (size === undefined) return response.writeHead(404, headers).end();
    const accepted = range ? "" : (request.headers["accept-encoding"] ?? "");
    const [encoding, ending] = [
      ["br", "br"],
      ["gzip", "gz"],
    ].find(([name, end]) => accepted.includes(name) && existsSync(`${path}.${end}`)) ?? [""];
    if (encoding) {
      response.writeHead(200, { ...headers, "Content-Encoding": encoding });
      return send(createReadStream(`${path}.${ending}`));
    }
    if (!range) {
      response.writeHead(200, headers);
      return send(createReadStream(path));
    }
    const [start, end] = [Number(range[1]), Math.min(Number(range[2]), size - 1)];
    if (start >= size) return response.writeHead(416, headers).end();
    response.writeHead(206, { ...headers, "Content-Range": `bytes ${start}-${end}/${size}` });
    return send(createReadStream(path, { start, end }));
  };
  setTimeout(answer, pathname.startsWith(slow) ? Number(time) : 0);
});
server.listen(0, "127.0.0.1", () => console.log(`port ${/** @type {any} */ (server.address()).port}`));
