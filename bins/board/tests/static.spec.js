// Measures how soon the engine moves on a phone, on the page of BOARD_FOLDER. Needs a machine without other
// work, because the browser slows the processor down by a factor:
//
//     BOARD_FOLDER=DIR npm test -- --project=chromium static

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { PHONE, expect, test } from "./board.js";

const FOLDER = process.env.BOARD_FOLDER ?? "";
/** Bytes per second of a network of 1.5 Mbit, and its latency in milliseconds. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 187_500, uploadThroughput: 93_750 };
const SLOWER = 4;
const VISITS = 5;
const GAME = ["mill", "connect-four"].find(
  (game) => FOLDER && readdirSync(FOLDER).some((part) => existsSync(join(FOLDER, part, `${game}.wasm`))),
);

test.describe("a phone on a slow network", { tag: "@chromium" }, () => {
  test.skip(!GAME, "BOARD_FOLDER names no folder with Mill or connect four");

  test("sees the engine's first move", async ({ browser, address }) => {
    for (let count = 0; count < VISITS; count++) {
      const context = await browser.newContext({ viewport: PHONE.viewport });
      const page = await context.newPage();
      const chrome = await context.newCDPSession(page);
      await chrome.send("Network.enable");
      await chrome.send("Network.emulateNetworkConditions", NETWORK);
      await chrome.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      const start = Date.now();
      await page.goto(`${address}#game=${GAME}&first=engine 6&second=person`, { waitUntil: "commit" });
      await page.waitForFunction(() => location.hash.includes("moves="));
      const time = Date.now() - start;
      const sent = await page.evaluate(() =>
        performance.getEntriesByType("resource").reduce((sum, { transferSize }) => sum + transferSize, 0),
      );
      expect(sent).toBeGreaterThan(0);
      console.log(`${GAME}: the first move after ${time} ms, ${Math.round(sent / 1000)} kB`);
      await context.close();
    }
  });
});
