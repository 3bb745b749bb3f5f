// Compares the modules with the native program in one run of the benchmark `plywright bench` on one thread:
// numbers of nodes, and nodes per second.
//
//     node bins/board/speed.js FOLDER PROGRAM [GAME ...]
//
// FOLDER is the output of bins/web/build, PROGRAM is target/release/plywright. Fails if the numbers of nodes
// differ.

import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as browsers from "@playwright/test";
import config from "./playwright.config.js";
import { serveFolder, versionOf } from "./tests/program.js";

const [folder, program, ...games] = process.argv.slice(2);
if (!program) {
  console.error("usage: node bins/board/speed.js FOLDER PROGRAM [GAME ...]");
  process.exit(2);
}

/** Depths that take about a second. Other games have the depths of `plywright bench`. */
const DEPTHS = {
  santorini: 9,
  "connect-four": 18,
  gyges: 5,
  chess: 9,
  othello: 17,
  breakthrough: 10,
  kalah: 12,
  hex: 4,
};

/** Parses rows of a benchmark: algorithm, depth, nodes and seconds. @param {string[]} lines */
const rows = (lines) =>
  lines
    .map((line) => /^\S+ +(\S+) +(\d+) +(\d+) +([\d.]+)s/.exec(line))
    .filter((found) => found !== null)
    .map(([, algorithm, depth, nodes, seconds]) => ({
      algorithm: `${algorithm} ${depth}`,
      nodes: Number(nodes),
      seconds: Number(seconds),
    }));

/** Runs the benchmark of a module in a browser page. */
async function bench(page, game, depth, files) {
  const lines = await page.evaluate(
    async ([name, limit, given]) => {
      const fetched = async (file) => new Uint8Array(await (await fetch(file)).arrayBuffer());
      const found = [];
      let engine = null;
      const imports = {
        now: () => performance.now(),
        pause: () => {},
        random: () => 1,
        read: () => 0,
        send: (address, length) =>
          found.push(new TextDecoder().decode(new Uint8Array(engine.memory.buffer, address, length))),
      };
      const { instance } = await WebAssembly.instantiate(await fetched(`${name}.wasm`), { page: imports });
      engine = instance.exports;
      engine.load();
      const write = (...parts) => {
        let address = engine.reserve(parts.reduce((sum, part) => sum + part.length, 0));
        for (const part of parts) {
          new Uint8Array(engine.memory.buffer).set(part, address);
          address += part.length;
        }
      };
      for (const file of given) {
        const label = new TextEncoder().encode(file);
        write(label, await fetched(file));
        engine.give(label.length);
      }
      // The first run compiles the module, the second is measured.
      engine.bench(4);
      found.length = 0;
      engine.bench(limit);
      return found;
    },
    [game, depth, files],
  );
  return rows(lines);
}

const version = versionOf(folder);
/** Names of the folder's files with this ending. @param {string} ending */
const filesWith = (ending) => readdirSync(join(folder, version)).filter((name) => name.endsWith(ending));
const built = filesWith(".wasm").map((name) => name.replace(".wasm", ""));
/** The files of all games. A module uses those of its game. */
const files = [...filesWith(".net"), ...filesWith(".bin")];
/** The installed browsers. */
const installed = (config.projects ?? []).filter(({ use }) => use?.launchOptions?.executablePath);
const server = await serveFolder(folder);
/** Time in seconds below which a row is too short to measure speed. */
const SHORT = 0.05;
const total = {};
let differs = false;
console.log(
  "| game | algorithm, depth | nodes | native |",
  installed.map(({ name }) => `${name} |`).join(" "),
);
console.log("|---|---|---|---|", installed.map(() => "---|").join(""));
for (const game of games.length ? games : built) {
  const depth = DEPTHS[game] ?? 0;
  const words = ["bench", "--game", game, ...(depth ? ["--depth", String(depth)] : [])];
  const native = rows(execFileSync(program, words, { encoding: "utf8" }).split("\n"));
  const found = [];
  for (const { name, use } of installed) {
    const browser = await browsers[name].launch({ channel: use.channel, ...use.launchOptions });
    const page = await browser.newPage();
    // A page of the folder that runs no scripts of its own.
    await page.goto(`${server.address}${version}/icon.svg`);
    found.push(await bench(page, game, depth, files));
    await browser.close();
  }
  for (const [index, { algorithm, nodes, seconds }] of native.entries()) {
    const shares = found.map((those, kind) => {
      const one = those[index];
      // Monte Carlo tree search uses exponentials, whose last bit depends on the mathematical library.
      if (!one || (one.nodes !== nodes && !algorithm.startsWith("mcts"))) {
        differs = true;
        return `${one?.nodes} nodes`;
      }
      // Browsers measure in milliseconds, and the program prints hundredths of a second.
      if (seconds < SHORT) return "–";
      const share = (one.nodes / one.seconds / nodes) * seconds;
      const sums = (total[`${game} ${installed[kind].name}`] ??= { native: 0, module: 0 });
      sums.native += seconds;
      sums.module += seconds / share;
      return `${Math.round(100 * share)} %`;
    });
    const speed = `${(nodes / Math.max(seconds, 0.01) / 1e6).toFixed(2)} M/s`;
    console.log(
      `| ${game} | ${algorithm} | ${nodes} | ${speed} | ${shares.map((share) => `${share} |`).join(" ")}`,
    );
  }
}
await server.stop();
for (const [name, { native, module }] of Object.entries(total)) {
  console.log(`${name}: ${Math.round((100 * native) / module)} % of the native speed over all`);
}
process.exit(differs ? 1 : 0);
