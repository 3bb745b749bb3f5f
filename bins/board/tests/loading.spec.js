// Games that are begun, and what a person does while the server has not answered.

import { answers } from "./answers.js";
import { expect, test } from "./board.js";

test("two quick steps back lead to the game before the last one", async ({ board, page }) => {
  board.needsServer();
  await page.routeWebSocket(/socket$/, (socket) => {
    socket.connectToServer().onMessage((text) => setTimeout(() => socket.send(text), 200));
  });
  await board.openForTwo("game=tic-tac-toe&moves=b2");
  for (const link of ["game=hex&moves=a1 b2 c3&ply=2", "game=kalah"]) {
    await page.evaluate((hash) => (location.hash = `${hash}&first=person&second=person`), link);
    await board.expectHash(new RegExp(`^#${link.split("&")[0]}&variant=`));
  }
  await page.evaluate(async () => {
    for (let count = 0; count < 2; count++) {
      const isBack = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
      history.back();
      await isBack;
    }
  });
  // Hex needs two answers of the server, which come after the only answer that tic-tac-toe needs.
  await page.waitForTimeout(2000);
  await board.expectPieces(1);
  await board.expectHash(/^#game=tic-tac-toe/);
});

test("two quick steps through the moves go two moves", async ({ board, page }) => {
  await board.openForTwo("game=tic-tac-toe&moves=b2 a1 c3");
  // The page has not asked for the earlier positions yet.
  await page.evaluate(() => {
    for (let count = 0; count < 2; count++) document.getElementById("back").click();
  });
  await board.expectPieces(1);
});

test("two quick notches of the wheel go two moves", async ({ board }) => {
  await board.openForTwo("game=tic-tac-toe&moves=b2 a1 c3");
  await board.wheel(-100, -100);
  await board.expectPieces(1);
});

test("a game that is not answered keeps no other one away", async ({ board, page }) => {
  board.needsServer();
  // The server gets no requests about Hex.
  await page.routeWebSocket(/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      if (!String(text).includes('"game":"hex"')) server.send(text);
    });
  });
  await board.openForTwo("game=tic-tac-toe&moves=b2");
  const first = await board.hash();
  await page.evaluate(() => (location.hash = "game=hex&first=engine 3&second=engine 3&clock=5 3"));
  await page.evaluate(() => (location.hash = "game=kalah&first=person"));
  await board.expectHash(/^#game=kalah&variant=/);
  // The link names no second player, so the one of the game on the board stays.
  await board.expectHash(/&first=person&second=person$/);
  await page.goBack();
  await page.goBack();
  await board.expectPieces(1);
  expect(await board.hash()).toBe(first);
  // The engine and the clock of Hex are not taken by the game that stays.
  await page.goForward();
  await page.goBack();
  await board.play("a1", "c3");
  await board.expectHash(/&first=person&second=person&moves=b2\+a1\+c3$/);
});

test("a new game that is cancelled before it is answered does not begin", async ({ board, page }) => {
  const { hold, areHeld, release } = await answers(board);
  await board.openForTwo("game=tic-tac-toe&moves=b2");
  await board.openDialogue({ "#game": "hex" });
  await expect(page.locator("#preview .spot")).toHaveCount(121);
  hold();
  await board.click("#begin");
  await areHeld();
  await board.click("#cancel");
  // The preview is emptied when the page has handled the end of the dialogue.
  await expect(page.locator("#preview .spot")).toHaveCount(0);
  release();
  // The answer to this move comes after the one about Hex.
  await board.play("a1");
  await board.expectPieces(2);
  await board.expectHash(/^#game=tic-tac-toe.*moves=b2\+a1$/);
});

test("only the clock of a game that is begun counts", { tag: "@connect-four" }, async ({ board }) => {
  await board.openForTwo("game=connect-four&moves=1");
  await board.openDialogue({ "#minutes": "7" });
  await board.click("#cancel");
  await board.click("#start");
  await board.expectHash(/second=person$/);
  // The clock of a game that a puzzle has replaced does not replace the chosen one.
  await board.begin({ "#minutes": "5" });
  await board.expectHash(/clock=5\+3$/);
  await board.click("#puzzle");
  await expect(board.at("task")).toHaveText(/^Puzzle /);
  await board.begin({ "#minutes": "7" });
  await board.expectHash(/clock=7\+3$/);
  // The same game begins again with the same clock.
  await board.choose("1");
  await board.expectHash(/moves=1$/);
  await board.click("#start");
  await board.click("#yes");
  await board.expectHash(/clock=7\+3$/);
});

test("a long game is not kept whole in memory", async ({ board, page }) => {
  board.needsServer();
  test.slow();
  let asked = 0;
  await page.routeWebSocket(/socket$/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((text) => {
      const { type, place } = JSON.parse(String(text));
      if (type === "position" && place.moves.length === 350) asked += 1;
      server.send(text);
    });
  });
  const rules = "option.ThreefoldRepetitionRule=false&option.NMoveRule=0&option.EndgameNMoveRule=0";
  const position = "*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30";
  const moves = Array(90).fill("d2-d6 f2-f4 d6-d2 f4-f2").join(" ");
  await board.openForTwo(`game=mill&${rules}&position=${position}&moves=${moves}`);
  // Each move of White begins a row when the sides of all moves are known. Black began.
  await expect(page.locator("#moves li")).toHaveCount(181, { timeout: 60_000 });
  expect(asked).toBe(1);
  await page.locator("#moves .ply").nth(349).click();
  await board.expectHash(/ply=350$/);
  expect(asked).toBe(2);
});

test("a comment that is typed while a variation is awaited stays with its move", async ({ board }) => {
  const { hold, areHeld, release, areSent } = await answers(board);
  await board.openForTwo("game=mill&moves=d6 f4 d2");
  await board.click("#back");
  await board.expectHash(/ply=2/);
  await board.choose("b4");
  await expect(board.at("variations")).toHaveText("Instead: (2. d2)");
  hold();
  await board.click("#variations button");
  await areHeld();
  await board.at("note").pressSequentially("my ");
  release();
  // The variation needs its record and two positions.
  await areSent(3);
  await board.at("note").pressSequentially("plan");
  await expect(board.at("note")).toHaveValue("my plan");
  await board.expectHash(/moves=d6\+f4\+b4$/);
});

test("a comment that is typed while the engine thinks stays with its move", async ({ board }) => {
  const { hold, areHeld, release } = await answers(board);
  const note = board.at("note");
  await board.open("game=tic-tac-toe");
  hold(/"type":"best"/);
  await board.choose("b2");
  await areHeld();
  await note.pressSequentially("my ");
  release();
  await board.expectHash(/moves=b2\+\w\d$/);
  await note.pressSequentially("plan");
  await expect(note).toHaveValue("my plan");
  await board.click("#back");
  await board.expectHash(/ply=1$/);
  await expect(note).toHaveValue("my plan");
  await board.click("#forward");
  await expect(note).toHaveValue("");
});

test("while a move is sent, a turned board begins no other one", async ({ board }) => {
  const { hold, areHeld, release } = await answers(board);
  await board.open("game=tic-tac-toe");
  hold(/"type":"position"/);
  await board.choose("b2");
  await areHeld();
  await board.click("#flip");
  await expect(board.status).toHaveText(/: to move$/);
  await board.choose("a1");
  release();
  hold(/"type":"best"/);
  await areHeld();
  await board.expectHash(/moves=b2$/);
  release();
  // The engine's move is being sent. Another search would not end.
  hold(/"type":"(position|best)"/);
  await areHeld();
  await board.click("#flip");
  await expect(board.status).toHaveText(/the engine is to move$/);
  release();
  await board.expectHash(/moves=b2\+\w\d$/);
});

test("Back from a puzzle and Forward at once", { tag: "@connect-four" }, async ({ board, page }) => {
  const { hold, release } = await answers(board);
  await board.openForTwo("game=connect-four&moves=1 2");
  const first = await board.hash();
  await board.begin();
  await board.expectPieces(0);
  const second = await board.hash();
  await board.click("#puzzle");
  await expect(board.at("task")).toHaveText(/^Puzzle /);
  hold();
  await page.evaluate(async () => {
    for (const step of ["back", "forward"]) {
      const isThere = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
      history[step]();
      await isThere;
    }
  });
  release();
  await board.choose("4");
  await board.expectPieces(1);
  await page.goBack();
  await board.expectPieces(0);
  expect(await board.hash()).toBe(second);
  await page.goBack();
  await board.expectPieces(2);
  expect(await board.hash()).toBe(first);
});

test("a lost connection leaves the steps that were entered", async ({ board, page }) => {
  board.needsServer();
  const sockets = [];
  await page.routeWebSocket(/socket$/, (socket) => {
    sockets.push(socket);
    socket.connectToServer();
  });
  const chosen = page.locator(".target.chosen");
  await board.openForTwo("game=breakthrough");
  await board.choose("b2");
  await expect(chosen).toHaveAttribute("data-word", "b2");
  await sockets[0].close();
  await expect.poll(() => sockets.length).toBe(2);
  await expect(board.at("online")).toHaveText("");
  await expect(chosen).toHaveAttribute("data-word", "b2");
  await board.choose("b3");
  await board.expectHash(/moves=b2b3$/);
});

test("a move that is played while the record is written counts as not saved", async ({ board, page }) => {
  const { hold, areHeld, release } = await answers(board);
  await board.openForTwo("game=tic-tac-toe");
  await board.play("b2");
  hold(/"type":"record"/);
  await board.click("#save");
  await areHeld();
  await board.play("a1");
  const isSaved = page.waitForEvent("download");
  release();
  await isSaved;
  await board.click("#start");
  await expect(board.at("confirm")).toBeVisible();
});

test("requests follow the entered steps before these are drawn", async ({ board }) => {
  const { hold, areHeld, release, areSent } = await answers(board);
  const position = `${"0".repeat(20)}10000/1/hydra:B3,C3/mortal:E5,E1`;
  await board.openForTwo(`game=santorini&variant=hydra-mortal&position=${position}`);
  hold(/"type":"preview"/);
  for (const square of ["B3", "B4", "A5"]) await board.choose(square);
  await areHeld();
  await expect(board.status).toContainText("take away a worker");
  await expect(board.status).not.toContainText("put a worker");
  release();
  await areSent(3);
  await expect(board.status).toContainText("take away a worker");
  await expect(board.status).not.toContainText("put a worker");
});
