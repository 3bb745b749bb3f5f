// The script that builds the folder, with a compiler that writes empty modules.

import { expect, test } from "@playwright/test";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const BUILD = fileURLToPath(new URL("../../web/build", import.meta.url));
const TARGET = "wasm32-unknown-unknown";

/** Writes an executable script. */
const script = (path, text) => writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });

test("a folder offers only the games that it holds", () => {
  test.skip(!process.env.BOARD_ALL, "compressing the files takes long");
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  const [tools, built, out] = ["tools", "built", "out"].map((name) => join(folder, name));
  mkdirSync(join(tools, "lib/rustlib", TARGET, "lib"), { recursive: true });
  mkdirSync(join(built, TARGET, "release"), { recursive: true });
  const rustc = execFileSync("sh", ["-c", "command -v rustc"], { encoding: "utf8" }).trim();
  script(join(tools, "rustc"), `[ "$1" = --print ] && echo ${tools} || exec ${rustc} "$@"`);
  script(join(tools, "cargo"), `echo module >${built}/${TARGET}/release/module.wasm`);
  const env = { ...process.env, RUSTC: "", WEB_BUILT: built, PATH: `${tools}:/usr/bin:/bin` };
  delete env.RUSTC;
  const build = (...games) =>
    execFileSync(BUILD, [out, ...games], { env, stdio: ["ignore", "ignore", "inherit"] });
  // This `brotli` writes no files, so that the compressed page of an earlier build stays unless the script
  // deletes it. A host would deliver it in place of the new page.
  script(join(tools, "brotli"), ":");
  build("tic-tac-toe");
  writeFileSync(join(out, "index.html.br"), "an old page");
  build("tic-tac-toe");
  expect(readdirSync(out)).not.toContain("index.html.br");
  rmSync(out, { recursive: true });
  /** Builds these games, and returns the games that the page offers. */
  const offered = (...games) => {
    build(...games);
    const [version] = readdirSync(out).filter((name) => name.startsWith("v-"));
    const page = readFileSync(join(out, version, "main.js"), "utf8");
    rmSync(out, { recursive: true });
    return [...page.matchAll(/^ *"([a-z-]+)": \{ "files": /gm)].map(([, game]) => game);
  };
  expect(offered("tic-tac-toe")).toEqual(["tic-tac-toe"]);
  // Games of earlier builds stay.
  expect(offered("connect-four")).toEqual(["connect-four", "tic-tac-toe"]);
  expect(offered()).toHaveLength(10);
  rmSync(folder, { recursive: true });
});
