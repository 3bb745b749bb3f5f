// The address and the browser keep the game: its players, clocks and starting position. Tabs, reloads and
// restarts of the server.

import { readFileSync, readdirSync } from "node:fs";
import { Board, expect, test } from "./board.js";
import { serveBoard } from "./program.js";

const connected = (board) => expect(board.at("online")).toHaveText("");

test("a link to the engine's turn is answered by its move", async ({ board }) => {
  await board.open("game=mill&second=engine 30&moves=d6");
  await board.expectHash(/moves=d6\+\w\d$/);
  // If a link names no players, a person plays first against the engine.
  await board.open("game=tic-tac-toe&moves=b2");
  await board.expectHash(/moves=b2\+\w\d$/);
  // The link shows an earlier position. Back at the last one, the engine moves.
  await board.open("game=connect-four&first=engine 3&second=person&moves=4 4&ply=1");
  await board.click("#last");
  await board.expectHash(/moves=4\+4\+\d$/);
  // While an earlier position is shown, the engine does not move.
  await board.open("game=connect-four&first=engine 3&second=person&moves=4 4&ply=0");
  await expect(board.status).toHaveText(/\(move 0 of 2\)$/);
});

test("a reload keeps both players and the clock", async ({ board, page }) => {
  const fields = async () => {
    await board.click("#new");
    const values = await page.evaluate(() =>
      ["player0", "level0", "player1", "minutes", "increment", "clockon"].map((id) => {
        const field = document.getElementById(id);
        return field.type === "checkbox" ? field.checked : field.value;
      }),
    );
    await board.click("#cancel");
    return values;
  };
  await board.openForTwo("game=connect-four");
  await board.select("#level0", "3");
  await board.begin({ "#against": "person", "#minutes": "7" });
  await expect(board.at("newgame")).toBeHidden();
  await board.select("#player0", "engine");
  await board.expectHash(/moves=/);
  await expect(board.at("clock1")).toHaveText(/^6:/);
  const [before, drawn] = [await fields(), await board.drawnPieces()];
  expect(before).toEqual(["engine", "3", "person", "7", "3", true]);
  await board.reload();
  expect([await fields(), await board.drawnPieces()]).toEqual([before, drawn]);
  await expect(board.at("clock1")).toHaveText(/^6:/);
  // If the address names no game, the page continues the last game.
  await board.open();
  expect([await fields(), await board.drawnPieces()]).toEqual([before, drawn]);
  // If the server was started for another game, the page begins that game instead.
  if (board.isStatic) return;
  let port = "0";
  for (const variant of ["hex", "7x7"]) {
    const other = await serveBoard("--port", port, "--game", "hex", "--variant", variant);
    ({ port } = new URL(other.address));
    await board.open("", other.address);
    await board.expectHash(new RegExp(`^#game=hex&variant=${variant}&`));
    await other.stop();
  }
});

test("a puzzle leaves the game as it was", { tag: "@connect-four" }, async ({ board }) => {
  const [setup, task] = ["......./......./......./...o.../...x.../..oxx.. o", board.at("task")];
  const whole = async () => [await board.hash(), await board.drawnPieces(), await board.text("status")];
  await board.open(`game=connect-four&first=engine 2&second=person&position=${setup}`);
  await board.choose("1");
  await board.expectHash(/moves=1(\+|$)/);
  await expect(board.status).not.toContainText("engine");
  await board.fill("#note", "mine");
  const before = await whole();
  for (const number of [1, 2]) {
    await board.click("#puzzle");
    await expect(task).toHaveText(new RegExp(`^Puzzle ${number} of`));
  }
  await board.choose("1");
  await expect(task).toContainText("fails");
  expect(await board.drawnPieces()).not.toEqual(before[1]);
  await board.click("#resume");
  await expect(board.at("note")).toHaveValue("mine");
  expect(await whole()).toEqual(before);
  await expect(board.at("player0")).toHaveValue("engine");
  // A new game after a puzzle begins from the person's own position.
  await board.click("#puzzle");
  await expect(task).toHaveText(/^Puzzle 3 of/);
  await board.begin();
  await board.click("#yes");
  await board.expectPosition(setup);
  // A reload during a puzzle brings the game back.
  await board.click("#puzzle");
  await expect(task).toHaveText(/^Puzzle 4 of/);
  await board.reload();
  await board.expectPosition(setup);
});

test("Back and Forward walk through a person's turns and games", async ({ board, page }) => {
  await board.open("game=tic-tac-toe");
  await board.choose("b2");
  await board.expectHash(/moves=b2\+\w\d$/);
  const first = await board.hash();
  await board.begin({ "#game": "connect-four" });
  await board.click("#yes");
  await board.expectHash(/connect-four/);
  await page.goBack();
  await board.expectPieces(2);
  expect(await board.hash()).toBe(first);
  await page.goBack();
  await board.expectPieces(0);
  await expect(board.at("undo")).toBeDisabled();
  await page.goForward();
  await board.expectPieces(2);
  await page.goForward();
  await board.expectHash(/connect-four/);
  await board.expectPieces(0);
});

test("a level or a clock that does not exist is not taken", async ({ board }) => {
  await board.open("game=mill&second=engine 99&clock=5 3");
  await expect(board.page.locator("#level1 option:checked")).toHaveText(/^30: /);
  await board.expectHash(/second=engine\+30&clock=5\+3/);
  for (const [player, clock] of [
    ["engine -3", "x 3"],
    ["engine x", "5"],
    ["joho", "0 3"],
    ["engine 1e3", "-1 3"],
    ["", "5 3 1"],
    ["", "5 3 1 1 1"],
    ["", "Infinity 0"],
    ["", "NaN NaN"],
  ]) {
    await board.open(`game=mill&second=${player}&clock=${clock}`);
    await board.expectHash(/&first=person&second=engine\+6$/);
  }
});

test("a review leaves the game as it was, also for a reload", async ({ board, page }) => {
  await board.openForTwo("game=tic-tac-toe&moves=a3 a2 b2&ply=1");
  await page.evaluate(() => {
    history.replaceState = () => (window.isWritten = true);
  });
  await board.click("#review");
  await expect(board.at("reviewed")).toContainText("accuracy");
  await expect(board.at("depth")).toHaveText("");
  await board.expectHash(/ply=1$/);
  expect(await page.evaluate(() => window.isWritten)).toBeUndefined();
});

test("a shared link leads to the same place", async ({ board }) => {
  await board.openForTwo("game=mill&variant=morabaraba");
  await board.play("d6", "f4", "b2");
  await board.click("#back");
  await board.expectHash(/ply=2/);
  const [link, position] = [await board.hash(), await board.position()];
  await board.open("game=gyges");
  await board.open(link.slice(1));
  await board.expectPosition(position);
  await expect(board.at("title")).toHaveText("Morabaraba");
  await board.click("#last");
  await board.expectPosition(/ b p p /);
  await board.open("game=constructor");
  await expect(board.status, "no game has this name").toContainText("constructor");
  await board.open("game=mill&moves=d6 d6");
  await expect(board.status).toContainText("d6");
  expect(await board.drawnPieces(), "a link that cannot be followed leads to a start").toEqual([]);
});

test("clocks run and fall", async ({ board }) => {
  await board.openForTwo("game=tic-tac-toe");
  await board.begin({ "#minutes": "0.1", "#increment": "60" });
  await expect(board.at("newgame")).toBeHidden();
  await board.play("b2", "a1");
  await expect(board.at("clock1")).toHaveText(/^1:0[0-6]$/);
  await board.begin({ "#minutes": "0.1", "#increment": "0" });
  await board.click("#yes");
  await expect(board.at("clock0")).toHaveText("6.0");
  await board.choose("b2");
  await expect.poll(async () => parseFloat(await board.text("clock1"))).toBeLessThan(5.8);
  await board.choose("a1");
  await expect(board.status).toHaveText("Second has won on time");
  expect(await board.litPlaces()).toEqual([]);
  // A message stays, also while the clock stands at zero.
  await board.click("#link");
  await board.page.waitForTimeout(300);
  expect(await board.text("status")).toMatch(/copied/);
  await board.openPanel("saved");
  await expect(board.page.locator("#savedgames li").first()).toContainText("Second has won on time");
  // A new game replaces a finished one without a question, from any position.
  await board.click("#first");
  await board.begin({ "#minutes": "5" });
  await board.expectHash(/^#(?!.*moves=)/);
  // The finished game stays saved, although this one begins with its moves.
  await board.play("b2", "a1", "c3");
  await board.openPanel("record");
  await board.openPanel("saved");
  await expect(board.page.locator("#savedgames li")).toHaveCount(2);
});

test("games are saved by themselves and opened again", async ({ board, page }) => {
  const games = page.locator("#savedgames li");
  await board.openForTwo("game=tic-tac-toe");
  await board.play("b2", "a1", "c3");
  await board.openForTwo("game=connect-four&moves=4 4");
  await board.openPanel("saved");
  await expect(games).toHaveCount(2);
  // Each game has a picture of its last position.
  for (const [index, count] of [2, 3].entries()) {
    await expect(games.nth(index).locator(".pieces .piece")).toHaveCount(count);
  }
  await board.audit("saved games");
  await games.last().locator("a").click();
  await board.expectHash(/moves=b2\+a1\+c3/);
  await board.expectPieces(3);
  // The picture in the list still shows the last position.
  await board.click("#first");
  await board.expectPieces(0);
  await board.openPanel("record");
  await board.openPanel("saved");
  await expect(games).toHaveCount(2);
  await expect(games.first().locator(".pieces .piece")).toHaveCount(3);
  const pictures = () => page.evaluate(() => Object.keys(localStorage).filter((it) => /\.picture/.test(it)));
  expect(await pictures()).toHaveLength(2);
  await games.first().locator("button").click();
  await expect(games).toHaveCount(1);
  expect(await pictures()).toHaveLength(1);
});

test("values that another page of the host has stored do no harm", async ({ board, page }) => {
  await board.open();
  for (const others of [
    { players: "{}", games: "{}", annotated: "7", game: '"dark"', results: "[]" },
    { games: "[null, {}]", annotated: "[null]", game: '{"hash":"https://example.org/"}' },
    { language: '"de"', theme: '"dark"', letters: "false", puzzles: '{"tic-tac-toe":{"rating":1}}' },
  ]) {
    await page.evaluate((values) => Object.assign(localStorage, values), others);
    await board.open();
    await board.openForTwo("game=tic-tac-toe&moves=b2 a1");
    await board.play("c3");
    await board.openPanel("saved");
    await expect(page.locator("#savedgames li").first()).toContainText("3");
    await expect(page.locator("html")).toHaveAttribute("lang", "en");
    await expect(page.locator("html")).not.toHaveAttribute("data-theme");
    await expect(board.at("letters")).toBeChecked();
    await expect(board.at("rating")).toContainText(": 1000.");
  }
});

test.describe("the server", () => {
  test.skip(({ board }) => board.isStatic, "this page has no server");

  test("is restarted, and the page goes on", async ({ board }) => {
    const server = await serveBoard("--port", "0");
    await board.open("game=tic-tac-toe&first=person&second=person&moves=b2", server.address);
    expect(await server.stop()).toBe(0);
    await expect(board.at("online")).toHaveText("connection lost");
    const again = await serveBoard("--port", new URL(server.address).port);
    await connected(board);
    await board.expectPosition(".../.x./...");
    await board.choose("a1");
    await board.expectPosition(".../.x./o..");
    await again.stop();
  });

  test("is left by tabs and reloads as it was", async ({ board, context, ask }) => {
    const server = await serveBoard("--port", "0");
    const threads = () =>
      Number(/Threads:\s*(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, "utf8"))?.[1]);
    const files = () => readdirSync(`/proc/${server.pid}/fd`).length;
    await board.open("game=mill", server.address);
    const [before, opened] = [threads(), files()];
    const tabs = [];
    for (let count = 0; count < 4; count++) {
      const tab = new Board(await context.newPage(), server.address, ask, false);
      await tab.open("game=connect-four");
      await tab.click("#analyse");
      await expect(tab.page.locator("#pv li").first()).toBeAttached();
      tabs.push(tab);
    }
    expect(threads()).toBeGreaterThanOrEqual(before + 4);
    for (let count = 0; count < 3; count++) await tabs[3].reload();
    for (const tab of tabs) await tab.page.close();
    await expect.poll(threads, { timeout: 30_000 }).toBeLessThanOrEqual(before);
    await expect(board.status).toContainText("White");
    await expect.poll(files).toBeLessThanOrEqual(opened);
    await server.stop();
  });

  test("shares a board that plays", async ({ board }) => {
    const shared = await serveBoard("--port", "0", "--listen", "127.0.0.1");
    await board.open("game=tic-tac-toe&first=person&second=person", shared.address);
    await board.choose("b2");
    await board.expectPosition(".../.x./...");
    await shared.stop();
  });
});
