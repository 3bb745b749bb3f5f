// Shows the results of searches and lookups: principal variations, exact values, the moves of an opening tree
// and the evaluation bar.

import { byId, html, refill } from "./dom.js";
import { t } from "./texts.js";
import { exactOf, exactWords, valueOf } from "./values.js";

/**
 * Shows a value on the evaluation bar. Without one, both sides have half of the bar.
 * @param {Value | null | undefined} value
 * @param {boolean} turned whether the first side is at the top
 */
export function showBar(value, turned) {
  const bar = byId("bar");
  const share = /** @type {HTMLElement} */ (byId("share"));
  bar.classList.toggle("turned", turned);
  share.style.height = `${100 * (value?.chance ?? 0.5)}%`;
  byId("score").textContent = value?.text ?? "";
  bar.setAttribute("aria-label", value ? t("evaluation", { value: value.spoken }) : t("noevaluation"));
}

/** Creates the list item of a line. Its button unfolds a line that is cut at the edge of the panel. */
function lineItem() {
  const parts = [html("b"), " ", html("span", { class: "firstmove" }), " ", html("span")];
  const state = { "aria-label": t("wholeline"), "aria-expanded": "false" };
  const whole = html("button", { class: "whole", ...state }, "…");
  whole.onclick = () => whole.setAttribute("aria-expanded", String(item.classList.toggle("open")));
  const item = html("li", {}, html("button", { title: t("playmove") }, ...parts), whole);
  return item;
}

/**
 * Shows the lines of a search. A click plays a line's first move.
 * @param {Line[]} lines
 * @param {Position} position
 * @param {Exact | undefined} known
 * @param {(move: string) => void} play
 */
export function showLines(lines, position, known, play) {
  const list = byId("pv");
  // List items are reused, because an item that is replaced under the pointer cannot be clicked.
  while (list.children.length > lines.length) list.lastElementChild?.remove();
  while (list.children.length < lines.length) list.append(lineItem());
  lines.forEach((line, rank) => {
    const exact = exactOf(known, line.moves[0]);
    const shown = exact ? { text: exactWords(exact, position), proven: true } : valueOf(line, position);
    const item = list.children[rank];
    const choice = /** @type {HTMLButtonElement} */ (item.firstElementChild);
    const [text, first, more] = choice.children;
    item.classList.toggle("proven", shown.proven);
    choice.onclick = () => play(line.moves[0]);
    text.textContent = shown.text;
    first.textContent = line.moves[0];
    more.textContent = line.moves.slice(1).join(" ");
  });
  byId("depth").textContent = summary(lines[0]);
}

export function hideLines() {
  byId("pv").replaceChildren();
  byId("depth").textContent = "";
}

/**
 * Describes a search in words: its depth, nodes, nodes a second and values from tables, and whether the
 * result is proven.
 * @param {Line} line
 */
function summary({ depth, nodes, speed, tables, ends }) {
  const parts = [t("depth", { depth }), t("nodes", { nodes: short(nodes) }), `${short(speed)}/s`];
  if (tables) parts.push(t("fromtables", { count: short(tables) }));
  if (ends !== null) parts.push(t("proven"));
  return parts.join(", ");
}

/** Writes a number in thousands from 10,000 on, in millions from a million on. @param {number} number */
function short(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}

export function hideExact() {
  byId("exact").toggleAttribute("hidden", true);
  byId("exact").replaceChildren();
}

/**
 * Shows the exact values of the position and of its moves, the best first; hides the panel if none is known.
 * A click plays a move.
 * @param {Exact} exact
 * @param {Position} position
 * @param {(move: string) => void} play
 */
export function showExact({ value, moves }, position, play) {
  if (!value && !moves.some((move) => move.value)) return hideExact();
  const words = value ? exactWords(value, position) : t("unknown");
  refill(byId("exact"), "button", [
    html("p", {}, html("strong", {}, t("exactly")), " ", words),
    ...Object.entries(resultNames()).map(([result, name]) => movesWith(result, name, moves, play)),
  ]);
  byId("exact").toggleAttribute("hidden", false);
}

/** Names of the exact results of a move, the best first. */
const resultNames = () => ({ win: t("wins"), draw: t("draws"), loss: t("loses"), unknown: t("unknown") });

/**
 * Returns the moves with this exact result, the best first; null if there are none.
 * @param {string} result
 * @param {string} label
 * @param {Exact["moves"]} moves
 * @param {(move: string) => void} play
 */
function movesWith(result, label, moves, play) {
  const found = moves.filter(({ value }) => (value?.word ?? "unknown") === result);
  if (found.length === 0) return null;
  const points = (/** @type {Exact["moves"][0]} */ { value }) => value?.points ?? 0;
  const plies = (/** @type {Exact["moves"][0]} */ { value }) => value?.plies ?? 0;
  // The shortest win and the longest loss come first.
  const haste = result === "loss" ? -1 : 1;
  found.sort((a, b) => points(b) - points(a) || haste * (plies(a) - plies(b)));
  const buttons = found.map((one) => {
    const size = plies(one) || Math.abs(points(one));
    const attributes = { class: result, title: t("playmove"), onclick: () => play(one.move) };
    return html("button", attributes, one.move, size ? html("small", {}, ` ${size}`) : "");
  });
  return html("div", {}, html("b", {}, label), " ", ...buttons);
}

/**
 * Shows the moves of an opening tree with their games, results and values; hides the table without moves.
 * @param {ExploredMove[]} moves
 * @param {(move: string) => void} play
 */
export function showExplored(moves, play) {
  const share = (/** @type {number} */ part, /** @type {number} */ all) =>
    `${Math.round((100 * part) / Math.max(1, all))} %`;
  const row = (/** @type {ExploredMove} */ { move, results, chance, exact }) => {
    const games = results[0] + results[1] + results[2];
    const choice = html("button", { title: t("playmove"), onclick: () => play(move) }, move);
    const cells = [
      String(games),
      ...results.map((count) => share(count, games)),
      chance === null ? "" : `${Math.round(100 * chance)} %`,
      exact ? resultNames()[exact] : "",
    ];
    return html("tr", {}, html("th", { scope: "row" }, choice), ...cells.map((text) => html("td", {}, text)));
  };
  const names = ["move", "games", "first", "draw", "second", "chance", "exact"];
  const head = names.map((name) => html("th", { scope: "col" }, t(`tree.${name}`)));
  refill(byId("explored"), "button", [html("tr", {}, ...head), ...moves.map(row)]);
  byId("explored").toggleAttribute("hidden", !moves.length);
}
