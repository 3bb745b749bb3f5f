// The list of moves, and what is written about the shown one.

import { byId, html, input } from "./dom.js";
import { textOf } from "./drawings.js";
import { verdict } from "./values.js";

/** Signs of the numeric annotation glyphs that stand for a judgement, from `$1`. */
const SIGNS = ["!", "?", "!!", "??", "!?", "?!"];

/** @param {string} glyphs */
const signsOf = (glyphs) =>
  glyphs
    .split(" ")
    .map((glyph) => SIGNS[Number(glyph.slice(1)) - 1] ?? "")
    .join("");

/**
 * Lists the moves, those of one turn in a row.
 * @param {import("./game.js").Game} game
 * @param {(ply: number) => void} show
 */
export function showMoves(game, show) {
  const list = /** @type {HTMLElement} */ (byId("moves"));
  /** @type {HTMLLIElement[]} */
  const rows = [];
  /** @type {number | undefined | null} */
  let last = null;
  game.moves.forEach((move, ply) => {
    const side = game.sideAt(ply);
    if (!rows.length || (side !== last && side !== 1)) rows.push(html("li", { value: rows.length + 1 }));
    last = side;
    rows.at(-1)?.append(moveButton(game, move, ply + 1, show));
  });
  list.replaceChildren(...rows);
  const here = /** @type {HTMLElement | null} */ (list.querySelector(".here"));
  if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  const { comment, variations } = game.annotation();
  input("note").value = textOf(comment);
  byId("variations").textContent = variations && `Instead: ${variations}`;
}

/**
 * @param {import("./game.js").Game} game
 * @param {string} move
 * @param {number} ply
 * @param {(ply: number) => void} show
 */
function moveButton(game, move, ply, show) {
  const bad = verdict(game, ply - 1);
  const isHere = game.ply === ply;
  const { comment, glyphs, variations } = game.annotation(ply);
  const text = textOf(comment);
  return html(
    "button",
    {
      type: "button",
      class: `ply side${game.sideAt(ply - 1)}${isHere ? " here" : ""}${bad ? " bad" : ""}`,
      "aria-current": isHere ? "step" : null,
      title: text || null,
      onclick: () => show(ply),
    },
    move + (signsOf(glyphs) || bad) + (text ? " ✎" : "") + (variations ? " (…)" : ""),
  );
}
