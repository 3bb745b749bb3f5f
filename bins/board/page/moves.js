// The list of moves, and the comment on the current move and its variations.

import { action, byId, html, refill, textarea } from "./dom.js";
import { textOf } from "./markup.js";
import { isOpen } from "./tabs.js";
import { t } from "./texts.js";
import { verdict } from "./values.js";
import { numbered } from "./variations.js";

/** Signs of the glyphs `$1` to `$6`. */
const SIGNS = ["!", "?", "!!", "??", "!?", "?!"];

/** Ply of the move whose comment stands in the field. */
let commented = 0;
/** Ply that was shown when the field was filled. */
let shown = 0;

export const commentedPly = () => commented;

/**
 * Shows the comment on the current move. While a person types a comment, a move that is played leaves it in
 * the field.
 * @param {import("./game.js").Game} game
 * @param {boolean} isPlayed whether a move was just played
 */
export function showComment(game, isPlayed) {
  const note = textarea("note");
  const isTyped = note === document.activeElement && (isPlayed || game.ply === shown);
  if (!isTyped) commented = game.ply;
  shown = game.ply;
  const text = textOf(game.annotation(commented).comment);
  // A space at the end of what is being typed is not part of the comment yet.
  if (note.value.trim() !== text) note.value = text;
}

/** Returns the signs of glyphs such as `$1 $14`, as far as they have one. @param {string} glyphs */
const signsOf = (glyphs) =>
  glyphs
    .split(" ")
    .map((glyph) => SIGNS[Number(glyph.slice(1)) - 1] ?? "")
    .join("");

/**
 * Lists the moves, and shows the variations of the current one. Each row has a turn of the first side and the
 * next one of the second. Moves whose side is unknown share a row.
 * @param {import("./game.js").Game} game
 * @param {import("./navigation.js").Navigation} navigation
 */
export function showMoves(game, navigation) {
  const list = /** @type {HTMLElement} */ (byId("moves"));
  /** @type {HTMLLIElement[]} */
  const rows = [];
  /** @type {number | undefined | null} */
  let last = null;
  let number = "";
  game.moves.forEach((move, ply) => {
    const side = game.sideAt(ply);
    if (!rows.length || (side !== last && side !== 1)) rows.push(html("li", { value: rows.length + 1 }));
    last = side;
    // The side is unknown until the server has sent the position.
    if (ply + 1 === game.ply && side !== undefined) number = `${rows.length}${side === 1 ? "..." : "."}`;
    rows.at(-1)?.append(moveButton(game, move, ply + 1, navigation));
  });
  refill(list, ".here", rows);
  scrollToCurrent(list);
  showVariations(game, navigation, number);
}

/**
 * Scrolls the panel to the current move if the list is shown. The browser's own function would scroll the
 * page, too.
 * @param {HTMLElement} list
 */
function scrollToCurrent(list) {
  const here = list.querySelector(".here");
  const panel = list.closest("#panels");
  if (!here || !panel || !isOpen("record")) return;
  const [spot, frame] = [here.getBoundingClientRect(), panel.getBoundingClientRect()];
  panel.scrollTop += spot.top - frame.top - frame.height / 2;
}

/**
 * Shows the variations of the current move, and a button that leaves the shown one.
 * @param {import("./game.js").Game} game
 * @param {import("./navigation.js").Navigation} navigation
 * @param {string} number number of the current move
 */
function showVariations(game, navigation, number) {
  const buttons = game.variations.map((text, index) => {
    const onclick = () => navigation.walk(() => game.enter(index));
    return html("button", { title: t("showline"), onclick }, numbered(text, number));
  });
  if (game.variationStart !== null) {
    buttons.push(action("mainline", t("resume"), () => navigation.walk(() => game.leave())));
  }
  refill(byId("variations"), "button", [game.variations.length ? `${t("instead")} ` : "", ...buttons]);
}

/**
 * @param {import("./game.js").Game} game
 * @param {string} move
 * @param {number} ply
 * @param {import("./navigation.js").Navigation} navigation
 */
function moveButton(game, move, ply, navigation) {
  const bad = verdict(game, ply - 1);
  const isHere = game.ply === ply;
  const isAside = game.variationStart !== null && ply > game.variationStart;
  const { comment, glyphs, variations } = game.annotation(ply);
  const text = textOf(comment);
  const attributes = {
    class: ["ply", isHere && "here", bad && "bad", isAside && "aside"].filter(Boolean).join(" "),
    "aria-current": isHere ? "step" : null,
    title: text || null,
    onclick: () => navigation.goTo(ply),
  };
  const marks = (signsOf(glyphs) || bad) + (text ? " ✎" : "") + (variations ? " (…)" : "");
  return html("button", attributes, move + marks);
}
