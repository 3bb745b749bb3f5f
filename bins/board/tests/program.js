// Runs the program, or a web host for the folder of static files, as a process.

import { spawn } from "node:child_process";
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const PROGRAM =
  process.env.PLYWRIGHT ?? fileURLToPath(new URL("../../../target/release/plywright", import.meta.url));

/** Returns the name of the version in a folder of static files. @param {string} folder */
export const versionOf = (folder) =>
  String(/VERSION = "(.*)"/.exec(readFileSync(join(folder, "sw.js"), "utf8"))?.[1]);

/** The folder of static files whose page is tested; empty if it is the program's page. */
export const FOLDER = process.env.BOARD_FOLDER ?? "";
export const VERSION = FOLDER && versionOf(FOLDER);
const files = FOLDER ? readdirSync(join(FOLDER, VERSION)) : [];
/** The games of the folder. */
export const GAMES = files.flatMap((file) => /^(.*)\.wasm$/.exec(file)?.[1] ?? []);

/**
 * Starts a server, and waits for its first line of output, which holds its address or port. Throws an error
 * if the process ends before.
 * @param {string} command
 * @param {string[]} words
 * @param {string} [folder]
 */
async function start(command, words, folder) {
  const child = spawn(command, words, { cwd: folder, stdio: ["ignore", "pipe", "ignore"] });
  const ended = new Promise((resolve) => child.on("close", resolve));
  const line = await new Promise((resolve, reject) => {
    createInterface({ input: child.stdout }).on("line", resolve);
    child.on("error", reject);
    ended.then((status) => reject(new Error(`${command} ended with status ${status}`)));
  });
  child.stdout.resume();
  const address = /http:\S+/.exec(line)?.[0] ?? `http://127.0.0.1:${/port (\d+)/.exec(line)?.[1]}/`;
  return {
    address,
    pid: child.pid,
    /** Ends the process, and returns its status. */
    stop: async () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Starts the board's server. @param {string[]} words */
export const serveBoard = (...words) => start(PROGRAM, ["board", "--no-open", ...words]);

const HOST = fileURLToPath(new URL("host.js", import.meta.url));

/**
 * Serves a folder of static files: compressed ones where they exist, and parts of files.
 * @param {string} folder
 * @param {number} [delay] time in milliseconds by which each answer is delayed
 * @param {string} [slow] path of the files whose answers are delayed
 */
export const serveFolder = (folder, delay = 0, slow = "/") =>
  start("node", [HOST, String(delay), slow], folder);

/** Serves a folder by a host that sends only whole files. @param {string} folder */
export const serveWhole = (folder) =>
  start("python3", ["-u", "-m", "http.server", "0", "--bind", "127.0.0.1"], folder);
