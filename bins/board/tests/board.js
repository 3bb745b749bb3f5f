// The fixtures of the tests: the program, and a board in a window of its own.

import { test as base } from "@playwright/test";
import { fileURLToPath } from "node:url";
import { Board } from "./page.js";
import { FOLDER, serveBoard, serveFolder } from "./program.js";

export { expect } from "@playwright/test";
export { Board, named, slowDown } from "./page.js";

/**
 * Collects the page's workers in `window.workers`, and in `window.stops` the times in milliseconds from
 * requests to stop to their answers.
 */
export const keepWorkers = (page) =>
  page.addInitScript(() => {
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

/** Opens a WebSocket to the page's server, and keeps it in `window.asking`. */
const connect = () =>
  new Promise((resolve, reject) => {
    window.asking = new WebSocket(new URL("socket", location.href));
    window.asking.onopen = () => resolve();
    window.asking.onerror = () => reject(new Error("no connection"));
  });

/**
 * Sends a request by the WebSocket of a page, and resolves to its answer.
 * @param {import("@playwright/test").Page} page
 * @param {object} request
 */
const send = (page, request) =>
  page.evaluate(
    (question) =>
      new Promise((resolve) => {
        window.asking.onmessage = ({ data }) => {
          const answer = JSON.parse(data);
          if (answer.id === 1) resolve(answer);
        };
        window.asking.send(JSON.stringify({ id: 1, ...question }));
      }),
    request,
  );

/** Options of a phone. Firefox has no command for a touch screen. */
export const PHONE = {
  viewport: { width: 400, height: 800 },
  hasTouch: ({ browserName }, use) => use(browserName === "chromium"),
};

/** Tests with a board in a window of its own. The fixture `server` is the program, one for each worker. */
export const test = base.extend({
  server: [
    // Playwright reads the names of the needed fixtures from this pattern; none are needed.
    // eslint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const server = await serveBoard("--port", "0");
      await use(server);
      await server.stop();
    },
    { scope: "worker" },
  ],
  /** Address of the page under test. */
  address: [
    async ({ server }, use) => {
      if (!FOLDER) return use(server.address);
      const host = await serveFolder(FOLDER);
      await use(host.address);
      await host.stop();
    },
    { scope: "worker" },
  ],
  /** A function that asks the server. */
  ask: [
    async ({ browser, server }, use) => {
      const page = await browser.newPage({ colorScheme: null });
      // The server refuses sockets from pages of other origins. The icon is the smallest page of its own.
      await page.goto(`${server.address}icon.svg`);
      await page.evaluate(connect);
      await use((request) => send(page, request));
      await page.close();
    },
    { scope: "worker" },
  ],
  board: async ({ page, address, ask, hasTouch }, use) => {
    // Hints in first games would start searches during the tests. A blank page has no storage.
    await page.addInitScript(() => {
      if (location.protocol === "http:") localStorage["plywright.guided"] ??= "false";
    });
    // With BOARD_SOURCE, the page's files are those of the checkout, not those that are compiled into the
    // program.
    if (process.env.BOARD_SOURCE) {
      await page.route(/\/$|\.(js|json|css)$/, (route) => {
        const name = new URL(route.request().url()).pathname.split("/").at(-1) || "index.html";
        return route.fulfill({ path: fileURLToPath(new URL(`../page/${name}`, import.meta.url)) });
      });
    }
    const board = new Board(page, address, ask, hasTouch);
    await use(board);
    board.expectNoConsoleOutput();
  },
});
