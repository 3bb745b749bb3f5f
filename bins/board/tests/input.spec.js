// Input on the board: moves in steps and by dragging, the wheel, drawings, fingers.

import { PHONE, expect, named, test } from "./board.js";

const TOWERS = "game=santorini&position=0000001301112300001100000/1/mortal:B3,D3/mortal:C4,C2";

test("a worker steps and builds, and comes back when the step is taken back", async ({ board, page }) => {
  await board.openForTwo(TOWERS);
  const start = await board.drawnPieces();
  const chosen = page.locator(".target.chosen");
  await board.choose("B3");
  await expect(chosen).toHaveAttribute("data-word", "B3");
  expect(await board.litPlaces()).toContain("A2");
  expect(await board.litPlaces()).not.toContain("C4");
  await board.choose("A2");
  await expect(board.status).toHaveText(/build beside it$/);
  await expect(page.locator('.piece.figure[data-at="15"]')).toHaveCount(1);
  const moved = await board.drawnPieces();
  expect(moved).toContain("A2 figure 0");
  expect(moved).not.toContain("B3 figure 0");
  // A half-entered move is taken back by the button and by the key.
  await board.click("#takeback");
  await expect(page.locator('.piece.figure[data-at="15"]')).toHaveCount(0);
  await expect(board.status).toHaveText(/move the worker$/);
  await board.press("Escape");
  await expect(chosen).toHaveCount(0);
  expect(await board.drawnPieces()).toEqual(start);
  await board.choose("B3");
  await expect(chosen).toHaveAttribute("data-word", "B3");
  await board.choose("A2");
  await expect(board.status).toHaveText(/build beside it$/);
  await board.choose("B3");
  await board.expectHash(/moves=/);
  await board.expectDrawn();
  await expect(board.status).toHaveText(/^Player two/);
  await board.click("#undo");
  await board.expectPosition(/mortal:B3,D3/);
  await board.click("#redo");
  await board.expectPosition(/mortal:D3,A2/);
});

test("a step that was entered stays on a turned board", async ({ board, page }) => {
  await board.openForTwo(TOWERS);
  await board.choose("B3");
  await board.choose("A2");
  await expect(board.status).toHaveText(/build beside it$/);
  await board.click("#flip");
  await expect(board.status).toHaveText(/build beside it$/);
  await expect(page.locator('.piece.figure[data-at="15"]')).toHaveCount(1);
  await board.choose("B3");
  await board.expectHash(/moves=/);
  await board.expectDrawn();
});

test("a mill asks for a stone, and is taken back before one is removed", async ({ board }) => {
  await board.openForTwo("game=mill&moves=a1 d2 a4 f4");
  await board.choose("a7");
  await expect(board.status).toContainText("take a stone");
  expect((await board.litPlaces()).sort()).toEqual(["d2", "f4"]);
  await board.press("Escape");
  await expect(board.status).toContainText("put a stone");
  await board.expectHash(/f4$|ply=4$/);
  expect(await board.drawnPieces()).not.toContain("a7 disc 0");
  await board.choose("a7");
  await expect(board.status).toContainText("take a stone");
  await board.choose("f4");
  await expect(board.status).toContainText("Black: put");
  await board.expectDrawn();
});

test("a piece bounces from piece to piece along a trail", async ({ board, page }) => {
  await board.openForTwo("game=gyges");
  await board.choose("3");
  await expect(board.status).toContainText("bounce");
  // On the piece at 2, the moved piece may bounce or land, so the page offers both steps.
  await board.choose("2");
  await expect(board.status).toHaveText(/bounce on a piece or choose where it lands$/);
  await board.click("#choices button[data-step='bounce 2']");
  await expect(page.locator(".trail polyline")).toHaveCount(1);
  await board.press("Escape");
  await expect(page.locator(".trail polyline")).toHaveCount(0);
  await board.press("Escape");
  await expect(board.status).toHaveText(/choose a piece of your row$/);
  // The last square of a path can also be clicked at once, such as 9 after 3.
  await board.choose("3");
  await board.choose("9");
  await board.expectHash(/moves=3%7C9/);
  await board.waitUntilStill();
  await board.expectDrawn();
});

test("one chooses among the ways of a piece, and sees its path", async ({ board, page }) => {
  // Two paths lead from 0 to 7: two steps, and a bounce on 2.
  for (const [bounces, points] of [
    [false, 3],
    [true, 5],
  ]) {
    await board.openForTwo("game=gyges&position=202110/000330/000000/000200/000100/030123 1");
    await board.choose("0");
    if (bounces) {
      await board.choose("2");
      await board.click("#choices button[data-step='bounce 2']");
    }
    await board.choose("7");
    await board.expectHash(/moves=0%7C7/);
    const path = page.locator(".wake polyline");
    await expect(path).toHaveAttribute("points", new RegExp(`^\\S+( \\S+){${Number(points) - 1}}$`));
    await board.expectDrawn();
  }
});

test("a stone is dragged and let go", async ({ board, page }) => {
  await board.openForTwo("game=mill&position=@**@*@@@/*OOO*@O*/O@*OOO** w m s 8 0 7 0 0 0 0 0 0 0 0 0 10");
  const [from, other] = await board.litPlaces();
  const chosen = page.locator(".target.chosen, .ghost");
  await board.choose(from);
  await expect(chosen).toHaveCount(1);
  const [to] = await board.litPlaces();
  await board.press("Escape");
  await expect(chosen).toHaveCount(0);
  // A stone that is dropped on another stone returns to its point.
  await board.drag(from, other);
  await expect(chosen).toHaveCount(0);
  // The stone stays under the pointer while an analysis draws its arrows.
  await board.click("#analyse");
  const [start, end] = await board.spots(named(from), named(to));
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(end.x, end.y);
  await expect(page.locator(".arrows .arrow")).toHaveCount(3);
  await expect(page.locator(".ghost")).toHaveCount(1);
  await page.mouse.up();
  await board.expectHash(new RegExp(`moves=${from}-${to}`));
});

test("the wheel and the keys walk through the moves", async ({ board, page }) => {
  await board.openForTwo("game=mill");
  await board.at("note").focus();
  await board.play("d6", "f4");
  // The pointer leaves the focus to the moves.
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  await board.press("ArrowLeft");
  await board.expectHash(/ply=1/);
  await board.wheel(100);
  await board.expectHash(/f4$/);
  // After the last move, the wheel scrolls the page.
  expect(await board.wheel(100)).toBe(true);
  expect(await board.wheel(-100)).toBe(false);
  await board.expectHash(/ply=1/);
  // The letter B moves the focus to the board, where arrow keys move it further.
  await board.press("b");
  await board.press("ArrowRight");
  expect(await page.evaluate(() => document.activeElement.classList.contains("target"))).toBe(true);
  await board.expectHash(/ply=1/);
});

test("a screen reader reaches every place, and clicks without a pointer", async ({ board, page }) => {
  await board.openForTwo("game=mill");
  const places = page.locator("#board").getByRole("button");
  await expect(places).toHaveCount(24);
  await page.getByRole("button", { name: "d6: empty, place possible" }).dispatchEvent("click");
  await board.expectHash(/moves=d6$/);
  await board.choose("f4");
  await board.expectHash(/moves=d6\+f4$/);
  // Arrow keys lead to every place of a board whose places do not lie in rows.
  await board.openForTwo("game=kalah");
  const reached = await page.evaluate(() => {
    const found = new Set(document.querySelectorAll(".target[tabindex='0']"));
    for (const place of found) {
      for (const key of ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"]) {
        place.focus();
        place.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
        found.add(document.activeElement);
      }
    }
    return found.size;
  });
  expect(reached).toBe(14);
});

test("the right button draws, and a click clears", async ({ board, page }) => {
  await board.openForTwo("game=mill&moves=d6 f4");
  const drawn = page.locator(".drawn .arrow");
  await board.drag("d6", "f4", "right");
  await board.drag("a1", "a1", "right");
  await expect(drawn).toHaveCount(2);
  // The drawings are hidden in other positions and shown again in this one.
  await board.click("#back");
  await expect(drawn).toHaveCount(0);
  await board.click("#forward");
  await expect(drawn).toHaveCount(2);
  await board.drag("a1", "a1", "right");
  await expect(drawn).toHaveCount(1);
  // A drawing that ends beside the board is dropped.
  const [{ x, y }] = await board.spots(named("b2"));
  await page.mouse.move(x, y);
  await page.mouse.down({ button: "right" });
  await expect(drawn).toHaveCount(2);
  await page.mouse.move(1, 1);
  await page.mouse.up({ button: "right" });
  await expect(drawn).toHaveCount(1);
  const kept = () => page.evaluate(() => JSON.parse(localStorage["plywright.annotated"]).length);
  expect(await kept()).toBe(1);
  await board.choose("d6");
  await expect(drawn).toHaveCount(0);
  expect(await kept(), "a game without drawings is not an annotated one").toBe(0);
});

test("a pawn is promoted at its square, to a queen first", async ({ board, page }) => {
  await board.openForTwo("game=chess&position=8/P6k/8/8/8/8/8/K7 w - - 0 1");
  await board.choose("a7");
  await board.choose("a8");
  await expect(board.at("choices")).toHaveClass(/\bat\b/);
  const choices = page.locator("#choices button");
  await expect(choices).toHaveText(["queen", "rook", "bishop", "knight", "Take back step"]);
  const [menu, square] = [await board.at("choices").boundingBox(), page.locator(`${named("a8")} .hit`)];
  const box = await square.boundingBox();
  expect(Math.abs(menu.y - box.y - box.height)).toBeLessThan(8);
  expect(menu.x - box.x - box.width).toBeLessThan(8);
  await choices.first().click();
  await board.expectHash(/moves=a7a8q$/);
});

test("letters are keys only where one wants them, and lose no game", async ({ board }) => {
  const [asks, opens] = [board.at("confirm"), board.at("newgame")];
  await board.openForTwo("game=tic-tac-toe");
  await board.choose("b2");
  await board.expectHash(/moves=b2/);
  await board.press("N");
  await expect(opens).toBeVisible();
  await expect(board.at("begin")).toBeEnabled();
  await board.audit("a new game");
  // Another game would replace the current one, so the page asks.
  await board.click("#begin");
  await expect(asks).toBeVisible();
  await board.audit("a question");
  await board.press("Escape");
  await expect(asks).toBeHidden();
  await board.click("#cancel");
  await expect(opens).toBeHidden();
  await board.expectPosition(".../.x./...");
  await board.click("#letters");
  await board.press("f");
  await board.press("n");
  await expect(opens).toBeHidden();
  await board.openForTwo("game=tic-tac-toe&moves=b2");
  await expect(board.at("letters"), "it stays").not.toBeChecked();
  await board.click("#letters");
  // The game was loaded from the page's address and has not changed, so a new game starts without a question.
  await board.press("n");
  await expect(board.at("begin")).toBeEnabled();
  await board.click("#begin");
  await expect.poll(board.hash).not.toContain("moves");
});

test.describe("a finger", { tag: "@chromium" }, () => {
  test.use(PHONE);

  test("draws by a long press", async ({ board, page }) => {
    await board.openForTwo("game=mill&moves=d6 f4");
    const drawn = page.locator(".drawn .arrow");
    await board.pressLong("d6", "f4");
    await expect(drawn).toHaveCount(1);
    await expect(page.locator(".drawn polyline")).toHaveCount(1);
    await board.pressLong("a1", "a1");
    await expect(drawn).toHaveCount(2);
    expect(await board.hash(), "a long press plays nothing").toMatch(/f4$/);
    await board.play("a1");
  });

  test("beside a place means it", async ({ board, page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await board.openForTwo("game=hex&moves=f6");
    // A hexagon is 28 pixels wide. The finger lies on the stone, at the edge to its free neighbour.
    const [stone, free] = await board.spots(named("f6"), named("g6"));
    await page.touchscreen.tap(stone.x + (free.x - stone.x) * 0.3, stone.y);
    await board.expectHash(/moves=f6\+..$/);
    expect(await board.hash()).not.toMatch(/\+f6$/);
  });
});
