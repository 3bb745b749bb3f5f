// What the page says about games, in English and German.

import { readFileSync } from "node:fs";
import { expect, test } from "./board.js";

const texts = (/** @type {string} */ language) =>
  JSON.parse(readFileSync(new URL(`../page/${language}.json`, import.meta.url), "utf8"));

test("the page speaks German", async ({ board, page }) => {
  await board.openForTwo("game=mill&moves=a1 d2 a4 f4");
  await board.speak("de");
  await board.choose("a7");
  await expect(board.status).toHaveText("Weiß: nimm einen Stein von Schwarz");
  await board.openPanel("rules");
  await expect(board.at("guide")).toContainText("Zwickmühle");
  const [english, german] = [texts("en"), texts("de")];
  const other = Object.keys(english).filter((key) => german[key] !== english[key]);
  const found = await page.evaluate(
    (those) => {
      const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
      const shown = [];
      while (walk.nextNode()) shown.push(walk.currentNode.data.trim());
      for (const it of document.querySelectorAll("[aria-label], [title]")) shown.push(it.ariaLabel, it.title);
      return shown.filter((text) => those.includes(text));
    },
    other.map((key) => english[key]),
  );
  expect(found).toEqual([]);
  await board.speak("en");
});

test("every god's rule is there in German", async ({ ask, board, page }) => {
  const { options } = await ask({ type: "position", place: { game: "santorini" } });
  const { choices } = options.find((option) => option?.name === "First God");
  expect(choices.length).toBeGreaterThan(50);
  const german = texts("de");
  const keys = Object.keys(german).filter((key) => key.startsWith("role."));
  expect(keys).toEqual(choices.map((god) => `role.${god}`).sort());
  await board.openForTwo("game=santorini&variant=apollo-demeter");
  await board.speak("de");
  await board.openPanel("rules");
  for (const god of ["apollo", "demeter"]) {
    await expect(board.at("roles")).toContainText(german[`role.${god}`]);
    await expect(page.locator(`.seat .role[title="${german[`role.${god}`]}"]`)).toHaveCount(1);
  }
  await board.click("#new");
  await expect(board.at("pickers")).toContainText(german["role.apollo"]);
});

test("what gods store and forbid is there in German", async ({ board, page }) => {
  const players = "clio[2|A1]:B3,D3/aeolus[ne]:C4,C2";
  await board.openForTwo(`game=santorini&variant=clio-aeolus&position=${"0".repeat(20)}10000/2/${players}`);
  await board.speak("de");
  await expect(page.locator("#seat0 .note")).toHaveText("Münzen übrig: 2");
  await expect(page.locator("#seat1 .note")).toHaveText("Der Wind: aus Nordosten");
  const closed = /wer am Zug ist, darf hier weder ziehen noch bauen/;
  await expect(page.locator(".mark title")).toHaveText(closed);
  await expect(page.locator(".target[data-word=A1]")).toHaveAttribute("aria-label", closed);
  await board.click("#edit");
  const wind = page.locator("#tools label", { hasText: "Der Wind" });
  await expect(wind.locator("option:checked")).toHaveText("aus Nordosten");
  await expect(page.locator(".tool[title='Spieler eins Münze']")).toHaveCount(1);
});

test("the discs of both sides are counted in German", async ({ board, page }) => {
  await board.openForTwo("game=othello&moves=d3");
  await expect(page.locator("#seat1 .note")).toHaveText("1 disc");
  await board.speak("de");
  await expect(page.locator("#seat0 .note")).toHaveText("4 Scheiben");
  await expect(page.locator("#seat1 .note")).toHaveText("1 Scheibe");
});

test("a side that loses because it cannot move is not told to pass", async ({ board, page }) => {
  const position = "0200022000000000000000000/1/mortal:A5/mortal:E5,E1";
  await board.openForTwo(`game=santorini&position=${position}`);
  await expect(board.status).toContainText("there is no move, so the game is lost");
  await page.locator("#choices button", { hasText: "lose the game" }).click();
  await expect(board.status).toContainText("has won");
});

test("the buttons of a turn name the winds", async ({ board, page }) => {
  const position = `${"0".repeat(20)}10000/1/aeolus:B3,D3/mortal:C4,C2`;
  await board.openForTwo(`game=santorini&variant=aeolus-mortal&position=${position}`);
  for (const square of ["B3", "A3", "A2"]) await board.choose(square);
  await expect(board.status).toContainText("choose the wind");
  for (const wind of ["wind from the north-east", "no wind"]) {
    await expect(page.locator("#choices button", { hasText: wind })).toHaveCount(1);
  }
});

test("a turn that ends with one worker fewer says so", async ({ board }) => {
  const position = `${"0".repeat(20)}10000/1/hydra:B3,C3/mortal:E5,E1`;
  await board.openForTwo(`game=santorini&variant=hydra-mortal&position=${position}`);
  for (const square of ["B3", "B4", "A5"]) await board.choose(square);
  await expect(board.status).toContainText("take away a worker");
  expect((await board.litPlaces()).sort()).toEqual(["B4", "C3"]);
});

test("a side without a move in Othello has to pass", async ({ board, page }) => {
  const empty = "......../".repeat(6);
  await board.openForTwo(`game=othello&position=xo....../${empty}......ox+o`);
  await expect(board.status).toHaveText("White: must pass");
  await page.locator("#choices button", { hasText: /^pass$/ }).click();
  await expect(board.status).toHaveText("Black: put a disc that turns others over");
});

test("the variants of small games are described in German", async ({ board }) => {
  await board.openForTwo("game=kalah&variant=no-empty-capture");
  await board.speak("de");
  await board.click("#new");
  await expect(board.at("summary")).toContainText("bleibt dort, wenn die Mulde gegenüber leer ist");
  await board.select("#variant", "3x3");
  await expect(board.at("summary")).toHaveText("Drei Mulden mit je drei Samen");
});
