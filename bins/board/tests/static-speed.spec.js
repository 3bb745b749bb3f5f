// Measures how soon the engine moves on a phone, and what is loaded before its move. On an idle machine, the
// move comes after about 4 s. Other work delays it, so one of up to five visits has to keep the limit:
//
//     BOARD_FOLDER=DIR npm test -- --project=chromium static-speed

import { PHONE, expect, slowDown, test } from "./board.js";
import { GAMES } from "./program.js";

/** Bytes per second of a network of 1.5 Mbit, and its latency in milliseconds. */
const NETWORK = { speed: 187_500, latency: 150 };
const SLOWER = 4;
const VISITS = 5;
/** Maximum time in milliseconds to the first move, twice that of an idle machine. */
const LIMIT = 8000;
/** Maximum number of bytes and of files that are loaded before the first move. */
const MOST = { bytes: 600_000, files: 12 };
const GAME = ["mill", "connect-four"].find((game) => GAMES.includes(game));

test.describe("a phone on a slow network", { tag: "@chromium" }, () => {
  test.skip(!GAME, "BOARD_FOLDER names no folder with Mill or connect four");

  test("sees the engine's first move", async ({ browser, address }) => {
    const times = [];
    for (let count = 0; count < VISITS && !times.some((time) => time < LIMIT); count++) {
      const context = await browser.newContext({ viewport: PHONE.viewport });
      const page = await context.newPage();
      const chrome = await context.newCDPSession(page);
      await slowDown(page, NETWORK.latency, NETWORK.speed);
      await chrome.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      const start = Date.now();
      await page.goto(`${address}#game=${GAME}&first=engine 6&second=person`, { waitUntil: "commit" });
      await page.waitForFunction(() => location.hash.includes("moves="));
      times.push(Date.now() - start);
      const sizes = await page.evaluate(() =>
        [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].map(
          ({ transferSize }) => transferSize,
        ),
      );
      const sent = sizes.reduce((sum, size) => sum + size, 0);
      console.log(`${GAME}: the first move after ${times.at(-1)} ms, ${sent} bytes of ${sizes.length} files`);
      expect(sent).toBeGreaterThan(0);
      expect(sent).toBeLessThan(MOST.bytes);
      expect(sizes.length).toBeLessThanOrEqual(MOST.files);
      await context.close();
    }
    expect(Math.min(...times)).toBeLessThan(LIMIT);
  });
});
