// Input on the board without a pointer. Arrow keys move the focus from place to place. Enter, the space bar
// and the clicks of screen readers and of voice control choose a place.

import { placeOf } from "./board.js";
import { targetOf } from "./pointer.js";

/** @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
/** Weight of a sideways distance, so that a place straight ahead comes before a nearer one to the side. */
const SIDEWAYS = 3;

/** @param {import("./table.js").Table} table */
export function walkByKeys(table) {
  const { board } = table;
  board.svg.addEventListener("click", (event) => {
    const target = targetOf(event.target);
    // `detail` counts the clicks of a pointer, which `Pointer` handles. It is 0 for other clicks.
    if (!target || event.detail > 0) return;
    const { at, word } = placeOf(target);
    table.choose(word, at);
  });
  board.svg.addEventListener("keydown", (event) => {
    const target = targetOf(event.target);
    // Keys with Alt, Ctrl or Meta belong to the browser.
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
    const { at, word } = placeOf(target);
    const step = STEPS[event.key];
    if (event.key === "Enter" || event.key === " ") table.choose(word, at);
    else if (step) {
      const next = nextTo(board, target, step);
      if (next) board.focus(next);
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });
}

/**
 * Returns the nearest target in a direction, or null.
 * @param {import("./board.js").Board} board
 * @param {SVGElement} target
 * @param {[number, number]} step
 */
function nextTo({ scene, ground, targets }, target, [right, down]) {
  const spot = (/** @type {SVGElement} */ each) => ground.spot(scene.places[placeOf(each).at]);
  const here = spot(target);
  /** @type {{ target: SVGElement, cost: number } | null} */
  let best = null;
  for (const other of targets) {
    const { x, y } = spot(other);
    const [dx, dy] = [x - here.x, y - here.y];
    const along = dx * right + dy * down;
    const cost = along + SIDEWAYS * (Math.abs(dx * down) + Math.abs(dy * right));
    if (along > 0 && (!best || cost < best.cost)) best = { target: other, cost };
  }
  return best?.target ?? null;
}
