// Studying games: lines of analysis, exact values, reviews, variations and records.

import { expect, test } from "./board.js";

/** Three stones against three, an ending in the built-in tables. Black wins in nine plies. */
const ENDING = "game=mill&position=*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30";
const lines = ({ page }) => page.locator("#pv li");
const boxes = ({ page }) => page.locator("#pv b");

/** Returns the depth of the analysis in plies. */
const depth = async (board) => Number(/\d+/.exec(await board.text("depth"))?.[0] ?? 0);

test("the engine's lines grow", async ({ board, page }) => {
  await board.open("game=mill");
  await board.click("#analyse");
  await expect(lines(board)).toHaveCount(3);
  const first = await depth(board);
  await expect.poll(() => depth(board)).toBeGreaterThan(first);
  await expect(page.locator(".arrow")).toHaveCount(3);
  await expect(board.at("bar")).toHaveAttribute("aria-label", /^Evaluation/);
  // A hint interrupts the analysis.
  await board.click("#hint");
  await expect(board.at("hinted")).toHaveText(/^A good move/);
  const hinted = await board.text("depth");
  await expect(board.at("depth")).not.toHaveText(hinted);
  // A click on a line plays its first move, and the analysis continues in the next position.
  await expect(page.locator(".firstmove").first()).toHaveText(/^..$/);
  await board.select("#player1", "person");
  await expect(lines(board)).toHaveCount(3);
  await board.click("#pv button");
  await board.expectHash(/moves=/);
  await expect(lines(board)).toHaveCount(3);
});

test("a reload ends an analysis, and its box says this", { tag: "@firefox" }, async ({ board }) => {
  await board.openForTwo("game=tic-tac-toe");
  await board.click("#analyse");
  await board.reload();
  await expect(board.at("analyse")).not.toBeChecked();
});

test("a proven end is announced, and a review finds the blunder", async ({ board, page }) => {
  // After the opening in a corner, the reply on an edge loses.
  await board.open("game=tic-tac-toe&moves=a3 a2");
  await board.click("#analyse");
  await expect(board.at("depth")).toContainText("proven");
  await expect(boxes(board).first()).toHaveText(/^\+W/);
  await board.click("#analyse");
  await board.click("#review");
  await expect(page.locator("#graph circle")).toHaveCount(1);
  await expect(page.locator(".ply.bad")).toHaveText("a2??");
});

test("exact values are shown where tables know them", async ({ board }) => {
  const exact = board.at("exact");
  const told = exact.locator("p");
  await board.openForTwo(ENDING);
  await expect(exact, "nobody has asked").toBeHidden();
  await board.click("#analyse");
  await expect(told).toHaveText("Exactly: Black wins in 9 plies");
  await expect(exact.locator("button").first()).toHaveText(/ 9$/);
  // A click on a move plays it, also by a key. White then loses in eight plies.
  await exact.locator(".win", { hasText: /^d2-d6 9$/ }).press("Enter");
  await board.expectHash(/moves=d2-d6/);
  await expect(told).toHaveText("Exactly: Black wins in 8 plies");
  await expect(exact.locator("button").first(), "the focus stays").toBeFocused();
  await board.click("#analyse");
  await expect(exact).toBeHidden();
  // A position after the opening has no exact value.
  await board.openForTwo("game=mill&position=OO*O*O**/@*@*@***/*@*@*@OO w p p 6 3 6 3 0 0 0 0 0 0 0 0 7");
  await board.click("#analyse");
  await expect(lines(board)).toHaveCount(3);
  await expect(exact).toBeHidden();
});

test("a win by the next move is one ply away", async ({ board }) => {
  await board.changeMessages((message) => {
    if (message.type === "exact") message.value = { word: "win", plies: 1, points: null };
  });
  await board.openForTwo(ENDING);
  await board.click("#analyse");
  await expect(board.at("exact").locator("p")).toHaveText("Exactly: Black wins in 1 ply");
});

test("an exact value sets the bar and the lines", async ({ board, page }) => {
  const [share, bar] = [page.locator("#share"), board.at("bar")];
  // Mill's opening tables know this position. Only d1 wins.
  await board.openForTwo("game=mill&moves=d6 f4 d2 b4 d3");
  await board.click("#analyse");
  await expect(board.at("exact")).toBeVisible();
  await expect(boxes(board)).toHaveText(["Black wins", "White wins", "White wins"]);
  await expect(bar).toHaveAttribute("aria-label", "Evaluation: Black wins");
  await expect(share).toHaveAttribute("style", /height: 0%/);
  await expect(page.locator(".firstmove").first()).toHaveText("d1");
  // After d1, White is to move, and Black still wins.
  await board.click("#pv button");
  await board.expectHash(/\+d1$/);
  await expect(bar).toHaveAttribute("aria-label", "Evaluation: Black wins");
  await expect(share).toHaveAttribute("style", /height: 0%/);
  await board.openForTwo(ENDING);
  await board.click("#analyse");
  await expect(boxes(board).first(), "the shortest win comes first").toHaveText("Black wins in 9 plies");
  await expect(board.at("score")).toHaveText("−W5");
});

test("a line is read whole before it is played", async ({ board, page }) => {
  await board.openForTwo("game=chess");
  await board.click("#analyse");
  await expect(lines(board)).toHaveCount(3);
  const line = page.locator("#pv button").first();
  const fits = () => line.evaluate((it) => it.scrollWidth <= it.clientWidth);
  await expect.poll(fits).toBe(false);
  await page.locator("#pv .whole").first().click();
  await expect.poll(fits).toBe(true);
  expect(await board.hash()).not.toContain("moves=");
  await board.audit("a whole line");
});

test("a margin is shown in the game's own unit", async ({ board }) => {
  await board.openForTwo(`game=othello&position=xxxxxxo.${"/xxxxxxxx".repeat(7)} x`);
  await board.click("#analyse");
  await expect(boxes(board)).toHaveText(["+64"]);
  await expect(board.at("bar")).toHaveAttribute("aria-label", /\+64 discs/);
  await board.choose("h1");
  await expect(board.status).toHaveText("Black has won by 64 discs");
});

test("a line that is replaced becomes a variation", async ({ board }) => {
  await board.openForTwo("game=mill&moves=d6 f4 d2");
  await board.click("#back");
  await board.expectHash(/ply=2/);
  await board.choose("b4");
  await expect(board.at("variations")).toHaveText("Instead: (2. d2)");
  // A move that was taken back leaves no variation.
  await board.click("#undo");
  await board.expectHash(/ply=2/);
  await board.play("a1");
  await expect(board.at("variations")).toHaveText("");
});

test("a mistake that ends the game is explained by this end", async ({ board }) => {
  await board.openForTwo("game=chess&position=7k/4Q3/6K1/8/8/8/8/8 w - - 0 1&moves=e7f7");
  await board.click("#review");
  await expect(board.page.locator("#reviewed li")).toHaveText(
    /^1 e7f7\?\? A draw: stalemate, or too few pieces for a mate\. Better: \S+\. Try it$/,
  );
});

test("a review that fails says why, and ends", async ({ board }) => {
  await board.changeMessages((message) => {
    if (message.type === "best") Object.assign(message, { type: "error", message: "too many searches" });
  });
  await board.openForTwo("game=tic-tac-toe&moves=a3 a2");
  await board.click("#review");
  await expect(board.status).toHaveText("too many searches");
  await expect(board.at("progress")).toBeHidden();
});

test("a mistake is looked at while the review runs", async ({ board, page }) => {
  await board.openForTwo("game=mill&moves=d6 f4 d2 b4 d7 d5 g1 b6 e5");
  await board.click("#review");
  const mistake = page.locator("#reviewed li button").first();
  await expect(mistake).toHaveText("5 d7??");
  await mistake.click();
  // Several moves keep the draw.
  await expect(board.status).toHaveText(/^White: d7\. Now: Black wins\. Before: A draw\. Better: \S+\.$/);
  await expect(mistake).toHaveText("5 d7??");
});

test("a mistake stays under the pointer while an analysis runs", async ({ board, page }) => {
  await board.open("game=tic-tac-toe&moves=a3 a2&ply=0");
  await board.click("#review");
  const mistake = page.locator("#reviewed li button").first();
  await expect(mistake).toHaveText("2 a2??");
  await expect(board.at("progress")).toBeHidden();
  const button = await mistake.elementHandle();
  await board.click("#analyse");
  await expect(lines(board)).toHaveCount(3);
  expect(await button.evaluate((it) => it.isConnected)).toBe(true);
});

test("a move during a review ends it, and the game goes on", async ({ board, page }) => {
  const moves = "d6 f4 d2 b4 d7 d5 g1 b6 e5 g4 e4 e3 d3 d1 c4 a7 b2 f2";
  await board.open(`game=mill&first=engine 0&second=engine 0&moves=${moves}&ply=0`);
  await page.evaluate(async () => {
    document.getElementById("review").click();
    const progress = document.getElementById("progress");
    while (progress.hidden) await new Promise((resolve) => setTimeout(resolve));
  });
  await board.choose("a1");
  await board.expectHash(/moves=[^&]*\ba1\+\w\d/);
  await expect(board.at("progress")).toBeHidden();
});

test("an opening tree is shown in the language of the page", async ({ board, page }) => {
  await board.changeMessages((message) => {
    if (message.type === "hello") message.tree = true;
    if (message.type !== "explored") return;
    message.moves = [{ move: "d6", results: [1, 0, 1], chance: 0.5, exact: "win" }];
  });
  await board.openForTwo("game=mill");
  await board.speak("de");
  await expect(page.locator("#explored td")).toHaveText(["2", "50 %", "0 %", "50 %", "50 %", "Gewinnt"]);
});

test("the graph is read and walked by keys", async ({ board }) => {
  await board.open("game=tic-tac-toe&moves=a3 a2");
  await board.click("#review");
  await expect(board.at("graphtext")).toContainText("Blunders: 2 a2.");
  await board.at("graph").focus();
  await board.press("ArrowLeft");
  await expect(board.at("graph")).toHaveAttribute("aria-valuenow", "1");
  await board.press("ArrowUp");
  await expect(board.at("graph")).toHaveAttribute("aria-valuetext", /a blunder$/);
});

test("a mistake is tried again", async ({ board, page }) => {
  await board.open("game=tic-tac-toe&moves=a3 a2");
  await board.click("#review");
  await expect(board.at("reviewed")).toContainText("2 a2??");
  await expect(board.at("reviewed")).toContainText("accuracy 100 %");
  await expect(board.at("depth")).toHaveText("");
  // A click on a mistake shows the better move and what the mistake gave away.
  await board.click("#reviewed li button");
  await expect(board.status).toHaveText(/^Second: a2\. First wins in /);
  await expect(page.locator(".arrows .arrow")).toHaveCount(1);
  await board.audit("a lesson");
  await page.locator("#reviewed button").last().click();
  await board.expectHash(/first=engine\+6&second=person&.*ply=1/);
  await expect(board.status).toHaveText("Find a better move than a2.");
  await expect(board.at("player1")).toHaveValue("person");
  // The person takes the centre, and the engine answers.
  await board.choose("b2");
  await board.expectHash(/moves=a3\+b2\+../);
});

test("a mistake is tried again after a loss on time", async ({ board, page }) => {
  await board.open("game=tic-tac-toe&clock=5 0 300 0&moves=a3 a2");
  await board.click("#review");
  await expect(board.at("reviewed")).toContainText("2 a2??");
  await expect(board.at("depth")).toHaveText("");
  await page.locator("#reviewed button").last().click();
  await expect(board.status).toHaveText("Find a better move than a2.");
  await board.choose("b2");
  await board.expectHash(/moves=a3\+b2\+../);
  await expect(board.status).toHaveText(/^Second: /);
});

test("the end of a game offers three ways on", async ({ board }) => {
  await board.openForTwo("game=tic-tac-toe&moves=a3 a2 b2 a1");
  for (const id of ["bar", "graph", "exact", "ending", "hinted", "progress"]) {
    await expect(board.at(id), "an idle board shows no analysis").toBeHidden();
  }
  await board.choose("c1");
  await expect(board.status).toHaveText("First has won: three in a row");
  await expect(board.at("ending")).toBeVisible();
  await board.audit("a finished game");
  await board.click("#endreview");
  await expect(board.at("reviewed")).toContainText("accuracy");
  await board.click("#rematch");
  await expect.poll(board.hash).not.toContain("moves");
  await expect(board.at("ending")).toBeHidden();
  // A rematch against the engine exchanges the sides.
  await board.open("game=tic-tac-toe&first=person&second=engine 3&position=xx./oo./...");
  await board.choose("c3");
  await board.click("#rematch");
  await board.expectHash(/first=engine\+3&second=person/);
});

test("a side with too few stones has lost for this reason", async ({ board }) => {
  await board.openForTwo(`${ENDING}&option.PiecesAtLeastCount=4`);
  await expect(board.status).toHaveText(
    "White has won: Black has too few stones or no move, or the first mill wins",
  );
});

test.describe("gliding", () => {
  test.use({ contextOptions: {} });

  test("two levels play while one watches", { tag: "@connect-four" }, async ({ board }) => {
    await board.open("game=connect-four");
    await board.select("#player0", "engine");
    await board.select("#level1", "20");
    await expect(board.status).toHaveText(/has won|draw/);
    await board.waitUntilStill();
    await board.expectDrawn();
  });
});
