// The script that builds the folder, with a compiler that writes empty modules.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { it } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const BUILD = fileURLToPath(new URL("../build", import.meta.url));
const TARGET = "wasm32-unknown-unknown";

/** Writes an executable script. */
const script = (path, text) => writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });

it("offers only the games that the folder holds", async () => {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  const [tools, built, out] = ["tools", "built", "out"].map((name) => join(folder, name));
  mkdirSync(join(tools, "lib/rustlib", TARGET, "lib"), { recursive: true });
  mkdirSync(join(built, TARGET, "release"), { recursive: true });
  script(join(tools, "rustc"), `echo ${tools}`);
  script(join(tools, "cargo"), `echo module >${built}/${TARGET}/release/plywright_web.wasm`);
  const env = { ...process.env, RUSTC: "", WEB_BUILT: built, PATH: `${tools}:/usr/bin:/bin` };
  delete env.RUSTC;
  /** Builds these games, and returns the games that the page offers. */
  const offered = async (...games) => {
    execFileSync(BUILD, [out, ...games], { env, stdio: ["ignore", "ignore", "inherit"] });
    const [version] = readdirSync(out).filter((name) => name.startsWith("v-"));
    const { GAMES } = await import(pathToFileURL(join(out, version, "games.js")).href);
    rmSync(out, { recursive: true });
    return Object.keys(GAMES);
  };
  assert.deepEqual(await offered("tic-tac-toe"), ["tic-tac-toe"]);
  // Games of earlier builds stay.
  assert.deepEqual(await offered("connect-four"), ["connect-four", "tic-tac-toe"]);
  assert.equal((await offered()).length, 10);
  rmSync(folder, { recursive: true });
});
