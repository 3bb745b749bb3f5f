// Setting up positions by clicks, by keys and by their text.

import { expect, named, test } from "./board.js";

const PLAYABLE = "This position can be played.";

/** Positions: the address, the items with their places, other fields, and the beginning of the text. */
const TARGETS = [
  ["game=tic-tac-toe", { "first cross": "b2 a1", "second nought": "c3" }, {}, "..o/.x./x.."],
  [
    "game=connect-four",
    { "Yellow stone": "38 31", "Red stone": "37" },
    { "To move": "Red" },
    "......./......./......./......./...x.../..ox... o",
  ],
  [
    "game=othello",
    { "Black stone": "d4 d5 d6", "White stone": "e4 e5" },
    {},
    "......../......../......../...xo.../...xo.../...x..../......../........ x",
  ],
  [
    "game=mill&variant=zhi-qi",
    { "White stone": "d6 a7", "Black stone": "f4", "stone, out of play": "g1" },
    { "White has in hand": "5", "Black has in hand": "4", "To move": "Black" },
    "********/O*@*****/***X***O b p p 2 5 1 4 0 0 ",
  ],
  [
    "game=gyges",
    { "piece of 1": "0 1 2 35", "piece of 2": "6 7 8 34", "piece of 3": "12 13 14 33" },
    { "To move": "player two" },
    "111000/222000/333000/000000/000000/000321 2",
  ],
  [
    "game=santorini&variant=clio-europa",
    {
      "1 storey": "A5 B3",
      "3 storeys": "E1",
      "3 storeys, dome": "D1",
      "player one figure": "B3 C3",
      "player two figure": "A1 A2",
      "player one coin": "A5",
      "player two Talus": "E5",
    },
    { "Coins left": "2" },
    "1000000000010000000000043/1/clio[2|A5]:B3,C3/europa[E5]:A2,A1",
  ],
  [
    "game=hex&variant=7x7",
    { "White stone": "c3 d4", "Black stone": "e2" },
    { "To move": "Black" },
    "......./....o../..x..../...x.../......./......./....... o",
  ],
];

async function edit(board, place) {
  await board.openForTwo(place);
  await board.click("#edit");
  await expect(board.at("playfrom")).toBeVisible();
}

/** Chooses the value of a field, by the texts that a person reads. */
async function choose(board, label, value) {
  const field = board.page.locator("#tools label", { hasText: label }).locator("select, input");
  if (await field.evaluate((it) => it instanceof HTMLSelectElement)) {
    return field.selectOption({ label: value });
  }
  await field.fill(value);
  return field.press("Tab");
}

for (const [place, things, fields, text] of TARGETS) {
  test(`a position of ${place} is set up by clicks`, async ({ board, page }) => {
    await edit(board, place);
    await board.click("#empty");
    expect(await board.drawnPieces()).toEqual([]);
    for (const [thing, words] of Object.entries(things)) {
      const tool = page.locator(`.tool[title='${thing}']`);
      await tool.click();
      await expect(tool).toHaveAttribute("aria-pressed", "true");
      for (const word of words.split(" ")) {
        // The places of a column share its name.
        await board.clickAt(place === "game=connect-four" ? `.target[data-at='${word}']` : named(word));
      }
    }
    for (const [label, value] of Object.entries(fields)) await choose(board, label, value);
    await expect(board.status).toHaveText(PLAYABLE);
    await board.click("#playfrom");
    await board.expectHash(/position=/);
    await expect(board.at("playfrom")).toHaveCount(0);
    expect((await board.position()).startsWith(text), await board.position()).toBe(true);
    await board.expectDrawn();
    expect(await board.litPlaces()).not.toEqual([]);
  });
}

test("what is no position says why, and can be left", async ({ board }) => {
  await edit(board, "game=tic-tac-toe&moves=b2");
  // The position has one cross more than the first side can have.
  await board.choose("a1");
  await expect(board.status).toHaveText(/^Not a position yet.*x and o in turn/);
  await expect(board.at("playfrom")).toBeDisabled();
  // Putting the same item on the same place again removes it.
  await board.choose("a1");
  await expect(board.at("playfrom")).toBeEnabled();
  await board.click("#eraser");
  await board.choose("b2");
  await board.expectPieces(0);
  await board.press("Escape");
  await expect(board.at("playfrom")).toHaveCount(0);
  await board.expectDrawn();
  await board.expectPosition(".../.x./...");
  await board.choose("a1");
  await board.expectPosition(".../.x./o..");
  // A position that is unusual but playable, with thirteen stones in place of twelve, gives a warning.
  await edit(board, "game=mill&variant=morabaraba");
  await board.choose("d6");
  await expect(board.status).toContainText("can be played, but White has 1 stones");
  await edit(board, "game=gyges");
  await board.click("#eraser");
  await board.choose("0");
  await expect(board.status).toContainText("3-ring pieces");
});

test("a position is analysed as soon as it is set up", async ({ board, page }) => {
  await edit(board, "game=tic-tac-toe&moves=a1 b1 a2 b2");
  await board.click("#analyse");
  await expect(page.locator("#pv li")).not.toHaveCount(0);
  await board.expectHash(/position=/);
});

test("a position that is being set up is not lost by other buttons and keys", async ({ board }) => {
  await edit(board, "game=tic-tac-toe&moves=a1 b1");
  await board.choose("c2");
  await board.choose("c2");
  await board.choose("b2");
  const text = await board.position();
  for (const id of ["review", "back", "go"]) {
    await board.click(`#${id}`);
    await expect(board.status, id).toHaveText("Play from the position, or leave it, first.");
  }
  await board.press("Home");
  await board.click("#flip");
  await board.select("#player1", "engine");
  await expect(board.status).toHaveText(/^(This position can|Not a position)/);
  await board.expectPieces(3);
  await board.expectPosition(text);
  await board.press("Escape");
  await board.expectPieces(2);
  await board.expectHash(/moves=a1\+b1/);
});

test("a puzzle does not replace a position being set up", { tag: "@connect-four" }, async ({ board }) => {
  await edit(board, "game=connect-four");
  await board.choose("4");
  await board.expectPieces(1);
  for (const id of ["puzzle", "daily"]) {
    await board.click(`#${id}`);
    await expect(board.status, id).toHaveText("Play from the position, or leave it, first.");
  }
  await board.expectPieces(1);
});

test("a turned board in the editor shows no marks of possible moves", async ({ board, page }) => {
  await edit(board, "game=tic-tac-toe&moves=a1 b1");
  await board.click("#flip");
  await expect(page.locator("#board svg.editing")).toHaveCount(1);
});

test("a step that was entered is forgotten by the editor", async ({ board }) => {
  await board.openForTwo("game=breakthrough&moves=a2a3+h7h6");
  await board.choose("b2");
  await board.click("#edit");
  const text = await board.position();
  await board.press("u");
  await expect(board.status).toHaveText("Play from the position, or leave it, first.");
  await board.click("#hint");
  await expect(board.status).toHaveText("Play from the position, or leave it, first.");
  await board.expectPosition(text);
  await board.press("Escape");
  await board.expectHash(/moves=a2a3\+h7h6/);
});

test("a hint does not stay beside the editor", async ({ board, page }) => {
  await board.openForTwo("game=mill");
  await board.click("#hint");
  await expect(page.locator(".arrows .arrow")).toHaveCount(1);
  await board.click("#edit");
  await expect(board.at("hinted")).toBeHidden();
  await expect(page.locator(".arrows .arrow")).toHaveCount(0);
});

test("a position is set up by keys alone", async ({ board, page }) => {
  await board.openForTwo("game=tic-tac-toe");
  await board.blur();
  await board.press("e");
  await expect(board.at("playfrom")).toBeVisible();
  await page.locator(named("a3")).focus();
  for (const key of ["ArrowRight", "ArrowDown", "Enter"]) await board.press(key);
  await board.expectPieces(1);
  await expect(board.at("playfrom")).toBeEnabled();
  await board.at("playfrom").focus();
  await board.press("Enter");
  await board.expectHash(/position=/);
  await board.expectPosition(".../.x./...");
});

test("the stores are named by their sides", async ({ board, page }) => {
  await edit(board, "game=kalah");
  for (const store of ["South's store", "North's store"]) {
    await expect(page.locator("#tools label", { hasText: store })).toHaveCount(1);
  }
});

test("a position is set up by its text", { tag: "@connect-four" }, async ({ board }) => {
  const text = "......./......./......./...o.../...x.../..oxx.. o";
  await board.openForTwo("game=connect-four");
  await board.fill("#position", text);
  await board.click("#place");
  await board.expectHash(/position=/);
  await board.expectPosition(text);
  await board.expectDrawn();
  const drawn = await board.drawnPieces();
  await board.fill("#position", "nonsense");
  await board.click("#place");
  await expect(board.status).toContainText("nonsense");
  expect(await board.drawnPieces()).toEqual(drawn);
});
