// Learning a game: how to play, hints, puzzles with a rating, gods.

import { expect, test } from "./board.js";

test("the rules are read beside the board", async ({ board, page }) => {
  await board.openForTwo("game=mill");
  await board.openPanel("rules");
  await expect(page.locator("#guide p")).toHaveCount(13);
  await expect.poll(() => page.locator("#guide figure .piece").count()).toBeGreaterThan(10);
  await board.audit("how to play");
  const panels = board.at("panels");
  await panels.evaluate((it) => (it.scrollTop = 150));
  await board.play("d6");
  expect(await panels.evaluate((it) => it.scrollTop), "the text stays where it is read").toBe(150);
  await board.openPanel("record");
  await expect(page.locator("#guide figure")).toHaveCount(0);
});

test("a hint shows a move, and then says why", async ({ board, page }) => {
  const hinted = board.at("hinted");
  // Only d1 wins, by the opening tables.
  await board.openForTwo("game=mill&moves=d6 f4 d2 b4 d3");
  await board.click("#hint");
  await expect(hinted).toHaveText(/^A good move: put a stone on d1\./);
  await expect(page.locator(".arrows .arrow")).toHaveCount(1);
  await board.click("#flip");
  await expect(page.locator(".arrows .arrow")).toHaveCount(1);
  await board.click("#hint");
  await expect(hinted).toHaveText("After d1: Black wins. No other move wins.");
  await board.play("d1");
  await expect(hinted).toHaveText("");
  // A proven win has its line as the reason, and what the last move does.
  await board.openForTwo("game=santorini&position=0000401301112300001300000/1/mortal:C3,A1/mortal:A5,C2");
  await board.click("#hint");
  await expect(hinted).toHaveText(/^A good move: /);
  await board.click("#hint");
  await expect(hinted).toHaveText(
    /^Player one wins in 1 move: \S+ Player one then moves to the third storey on (D3|C4)\.$/,
  );
  await board.openForTwo("game=tic-tac-toe&moves=a3 a2 b2 a1");
  await board.click("#hint");
  await expect(hinted).toHaveText(/^A good move: choose /);
  await board.click("#hint");
  await expect(hinted).toHaveText(/First wins in .* First has won: three in a row\.$/);
});

test("a hint that fails says why", async ({ board }) => {
  await board.changeMessages((message) => {
    const isOfSearch = message.type === "line" || message.type === "best";
    if (isOfSearch) Object.assign(message, { type: "error", message: "too many searches" });
  });
  await board.openForTwo("game=mill");
  await board.click("#hint");
  await expect(board.at("hinted")).toHaveText("There is no hint: too many searches.");
});

test("a hint calls no move the only one if the value of another is unknown", async ({ board }) => {
  await board.changeMessages((message) => {
    if (message.type === "exact") message.moves.find(({ move }) => move !== "d1").value = null;
  });
  await board.openForTwo("game=mill&moves=d6 f4 d2 b4 d3");
  for (const text of [/^A good move: put a stone on d1\./, "After d1: Black wins."]) {
    await board.click("#hint");
    await expect(board.at("hinted")).toHaveText(text);
  }
});

test("the first game begins with three hints", { tag: "@connect-four" }, async ({ board, page }) => {
  const hinted = board.at("hinted");
  await board.openForTwo("game=connect-four");
  await page.evaluate(() => (localStorage["plywright.guided"] = "true"));
  await board.openForTwo("game=connect-four&moves=1");
  // The search for the first hint goes on.
  await board.click("#flip");
  for (let ply = 1; ply <= 3; ply++) {
    await expect(hinted).toContainText("Your first game");
    await board.choose("4");
    await board.expectPlies(ply + 1);
  }
  await expect(hinted).toHaveText("");
  await board.openForTwo("game=connect-four");
  expect(await page.evaluate(() => localStorage["plywright.guidedgames"])).toBe('["connect-four"]');
});

test("the suggested level is played by a person, and results are forgotten", async ({ board, page }) => {
  await board.open("game=tic-tac-toe&moves=b2&ply=0&first=engine 3&second=engine 3");
  await page.evaluate(() => (localStorage["plywright.results"] = '{"tic-tac-toe tic-tac-toe":[[6,1]]}'));
  await board.reload();
  await expect(board.at("partner")).toContainText("You scored 1 in 1 game.");
  await board.click("#even");
  await board.expectHash(/first=engine\+\d+&second=person/);
  await board.expectPlies(1);
  await board.click("#forget");
  await expect(board.at("partner")).toHaveText("");
  // From the current move, the arrow keys walk through the moves.
  await expect(page.locator("#moves .here")).toBeFocused();
  await board.press("ArrowLeft");
  await expect(board.status).toHaveText(/\(move 0 of 1\)$/);
});

test("a puzzle is posed, judged, solved and rated", { tag: "@connect-four" }, async ({ board, page }) => {
  const [task, rating] = [board.at("task"), board.at("rating")];
  await board.openForTwo("game=connect-four");
  await expect(rating).toContainText(": 1000.");
  const pose = async () => {
    await board.fill("#puzzlenumber", "2");
    await board.click("#puzzle");
    await expect(task).toHaveText(/^Puzzle 2 of 100, level 2\..*win in 2\.$/);
  };
  await pose();
  await board.choose("1");
  await expect(task).toHaveText(/^1 fails: .*Play continues/);
  await board.click("#retry");
  await expect(board.at("retry")).toBeHidden();
  await expect(board.at("redo")).toBeEnabled();
  const solve = async () => {
    await board.choose("3");
    await expect(task).toHaveText("Right. What next?");
    await board.expectPlies(2);
    await expect(board.at("played")).toHaveText("Yellow: 4");
    await board.choose("4");
    await expect(task).toContainText("The puzzle is solved");
  };
  await solve();
  await pose();
  await solve();
  await expect(rating).toContainText("in a row: 1.");
  // After a hint, the answer counts as wrong.
  await board.click("#daily");
  await expect(task).toHaveText(/^Puzzle /);
  await expect(board.at("puzzlenumber")).toHaveValue("3");
  await board.click("#hint");
  await expect(page.locator(".arrows .arrow")).toHaveCount(1);
  await expect(board.status).toHaveText(/^The right move begins with this: drop into column \d\.$/);
  await expect(rating).toContainText("in a row: 0.");
  // After help by the engine, too, the answer counts as wrong.
  for (const help of ["#go", "#analyse"]) {
    await pose();
    await solve();
    await expect(rating).toContainText("in a row: 1.");
    await pose();
    await board.click(help);
    await expect(rating).toContainText("in a row: 0.");
  }
});

test("a rematch after a puzzle is one of the person's game", async ({ board }) => {
  await board.open("game=chess&first=person&second=engine 3");
  await board.fill("#puzzlenumber", "1");
  await board.click("#puzzle");
  await expect(board.at("task")).toHaveText(/^Puzzle 1 /);
  await board.click("#solution");
  await expect(board.at("task")).toHaveText(/^The solution: /);
  await board.click("#rematch");
  await board.expectHash(/^#game=chess&[^#]*first=engine\+3&second=person&moves=/);
});

test("a puzzle takes neither review nor result of a game", { tag: "@connect-four" }, async ({ board }) => {
  const solveLater = async () => {
    await board.click("#puzzle");
    await expect(board.at("task")).toHaveText(/^Puzzle /);
    await board.click("#resume");
    await expect(board.at("task")).toHaveText("");
  };
  await board.openForTwo("game=connect-four&moves=4 4");
  await board.click("#review");
  await expect(board.at("reviewed")).toContainText("accuracy");
  await expect(board.at("depth")).toHaveText("");
  await solveLater();
  await expect(board.at("reviewed")).toContainText("accuracy");
  // The game counts although a puzzle was looked at: the person loses it on time.
  await board.begin({ "#against": "engine 0", "#minutes": "0.1", "#increment": "0" });
  // The dialogue closes when the game is loaded.
  await expect(board.at("newgame")).toBeHidden();
  await board.choose("4");
  await board.expectHash(/second=engine\+0&.*moves=4\+\d/);
  await solveLater();
  await expect(board.status).toHaveText(/on time$/, { timeout: 30_000 });
  await expect(board.at("partner")).toContainText("You scored 0 in 1 game.");
});

test("Back from a puzzle, and Forward again", { tag: "@connect-four" }, async ({ board, page }) => {
  await board.openForTwo("game=connect-four&moves=1 2");
  await board.begin();
  await board.expectPieces(0);
  await board.click("#puzzle");
  await expect(board.at("task")).toHaveText(/^Puzzle /);
  await page.goBack();
  await board.expectPieces(2);
  await page.goForward();
  await board.expectPieces(0);
  await board.expectHash(/^#game=connect-four&[^#]*second=person$/);
});

test("variants and gods change, and their rules are in sight", async ({ board, page }) => {
  const [lines, begin] = [page.locator(".ground path"), board.at("begin")];
  await board.open("game=mill");
  await expect(lines).toHaveCount(32);
  await board.begin({ "#variant": "twelve-mens-morris" });
  await expect(lines).toHaveCount(40);
  await board.begin({ "#game": "santorini", "#option-First-God": "apollo" });
  await expect(page.locator("#seat0 .role")).toHaveText("Apollo");
  await board.openPanel("rules");
  await expect(board.at("roles")).toContainText("Player one, Apollo: ");
  expect((await board.text("roles")).length).toBeGreaterThan(60);
  // A pair that the game forbids is refused in the dialogue, and can be corrected there.
  await board.openDialogue();
  await page.locator("#option-First-God").focus();
  await board.select("#option-First-God", "hades");
  await expect(begin).toBeEnabled();
  await expect(page.locator("#option-First-God"), "the focus stays").toBeFocused();
  await board.select("#option-Second-God", "pan");
  await expect(board.at("refused")).toContainText("not an allowed pair");
  await expect(begin).toBeDisabled();
  await board.select("#option-First-God", "artemis");
  await expect(begin).toBeEnabled();
  await board.click("#begin");
  await expect(page.locator("#seat1 .role")).toHaveText("Pan");
  await board.open("game=santorini&variant=no-such");
  await expect(board.status).toContainText("no-such");
  await board.open("game=santorini&variant=apollov2-demeter");
  await expect(page.locator("#seat1 .role")).toHaveText("Demeter");
  await board.openPanel("rules");
  await expect(board.at("roles")).toContainText("Player one, Apollo v2: ");
  await board.openDialogue();
  await expect(page.locator("#variant option:checked")).toHaveText("as chosen below");
  await board.click("#cancel");
  await expect(board.status).toContainText("put a worker");
});

test("a warning about the rules of a new game stands in its dialogue", async ({ board }) => {
  await board.changeMessages((message) => {
    if (message.type === "position") message.warning = "the tables are not used";
  });
  await board.openForTwo("game=mill");
  await board.openDialogue();
  await expect(board.at("refused")).toHaveText("the tables are not used");
});
