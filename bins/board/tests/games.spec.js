// Plays whole games of every game against the engine by clicks, and one game by keys alone.

import { PHONE, expect, named, slowDown, test } from "./board.js";

/** All games. The first one is short, because tests of special windows play only this one by default. */
const GAMES = [
  "tic-tac-toe",
  "connect-four",
  "mill",
  "gyges",
  "santorini",
  "othello",
  "chess",
  "breakthrough",
  "kalah",
  "hex",
];
/** The games that are played on a phone, with gliding pieces and over a slow network. */
const FEW = process.env.BOARD_ALL ? GAMES : GAMES.slice(0, 1);
const IS_OVER = /has won|draw/;

/** Returns pseudo-random numbers below a bound, the same ones for the same seed. @param {number} seed */
function dice(seed) {
  let state = seed;
  return (/** @type {number} */ sides) => (state = (state * 48271) % 2147483647) % sides;
}

/** Waits until a person is to move or the game is over, and checks the drawing. */
async function look(board) {
  await expect(board.status).not.toHaveText(/engine|^$/);
  await board.waitUntilStill();
  await board.expectDrawn();
  return IS_OVER.test(await board.text("status"));
}

/** Plays random moves until the game is over. */
async function play(board, game) {
  await board.open(`game=${game}`);
  const [roll, { page }] = [dice(7), board];
  let clicks = 0;
  while (!(await look(board))) {
    const before = await board.hash();
    // A move is entered in steps. Every lit place can be clicked.
    for (;;) {
      await page.waitForFunction(
        (hash) => location.hash !== hash || document.querySelector(".target.lit, #choices button"),
        before,
      );
      if ((await board.hash()) !== before) break;
      const lit = await board.litPlaces();
      if (lit.length) await board.choose(lit[roll(lit.length)]);
      else {
        await page
          .locator("#choices button")
          .first()
          .click({ timeout: 1000 })
          .catch(() => {});
      }
      clicks += 1;
      await page.waitForTimeout(30);
    }
  }
  expect(clicks).toBeGreaterThan(2);
}

for (const game of GAMES) {
  const tag = { santorini: "@firefox", "connect-four": "@connect-four" }[game] ?? "@all";
  test(`a game of ${game}`, { tag }, ({ board }) => play(board, game));
}

test.describe("on a phone in the dark", () => {
  test.use(PHONE);
  for (const game of FEW) {
    test(game, async ({ board, page, browserName }) => {
      // Firefox has no command for this.
      if (browserName === "chromium") {
        await page.emulateMedia({ colorScheme: "dark" });
        await board.open();
        await expect(page.locator("body")).toHaveCSS("background-color", "rgb(23, 21, 18)");
      }
      await play(board, game);
    });
  }
});

test.describe("with gliding pieces", { tag: "@chromium" }, () => {
  test.use({ contextOptions: {} });
  for (const game of FEW) test(game, ({ board }) => play(board, game));
});

test.describe("over a slow network", { tag: "@chromium" }, () => {
  for (const game of FEW) {
    test(game, async ({ board, page }) => {
      await slowDown(page, 150, 100_000);
      await play(board, game);
    });
  }
});

test("a game by keys alone", { tag: "@firefox" }, async ({ board, page }) => {
  await board.open("game=tic-tac-toe");
  const isOnBoard = () => page.evaluate(() => document.activeElement.classList.contains("target"));
  for (let count = 0; !(await isOnBoard()); count++) {
    expect(count, "the Tab key comes to the board").toBeLessThan(60);
    await board.press("Tab");
  }
  while (!(await look(board))) {
    // Arrow keys move the focus to a free square: by columns, then by rows.
    const [aim] = await board.litPlaces();
    for (;;) {
      const word = await page.evaluate(() => document.activeElement.dataset.word);
      if (word[0] !== aim[0]) await board.press(word[0] < aim[0] ? "ArrowRight" : "ArrowLeft");
      else if (word[1] !== aim[1]) await board.press(word[1] < aim[1] ? "ArrowUp" : "ArrowDown");
      else break;
    }
    const before = await board.hash();
    await board.press("Enter");
    await expect.poll(board.hash).not.toBe(before);
  }
  await board.blur();
  await board.press("Home");
  await board.expectPosition(".../.../...");
  await expect(page.locator(named("b2"))).toHaveCount(1);
});
