// The page of a folder of static files, on hosts that send other content than was requested.
//
//     BOARD_FOLDER=DIR npm test -- static-hosts

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "./board.js";
import { FOLDER, GAMES, VERSION, serveFolder } from "./program.js";

const [GAME, OTHER] = GAMES;

/** Registers the service worker, and resolves to whether it could be installed. */
const install = async () => {
  const { installing } = await navigator.serviceWorker.register("sw.js");
  return new Promise((resolve) => {
    installing.onstatechange = () => resolve(installing.state === "installed");
  });
};

test.describe("without a server", () => {
  test.skip(!GAME, "BOARD_FOLDER names no folder with a game");

  /** A copy of the folder. @type {string} */
  let folder;
  /** The host of the copy. It answers requests for missing files with a page. */
  let host;

  test.beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "folder-"));
    cpSync(FOLDER, folder, { recursive: true });
    writeFileSync(join(folder, "200.html"), "<!doctype html><title>A page</title>");
    host = await serveFolder(folder);
  });

  test.afterEach(async () => {
    await host.stop();
    rmSync(folder, { recursive: true });
  });

  /** Deletes a file with its compressed forms. @param {string} file */
  function remove(file) {
    for (const ending of ["", ".gz", ".br"]) rmSync(join(folder, `${file}${ending}`), { force: true });
  }

  /** Replaces the page by that of another version. */
  function age() {
    remove("index.html");
    const text = readFileSync(join(FOLDER, "index.html"), "utf8");
    writeFileSync(join(folder, "index.html"), text.replaceAll(VERSION, "v-0123456789ab"));
  }

  /** Brings the deleted and the changed files back. */
  const restore = () => cpSync(FOLDER, folder, { recursive: true });

  test("a game is requested again after a page came in its place", async ({ board, page }) => {
    test.skip(!OTHER, "needs two games");
    await board.open(`game=${GAME}`, host.address);
    remove(`${VERSION}/${OTHER}.wasm`);
    const open = () => page.evaluate((game) => (location.hash = `game=${game}`), OTHER);
    await open();
    await expect(board.status).toContainText(`${OTHER}.wasm cannot be loaded: the host sent a page`);
    restore();
    await open();
    await board.expectHash(new RegExp(`^#game=${OTHER}&variant=`));
  });

  test("a script that a host sends as plain text is named", async ({ board, page }) => {
    // Python's web host does so on Windows if the registry says it.
    await page.route(/main\.js$/, (route) => route.fulfill({ contentType: "text/plain", body: "" }));
    await page.goto(host.address);
    await expect(board.at("online")).toContainText("main.js as JavaScript");
    // The browser reports it too.
    board.consoleOutput = [];
  });

  test("a page that has only a whole name works without a network", async ({ board, page }) => {
    writeFileSync(join(folder, "403.html"), "");
    const address = `${host.address}index.html`;
    await board.open(`game=${GAME}`, address);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await host.stop();
    await board.open(`game=${GAME}`, address);
    // The browser reports that the host refuses its folder, and that the stopped host does not answer.
    board.consoleOutput = board.consoleOutput.filter((text) => !text.includes("Failed to load resource"));
  });

  const changes = {
    "a page in place of a file": () => remove(`${VERSION}/de.json`),
    "the page of another version": age,
  };
  for (const [title, change] of Object.entries(changes)) {
    test(`${title} is not kept for visits without a network`, async ({ board, page }) => {
      await page.goto(`${host.address}icon-192.png`);
      change();
      expect(await page.evaluate(install)).toBe(false);
      restore();
      expect(await page.evaluate(install)).toBe(true);
      // The browser may report the first attempt, and that the host has no icon for the bare picture.
      const expected = /cannot be loaded|Failed to load resource/;
      board.consoleOutput = board.consoleOutput.filter((text) => !expected.test(text));
    });
  }
});
