// Records: loaded, stepped through, annotated, kept and saved, and their variations.

import { expect, test } from "./board.js";

const RECORD = `[Event "A game to step through"]
[Site "Oslo"]
[Variant "nine-mens-morris"]
[Game "mill"]
[White "Ann"]
[Black "Bob"]
[Result "1-0"]

{a quiet start} 1. d6! {+0.10/3 0.100s} {the crossing [%csl Gd6]} (1. f4 {also} d6) f4 2. d2 $14 b4 1-0
`;

/** Loads the text of a file. */
async function load(board, text, encoding = "utf8") {
  const file = await board.reveal("#load");
  await file.setInputFiles({ name: "game.pgn", mimeType: "text/plain", buffer: Buffer.from(text, encoding) });
}

/** Returns the text of a record of Mill. @param {string} moves */
const mill = (moves) => `[Game "mill"]\n[Result "*"]\n\n${moves} *\n`;

/** Loads a record of this number of moves while another game is on the board. */
async function loadGame(board, text, plies, players = "first=person&second=person") {
  await board.open(`game=gyges&${players}`);
  await load(board, text);
  await board.expectPlies(plies);
}

/** Saves the record, and returns the text of the file. */
async function save(board) {
  const waiting = board.page.waitForEvent("download");
  await board.click("#save");
  const chunks = [];
  for await (const chunk of await (await waiting).createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

test("a record is loaded, stepped through, annotated and saved", async ({ board, page }) => {
  await loadGame(board, RECORD, 4, "second=engine 6");
  await expect(board.at("seat0")).toContainText("Ann");
  await board.expectPieces(0);
  for (let ply = 1; ply <= 4; ply++) {
    await board.click("#forward");
    await board.expectPieces(ply);
    await board.expectDrawn();
    if (ply === 1) await expect(board.at("note")).toHaveValue("the crossing");
  }
  await board.fill("#note", "Bob {likes} the left");
  await expect(page.locator(".ply.here")).toContainText("✎");
  const saved = await save(board);
  for (const kept of [
    '[Event "A game to step through"]',
    '[Site "Oslo"]',
    '[White "Ann"]',
    '[Result "1-0"]',
    "{a quiet start} 1. d6 $1 {+0.10/3 0.100s} {the crossing [%csl Gd6]} (1. f4 {also} 1... d6)",
    "2. d2 $14",
  ]) {
    expect(saved.replaceAll("\n", " ")).toContain(kept);
  }
  await board.select("#format", "sgf");
  const sgf = (await save(board)).replaceAll("\n", "");
  for (const kept of ["(;FF[4]", "PC[Oslo]", "PW[Ann]", "RE[W+]", "C[a quiet start]"]) {
    expect(sgf).toContain(kept);
  }
  expect(sgf).toContain("(;W[f4]C[also];B[d6])");
  await loadGame(board, saved, 4, "second=engine 6");
  await board.click("#last");
  await expect(board.at("note")).toHaveValue("Bob {likes} the left");
});

test.describe("in an American evening", () => {
  test.use({ timezoneId: "America/New_York" });

  test("a record has the date of the person's place", async ({ board, page }) => {
    await page.clock.setFixedTime("2026-01-31T23:00-05:00");
    await board.openForTwo("game=mill&moves=d6");
    expect(await save(board)).toContain('[Date "2026.01.31"]');
  });

  test("the puzzle of the day stays until midnight", { tag: "@connect-four" }, async ({ board, page }) => {
    await board.openForTwo("game=connect-four");
    const [numbers, task] = [[], board.at("task")];
    for (const time of ["2026-01-31T18:00-05:00", "2026-01-31T23:00-05:00", "2026-02-01T01:00-05:00"]) {
      await page.clock.setFixedTime(time);
      await board.click("#daily");
      await expect(task).toHaveText(/^Puzzle \d+ /);
      numbers.push(Number(/\d+/.exec(await task.textContent())?.[0]));
      await board.click("#resume");
      await expect(task).toHaveText("");
    }
    expect(numbers.map((number) => number - numbers[0])).toEqual([0, 0, 1]);
  });
});

test("a game lost on time is saved with its result, from any position", async ({ board }) => {
  await board.openForTwo("game=tic-tac-toe&clock=1 0 60 0.1&moves=b2");
  await expect(board.status).toHaveText("First has won on time");
  await board.click("#first");
  await board.expectHash(/ply=0$/);
  expect(await save(board)).toContain('[Result "1-0"]');
});

test("a file in UTF-8 or ISO 8859-1 keeps its letters", async ({ board }) => {
  const named = RECORD.replace("Ann", "Jürgen");
  const sgf = "(;GM[2]CA[ISO-8859-1]PB[Jürgen];B[f5])";
  for (const [text, encoding] of [
    [named, "utf8"],
    [named, "latin1"],
    [sgf, "latin1"],
  ]) {
    await board.open("game=gyges");
    await load(board, text, encoding);
    await expect(board.at("seat0"), `${text} in ${encoding}`).toContainText("Jürgen");
  }
});

test("a record with another program's name of its variant has this program's name", async ({ board }) => {
  await board.open("game=chess");
  await load(board, '[Variant "Standard"]\n\n1. e4 e5 *');
  await board.expectPlies(2);
  await board.expectHash(/variant=chess\b/);
});

test("a record that cannot be read says where", async ({ board }) => {
  await board.open("game=gyges");
  await load(board, '[White "x"]\n\n1. d6 {open');
  await expect(board.status).toContainText("line ");
  await load(board, "\n");
  await expect(board.status).toHaveText("The file holds no games.");
  await load(board, RECORD.repeat(10_000));
  // A page without a server has no limit on the length of a message.
  await expect(board.status).toContainText(board.isStatic ? "only the first 500" : "too long");
});

test("variations are walked and go on", async ({ board, page }) => {
  const [variations, instead] = [board.at("variations"), "Instead: (1. f4 {also} d6)"];
  await loadGame(board, RECORD, 4);
  await board.click("#forward");
  await expect(variations).toHaveText(instead);
  await variations.locator("button").focus();
  await board.press("Enter");
  await board.expectHash(/moves=f4\+d6.*ply=1/);
  await expect(board.at("mainline"), "the focus stays").toBeFocused();
  await expect(board.at("note")).toHaveValue("also");
  await expect(page.locator(".ply.aside")).toHaveCount(2);
  await board.expectDrawn();
  await board.audit("a variation");
  // Returning to the game from the variation does not change the game.
  await board.click("#mainline");
  await expect(variations).toHaveText(instead);
  await board.expectHash(/moves=d6\+f4\+d2\+b4/);
  // A variation can have further moves and variations.
  await board.click("#variations button");
  await board.expectHash(/moves=f4\+d6/);
  await board.choose("d2");
  await expect(variations).toHaveText("Instead: (1... d6)Back to the game");
  await board.choose("b4");
  await board.expectHash(/moves=f4\+d2\+b4$/);
  await board.click("#mainline");
  await expect(variations).toHaveText("Instead: (1. f4 {also} d2 (d6) b4)");
  await board.expectDrawn();
});

test("a move before a variation belongs to the game, whose other moves become one", async ({ board }) => {
  const variations = board.at("variations");
  await loadGame(board, mill("1. d6 f4 2. d2 b4 (b2 g1)"), 4);
  for (let ply = 0; ply < 4; ply++) await board.click("#forward");
  await board.click("#variations button");
  await board.expectHash(/moves=d6\+f4\+d2\+b2\+g1/);
  for (let ply = 4; ply > 1; ply--) await board.click("#back");
  await board.choose("g4");
  await board.expectHash(/moves=d6\+g4$/);
  await expect(variations).toHaveText("Instead: (1... f4 d2 b4 (b2 g1))");
  await expect(variations).not.toContainText("Back to the game");
});

test("variations are numbered by the position where they branch off", async ({ board }) => {
  const variations = board.at("variations");
  // This file leaves out most numbers, so they do not say whose moves follow.
  await loadGame(board, mill("1. d6 f4 (b4 {or 1. g1} d2 (a1)) 2. d2 (b2) b4 (b2 g1)"), 4);
  await board.click("#forward");
  for (const text of ["1... b4 {or 1. g1} d2 (a1)", "2. b2", "2... b2 g1"]) {
    await board.click("#forward");
    await expect(variations).toHaveText(`Instead: (${text})`);
  }
  expect(await save(board)).toContain("(2... b2 3. g1)");
  // If all moves have numbers, the numbers stay.
  await load(board, mill("1. d6 1... f4 2. d2 (2. b4 2... b2 (2... g1))"));
  await board.expectPlies(3);
  await board.click("#last");
  await expect(variations).toHaveText("Instead: (2. b4 2... b2 (2... g1))");
  await board.click("#variations button");
  await board.click("#forward");
  await expect(variations).toHaveText("Instead: (2... g1)Back to the game");
});

test("a comment keeps its lines", async ({ board }) => {
  await board.openForTwo("game=mill&moves=d6 f4");
  await board.fill("#note", "a plan:\nfirst d2,");
  const note = board.at("note");
  await note.press("End");
  await note.pressSequentially("\nthen b4");
  await expect(note).toHaveValue("a plan:\nfirst d2,\nthen b4");
  await board.click("#back");
  await expect(note).toHaveValue("");
  await board.click("#forward");
  await expect(note).toHaveValue("a plan:\nfirst d2,\nthen b4");
  await board.select("#format", "sgf");
  expect(await save(board)).toContain("C[a plan:\nfirst d2,\nthen b4]");
});

test("a reload keeps comments, drawings and variations", async ({ board, page }) => {
  const [variations, drawn] = [board.at("variations"), page.locator(".drawn .arrow")];
  await board.openForTwo("game=mill&moves=d6 f4 d2");
  await board.fill("#note", "my plan");
  await board.drag("d6", "f4", "right");
  await board.click("#back");
  await board.expectHash(/ply=2/);
  await board.fill("#note", "an answer");
  await board.choose("b4");
  await expect(variations).toHaveText("Instead: (2. d2 {my plan [%cal Gd6f4]})");
  await board.reload();
  await expect(variations).toHaveText("Instead: (2. d2 {my plan [%cal Gd6f4]})");
  // A reload also keeps a shown variation, and the comments that are typed in it, in the game that it belongs
  // to.
  await board.click("#variations button");
  await expect(drawn).toHaveCount(1);
  await board.fill("#note", "better");
  await board.reload();
  await expect(board.at("note")).toHaveValue("better");
  await expect(drawn).toHaveCount(1);
  await board.click("#back");
  await expect(board.at("note")).toHaveValue("an answer");
  await board.fill("#note", "the answer");
  await board.click("#mainline");
  await expect(variations).toHaveText("Instead: (2. d2 {better [%cal Gd6f4]})");
  await board.expectHash(/moves=d6\+f4\+b4/);
  await board.click("#back");
  await expect(board.at("note")).toHaveValue("the answer");
  // The next visit without an address continues the game.
  await board.open();
  await expect(board.at("note")).toHaveValue("the answer");
  // Another game that goes through the same positions does not replace it.
  const hash = await board.hash();
  await board.openForTwo("game=mill");
  for (const place of ["d6", "f4", "b4"]) await board.choose(place);
  await board.expectHash(/moves=d6\+f4\+b4/);
  await board.open(hash.slice(1));
  await expect(board.at("note")).toHaveValue("the answer");
});

test("the engine does not go on with a record after a reload", async ({ board }) => {
  await loadGame(board, mill("1. d6 f4 2. d2"), 3, "second=engine 30");
  await board.click("#last");
  await board.expectPieces(3);
  await board.reload();
  await expect(board.status).toHaveText("Black: put a stone on a free point");
  await board.expectPieces(3);
  // A person plays on from the record, and the engine answers also after a reload.
  await board.play("b4");
  await board.choose("d7");
  await board.expectHash(/d7/);
  await board.reload();
  await board.expectHash(/d7\+\w\d/);
});

test("the page asks before something is lost that it cannot keep", async ({ board, page }) => {
  const asks = () => page.evaluate(() => !dispatchEvent(new Event("beforeunload", { cancelable: true })));
  await board.openForTwo("game=tic-tac-toe&moves=b2");
  await board.fill("#note", "kept");
  expect(await asks()).toBe(false);
  await board.fill("#position", ".../.x./..o");
  expect(await asks(), "a text of a position").toBe(true);
  await board.fill("#position", ".../.x./...");
  expect(await asks()).toBe(false);
  await page.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new Error("full");
    };
  });
  await board.fill("#note", "lost");
  expect(await asks(), "a comment without storage").toBe(true);
  await expect(board.at("unstored")).toHaveText("the browser stores no more");
});
