// Pictures of the games and of the page.
//
// BOARD_PICTURES names a folder for the pictures of README and book. BOARD_LOOK names one for pictures to
// look at: every game in five windows, light and dark.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./board.js";
import { BOARDS, SANTORINI, WINDOWS } from "./pictures.js";

const { BOARD_PICTURES, BOARD_LOOK } = process.env;

/** Makes a picture of a part of the page, and saves it if there is a folder for it. */
async function keep(part, name, folder = BOARD_PICTURES) {
  const path = folder && join(folder, `${name}.png`);
  const picture = await part.screenshot({ path });
  expect(picture.length, `${name} is not empty`).toBeGreaterThan(2000);
}

test.describe("a board", () => {
  test.use({ viewport: { width: 440, height: 800 } });

  test("of each game has its picture", async ({ board, page }) => {
    // Without a folder, only boards of variants are drawn. Other tests draw the rest.
    const wanted = Object.entries(BOARDS).filter(([, place]) => BOARD_PICTURES || place.includes("variant="));
    for (const [name, place] of wanted) {
      await board.openForTwo(place);
      await board.waitUntilStill();
      await expect(board.status).toContainText(": ");
      if (place.includes("&")) expect(await board.hash(), name).toMatch(/position=|moves=/);
      await keep(page.locator("#board svg"), name);
    }
  });
});

test.describe("the page", () => {
  test.use({ viewport: { width: 960, height: 700 } });

  test("has its picture", async ({ board, page }) => {
    await board.openForTwo("game=mill&moves=d6 f4 d2 b4 d7 d5 g1 b6 e5");
    await board.click("#review");
    await expect(page.locator("#graph polyline")).toHaveCount(1);
    await expect(board.at("reviewed")).toContainText("accuracy");
    await board.click("#last");
    await board.click("#analyse");
    await expect.poll(async () => Number(/\d+/.exec(await board.text("depth")))).toBeGreaterThan(7);
    await keep(page, "page");
  });
});

test.describe("a phone", () => {
  test.use({ viewport: { width: 390, height: 760 } });

  test("and the editor have their pictures", async ({ board, page }) => {
    await board.openForTwo(SANTORINI);
    await board.click("#edit");
    await expect(board.status).toHaveText("This position can be played.");
    await keep(page, "setup");
    await board.click("#leave");
    await board.open("game=mill&moves=d6 f4 d2 b4 d7 d5 g1 b6");
    await board.click("#theme");
    await page.mouse.move(0, 0);
    await board.waitUntilStill();
    await keep(page, "phone");
  });
});

test("pictures to look at", async ({ board, page }) => {
  test.skip(!BOARD_LOOK, "BOARD_LOOK names no folder");
  mkdirSync(BOARD_LOOK, { recursive: true });
  for (const [width, height] of WINDOWS) {
    await page.setViewportSize({ width, height });
    for (const [name, place] of Object.entries(BOARDS)) {
      await board.openForTwo(place);
      for (const theme of ["light", "dark"]) {
        await page.evaluate((wanted) => (document.documentElement.dataset.theme = wanted), theme);
        await board.waitUntilStill();
        await keep(page, `${name}-${width}x${height}-${theme}`, BOARD_LOOK);
      }
    }
  }
});
