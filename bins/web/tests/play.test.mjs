// Plays in the folder of static files, in every installed browser.
//
//   WEB_FOLDER=DIR [WEB_GAMES="mill gyges"] [WEB_TABLES=DIR] node --test bins/web/tests/play.test.mjs
//
// WEB_TABLES holds compact tables of Six Men's Morris; they are tried if Mill is among the games.
// The analysis of the first game is stopped, so it must be larger than tic-tac-toe.

import assert from "node:assert/strict";
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { after, before, describe, it } from "node:test";
import { fileURLToPath } from "node:url";
import { BROWSERS, FOLDER, launch, newPage, serve } from "./folder.mjs";

const GAMES = (
  process.env.WEB_GAMES ??
  "mill santorini connect-four gyges chess othello breakthrough kalah hex tic-tac-toe"
).split(" ");
const TABLES = process.env.WEB_TABLES;
/** Time limit in milliseconds that even a busy machine does not reach. */
const TIME = 180_000;
/** Command of a host that serves parts of files. */
const HOST = ["node", fileURLToPath(new URL("host.mjs", import.meta.url))];
const STATUS = "document.querySelector('#status').textContent";

/** Waits until the page is ready to play. */
const ready = (page) => page.waitForSelector("body:not(.waiting)", { timeout: TIME });

/** Lets two engines play until the game is over. */
async function playWholeGame(page, level) {
  await ready(page);
  for (const side of [0, 1]) {
    await page.$eval(`#level${side}`, (input, value) => (input.value = value), level);
    await page.select(`#player${side}`, "engine");
  }
  await page.waitForFunction(`/has won|A draw/.test(${STATUS})`, { timeout: TIME });
}

const movesOf = (page) =>
  page.evaluate(() => new URLSearchParams(location.hash.slice(1)).get("moves")?.split(" ").length ?? 0);

/** Switches the analysis on, and waits for a line. */
async function analyse(page) {
  await page.$eval("#analyse", (box) => box.click());
  await page.waitForSelector("#pv li", { timeout: TIME });
}

/** Collects the page's workers, and the time in milliseconds from each request to stop to its answer. */
const keepWorkers = (page) =>
  page.evaluateOnNewDocument(() => {
    const Original = window.Worker;
    Object.assign(window, { workers: [], stops: [] });
    window.Worker = class extends Original {
      #stopped = 0;
      constructor(...words) {
        super(...words);
        window.workers.push(this);
        this.addEventListener("message", ({ data }) => {
          if (data.text?.includes('"stopped"')) window.stops.push(performance.now() - this.#stopped);
        });
      }
      postMessage(message) {
        if (message.type === "stop") this.#stopped = performance.now();
        super.postMessage(message);
      }
    };
  });

for (const kind of BROWSERS) {
  describe(kind, () => {
    let server, browser;
    before(async () => {
      server = await serve(FOLDER);
      browser = await launch(kind);
    });
    after(async () => {
      await browser?.close();
      server?.stop();
    });

    /** Defines a test on a page, which must not write to the console. */
    const onPage = (name, test) =>
      it(name, { timeout: 2 * TIME }, async () => {
        const { page, messages } = await newPage(browser);
        await test(page);
        assert.deepEqual(messages, []);
        await page.close();
      });

    for (const game of GAMES) {
      onPage(`plays a whole game of ${game}`, async (page) => {
        await page.goto(`${server.address}#game=${game}`);
        await playWholeGame(page, game === "santorini" || game === "gyges" ? 6 : 0);
      });
    }

    onPage("stops an analysis within 50 ms", async (page) => {
      await keepWorkers(page);
      await page.goto(`${server.address}#game=${GAMES[0]}`);
      await ready(page);
      for (let turn = 0; turn < 5; turn++) {
        await analyse(page);
        await new Promise((resolve) => setTimeout(resolve, 300));
        await page.$eval("#analyse", (box) => box.click());
        await page.waitForFunction(`window.stops.length > ${turn}`, { timeout: TIME });
      }
      const stops = await page.evaluate("window.stops");
      console.log(`# ${kind} stops in ${stops.map(Math.round).join(", ")} ms`);
      // A busy machine delays some answers.
      const [, , median] = stops.toSorted((a, b) => a - b);
      assert.ok(median < 50, `${stops}`);
    });

    onPage("starts a killed worker again, and the game goes on", async (page) => {
      await keepWorkers(page);
      await page.goto(`${server.address}#game=${GAMES[0]}`);
      await ready(page);
      await analyse(page);
      await page.evaluate(() => window.workers.at(-1).terminate());
      await page.waitForFunction("window.workers.length > 1", { timeout: TIME });
      await page.$eval("#analyse", (box) => box.click());
      const played = await movesOf(page);
      await page.$eval("#go", (button) => button.click());
      await page.waitForFunction(
        (count) => (new URLSearchParams(location.hash.slice(1)).get("moves") ?? "").split(" ").length > count,
        { timeout: TIME },
        played,
      );
    });

    onPage("plays where code cannot be suspended", async (page) => {
      await page.evaluateOnNewDocument(() => delete WebAssembly.Suspending);
      await page.goto(`${server.address}#game=${GAMES[0]}`);
      await playWholeGame(page, 0);
      await page.select("#player0", "person");
      await page.select("#player1", "person");
      await page.$eval("#first", (button) => button.click());
      await analyse(page);
      // A request during the search ends it, and the search begins again.
      await page.$eval("#forward", (button) => button.click());
      await page.waitForSelector("#pv li", { timeout: TIME });
    });

    it("plays without a network after one visit", { timeout: 2 * TIME }, async () => {
      const own = await serve(FOLDER);
      const { page, messages } = await newPage(browser);
      await page.goto(`${own.address}#game=${GAMES[0]}`);
      await ready(page);
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.waitForFunction("navigator.serviceWorker.controller", { timeout: TIME });
      own.stop();
      await page.reload();
      await playWholeGame(page, 0);
      // The only message is the browser's own, about the host that no longer answers.
      assert.deepEqual(
        messages.filter((text) => !/ERR_CONNECTION_REFUSED|Failed to load resource/.test(text)),
        [],
      );
      await page.close();
    });

    it("begins on a slow network, on a phone", { timeout: 2 * TIME }, async () => {
      const slow = await serve(FOLDER, [...HOST, "200"]);
      const { page, messages } = await newPage(browser);
      await page.setViewport({
        width: 360,
        height: 740,
        hasTouch: kind === "chrome",
        isMobile: kind === "chrome",
      });
      await page.goto(`${slow.address}#game=${GAMES[0]}`);
      const start = Date.now();
      await ready(page);
      console.log(
        `# ${kind} is ready ${Date.now() - start} ms after the page, each request taking 200 ms more`,
      );
      await playWholeGame(page, 0);
      assert.deepEqual(messages, []);
      await page.close();
      slow.stop();
    });

    if (TABLES && GAMES.includes("mill")) {
      /** Opens Six Men's Morris with the tables of a folder. */
      const withTables = async (page, address, folder) => {
        await page.goto(`${address}?tables=${folder}#game=mill&variant=six-mens-morris`);
        await ready(page);
      };

      it("shows exact values from files of a host", { timeout: 2 * TIME }, async () => {
        const folder = mkdtempSync(join(tmpdir(), "tables-"));
        cpSync(FOLDER, folder, { recursive: true });
        cpSync(TABLES, join(folder, "six"), { recursive: true });
        cpSync(TABLES, join(folder, "cut"), { recursive: true });
        for (const name of readdirSync(TABLES).filter((file) => file.endsWith(".wdl"))) {
          truncateSync(join(folder, "cut", name), readFileSync(join(TABLES, name)).length - 1);
        }
        const [parts, whole] = [await serve(folder, HOST), await serve(folder)];
        const { page } = await newPage(browser);
        await withTables(page, parts.address, "six");
        await page.$eval("#analyse", (box) => box.click());
        await page.waitForFunction("/Exactly/.test(document.querySelector('#exact').textContent)", {
          timeout: TIME,
        });
        await page.$eval("#analyse", (box) => box.click());
        await withTables(page, parts.address, "cut");
        await page.$eval("#analyse", (box) => box.click());
        await page.waitForFunction(`/too few bytes/.test(${STATUS})`, { timeout: TIME });
        await withTables(page, whole.address, "six");
        await page.waitForFunction(`/sends only whole files/.test(${STATUS})`, { timeout: TIME });
        await withTables(page, parts.address, "nowhere");
        await page.waitForFunction(`/the host answered 404/.test(${STATUS})`, { timeout: TIME });
        await page.$eval("#go", (button) => button.click());
        await page.waitForFunction("/moves=/.test(location.hash)", { timeout: TIME });
        await page.close();
        for (const host of [parts, whole]) host.stop();
        rmSync(folder, { recursive: true });
      });
    }
  });
}
