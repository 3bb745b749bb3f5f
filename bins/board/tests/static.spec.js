// The page of a folder of static files, whose engine runs in the page.
//
//     BOARD_FOLDER=DIR [BOARD_TABLES=DIR] npm test -- static
//
// BOARD_TABLES names compact tables of Six Men's Morris, which are tried if the folder holds Mill.

import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PHONE, expect, keepWorkers, slowDown, test } from "./board.js";
import { FOLDER, GAMES, VERSION, serveFolder, serveWhole } from "./program.js";

const { BOARD_TABLES } = process.env;
/** A game that is too large to be solved while an analysis runs. */
const LARGE = GAMES.find((game) => game !== "tic-tac-toe");
/** Returns the size of a game's module as it is sent, in bytes. @param {string} game */
const sizeOf = (game) =>
  Math.min(
    ...["", ".gz", ".br"].map((ending) => {
      const file = join(FOLDER, VERSION, `${game}.wasm${ending}`);
      return statSync(file, { throwIfNoEntry: false })?.size ?? Infinity;
    }),
  );
/** Games whose lowest levels play for long. */
const SLOW = ["santorini", "gyges"];
/** Time in milliseconds within which a stopped search must answer. */
const LIMIT = 50;

/** Lets two engines play until the game is over. */
async function playWhole(board, game, address = board.address) {
  const level = SLOW.includes(game) ? 6 : 0;
  await board.open(`game=${game}&first=engine ${level}&second=engine ${level}`, address);
  await expect(board.at("rematch")).toBeVisible({ timeout: 120_000 });
}

/** Switches the analysis on, and waits for a line. */
async function analyse(board) {
  await board.click("#analyse");
  await expect(board.page.locator("#pv li").first()).toBeVisible();
}

test.describe("without a server", () => {
  test.skip(!LARGE, "BOARD_FOLDER names no folder with a game");

  for (const game of GAMES) {
    test(`a whole game of ${game}, from its own host`, { tag: "@firefox" }, async ({ board, page }) => {
      const foreign = [];
      page.on("request", (request) => {
        if (!request.url().startsWith(board.address)) foreign.push(request.url());
      });
      await playWhole(board, game);
      expect(foreign.filter((url) => !/^(about|data|blob):/.test(url))).toEqual([]);
    });
  }

  test("an analysis stops at once", { tag: "@firefox" }, async ({ board, page }) => {
    await keepWorkers(page);
    await board.open(`game=${LARGE}`);
    for (let turn = 0; turn < 3; turn++) {
      await analyse(board);
      await page.waitForTimeout(300);
      await board.click("#analyse");
      await page.waitForFunction((count) => window.stops.length > count, turn);
    }
    // A busy machine delays some answers.
    const stops = (await page.evaluate(() => window.stops)).toSorted((a, b) => a - b);
    console.log(`stopped after ${stops.map(Math.round).join(", ")} ms`);
    expect(stops[1]).toBeLessThan(LIMIT);
  });

  test("a killed worker is replaced, and the game goes on", { tag: "@firefox" }, async ({ board, page }) => {
    await keepWorkers(page);
    await board.openForTwo(`game=${LARGE}`);
    await analyse(board);
    await page.evaluate(() => window.workers.at(-1).terminate());
    await page.waitForFunction(() => window.workers.length > 1);
    await board.click("#analyse");
    await board.click("#go");
    await board.expectHash(/moves=/);
  });

  test.describe("without a service worker", () => {
    test.use({ serviceWorkers: "block" });

    test("a worker that cannot be loaded or started is requested at intervals", async ({ board, page }) => {
      const script = /worker\.js$/;
      await keepWorkers(page);
      // Until `isBroken` is unset, workers report a failure instead of starting.
      await page.addInitScript(() => {
        const Original = window.Worker;
        window.isBroken = true;
        window.Worker = class extends Original {
          postMessage(message) {
            if (!window.isBroken) return super.postMessage(message);
            setTimeout(() => this.onmessage({ data: { failed: "no memory" } }));
          }
        };
      });
      await page.goto(`${board.address}#game=${LARGE}&first=person&second=person`);
      await expect(board.at("online")).toHaveText("the engine failed: no memory");
      await page.waitForTimeout(3000);
      const workers = () => page.evaluate(() => window.workers.length);
      expect(await workers()).toBeLessThan(4);
      await page.evaluate(() => (window.isBroken = false));
      await expect(page.locator(".target").first()).toBeAttached({ timeout: 30_000 });
      await analyse(board);
      await page.route(script, (route) => route.abort());
      const before = await workers();
      await page.evaluate(() => window.workers.at(-1).terminate());
      await expect.poll(workers, { timeout: 30_000 }).toBeGreaterThan(before);
      await page.waitForTimeout(3000);
      expect(await workers()).toBeLessThan(before + 6);
      await page.unroute(script);
      await board.click("#analyse");
      await board.click("#go");
      await board.expectHash(/moves=/);
      const expected = /Failed to load resource|Service Worker registration blocked/;
      board.consoleOutput = board.consoleOutput.filter((text) => !expected.test(text));
    });

    test("a game is loaded over a very slow network", { tag: "@chromium" }, async ({ board, page }) => {
      test.skip(!process.env.BOARD_ALL, "takes two minutes");
      test.slow();
      const [largest] = GAMES.toSorted((one, other) => sizeOf(other) - sizeOf(one));
      // The module takes longer than the host may be silent.
      await slowDown(page, 200, sizeOf(largest) / 40);
      await page.goto(`${board.address}#game=${largest}`, { waitUntil: "commit" });
      await expect(page.locator(".target").first()).toBeAttached({ timeout: 300_000 });
    });

    test("a host that stops in the middle of a game is noticed", async ({ board, page }) => {
      test.skip(!process.env.BOARD_ALL || GAMES.length < 2, "takes half a minute, and needs two games");
      const other = GAMES.find((game) => game !== LARGE);
      const host = await serveFolder(FOLDER);
      await board.open(`game=${LARGE}`, host.address);
      process.kill(host.pid, "SIGUSR2");
      await page.evaluate((game) => (location.hash = `game=${game}`), other);
      await expect(board.status).toContainText(`${other}.wasm cannot be loaded`, { timeout: 60_000 });
      await host.stop();
      board.consoleOutput = board.consoleOutput.filter((text) => !text.includes("Failed to load resource"));
    });
  });

  test("another game is looked at while the engine searches", async ({ board, browserName, page }) => {
    test.skip(!GAMES.includes("tic-tac-toe"), "needs tic-tac-toe and another game");
    await board.openForTwo(`game=${LARGE}`);
    await analyse(board);
    await board.openDialogue({ "#game": "tic-tac-toe" });
    await expect(page.locator("#preview .spot")).toHaveCount(9);
    await board.click("#cancel");
    const before = await board.text("depth");
    await expect(board.at("depth"), "the search goes on").not.toHaveText(before);
    await board.click("#analyse");
    await board.click("#go");
    await board.expectHash(/moves=/);
    // Mozilla's own Firefox does not report downloads.
    if (browserName !== "chromium") return;
    // A record is written by the engine of its own game.
    const waiting = page.waitForEvent("download");
    await board.click("#save");
    expect((await waiting).suggestedFilename()).toBe(`${LARGE}.pgn`);
  });

  test("a long silence does not end a search where code cannot be suspended", async ({ board, page }) => {
    await keepWorkers(page);
    await page.addInitScript(() => {
      delete WebAssembly.Suspending;
      // The page gets no lines, as in a long iteration.
      Object.defineProperty(window.Worker.prototype, "onmessage", {
        set(handler) {
          this.addEventListener("message", (event) => {
            if (!event.data.text?.includes('"type":"line"')) handler(event);
          });
        },
      });
    });
    await board.openForTwo(`game=${LARGE}`);
    await board.click("#analyse");
    await page.waitForTimeout(13_000);
    expect(await page.evaluate(() => window.workers.length)).toBe(1);
  });

  test("the engine plays where code cannot be suspended", { tag: "@firefox" }, async ({ board, page }) => {
    await page.addInitScript(() => delete WebAssembly.Suspending);
    await playWhole(board, LARGE);
    await board.openForTwo(`game=${LARGE}`);
    await analyse(board);
    // A request during the search ends it, and the search begins again.
    await board.click("#go");
    await board.expectHash(/moves=/);
    await expect(page.locator("#pv li").first()).toBeVisible();
  });

  test("the page works without a network after one visit", { tag: "@firefox" }, async ({ board, page }) => {
    const host = await serveFolder(FOLDER);
    await board.open(`game=${LARGE}`, host.address);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    await host.stop();
    await playWhole(board, LARGE, host.address);
    await board.open(`game=${LARGE}`, `${host.address}index.html`);
    // The only messages are the browser's own, about the stopped host.
    board.consoleOutput = board.consoleOutput.filter((text) => !text.includes("Failed to load resource"));
  });

  test("a host that stops in the middle of the page does not keep the page away", async ({ board, page }) => {
    const host = await serveFolder(FOLDER);
    await board.open(`game=${LARGE}`, host.address);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    process.kill(host.pid, "SIGUSR2");
    await board.open(`game=${LARGE}`, host.address);
    await host.stop();
    board.consoleOutput = board.consoleOutput.filter((text) => !text.includes("Failed to load resource"));
  });

  test("a new version removes the caches of its own folder only", async ({ board, page }) => {
    const host = await serveFolder(FOLDER);
    await page.goto(`${host.address}icon-192.png`);
    await page.evaluate(() => Promise.all(["/v-0/", "/other/v-0/"].map((name) => caches.open(name))));
    await board.open(`game=${LARGE}`, host.address);
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    const names = await page.evaluate(() => caches.keys());
    expect(names).toContain("/other/v-0/");
    expect(names).not.toContain("/v-0/");
    // The only message is the browser's own: the host has no icon for the bare picture.
    board.consoleOutput = board.consoleOutput.filter((text) => !text.includes("Failed to load resource"));
    await host.stop();
  });

  test.describe("on a phone", () => {
    test.use(PHONE);

    test("a game begins on a slow network", async ({ board }) => {
      const host = await serveFolder(FOLDER, 200);
      await playWhole(board, LARGE, host.address);
      await host.stop();
    });
  });

  test("exact values come from files of a host", { tag: "@firefox" }, async ({ board }) => {
    test.skip(!BOARD_TABLES || !GAMES.includes("mill"), "BOARD_TABLES names no tables, or Mill is missing");
    test.slow();
    const folder = mkdtempSync(join(tmpdir(), "tables-"));
    cpSync(FOLDER, folder, { recursive: true });
    for (const copy of ["six", "cut"]) cpSync(BOARD_TABLES, join(folder, copy), { recursive: true });
    for (const name of readdirSync(BOARD_TABLES).filter((file) => file.endsWith(".wdl"))) {
      truncateSync(join(folder, "cut", name), readFileSync(join(BOARD_TABLES, name)).length - 1);
    }
    const [parts, whole] = [await serveFolder(folder), await serveWhole(folder)];
    const withTables = (host, tables) =>
      board.open("game=mill&variant=six-mens-morris", `${host.address}?tables=${tables}`);
    await withTables(parts, "six");
    await board.click("#analyse");
    await expect(board.at("exact")).toContainText("Exactly");
    // A lookup reads several blocks, which takes longer than a worker may be silent.
    const slow = await serveFolder(folder, 3500, "/six/");
    await withTables(slow, "six");
    await board.click("#analyse");
    await expect(board.at("exact")).toContainText("Exactly", { timeout: 100_000 });
    await withTables(parts, "cut");
    await board.click("#analyse");
    await expect(board.status).toContainText("too few bytes");
    await withTables(whole, "six");
    await expect(board.status).toContainText("sends only whole files");
    await withTables(parts, "nowhere");
    await expect(board.status).toContainText("the host answered 404");
    await board.click("#go");
    await board.expectHash(/moves=/);
    board.consoleOutput = board.consoleOutput.filter((text) => !text.includes("Failed to load resource"));
    for (const host of [parts, whole, slow]) await host.stop();
    rmSync(folder, { recursive: true });
  });
});
