// Shows the results of searches and of lookups: principal variations, exact values and the evaluation bar.

import { byId, capital, html } from "./dom.js";
import { valueOf } from "./values.js";

/** Maximum number of moves that are shown of a principal variation after its first move. */
const MORE_MOVES = 11;

/**
 * @param {Value | null | undefined} value
 * @param {boolean} turned
 */
export function showBar(value, turned) {
  const bar = byId("bar");
  const share = /** @type {HTMLElement} */ (byId("share"));
  bar.classList.toggle("turned", turned);
  share.style.height = `${100 * (value?.chance ?? 0.5)}%`;
  byId("score").textContent = value?.text ?? "";
  bar.setAttribute("aria-label", value ? `Evaluation: ${value.spoken}` : "no evaluation");
}

/**
 * Shows the lines of a search. A click on a line plays its first move.
 * @param {Line[]} lines
 * @param {Position} position
 * @param {(move: string) => void} play
 */
export function showLines(lines, position, play) {
  const list = byId("pv");
  // List items are reused, because an item that is replaced under the pointer cannot be clicked.
  while (list.children.length > lines.length) list.lastElementChild?.remove();
  while (list.children.length < lines.length) {
    const parts = [html("b"), " ", html("span", { class: "firstmove" }), " ", html("span")];
    list.append(html("li", {}, html("button", { type: "button", title: "Play this move" }, ...parts)));
  }
  lines.forEach((line, rank) => {
    const value = valueOf(line, position);
    const item = list.children[rank];
    const choice = /** @type {HTMLButtonElement} */ (item.firstElementChild);
    const [text, first, more] = choice.children;
    item.className = value.proven ? "proven" : "";
    choice.onclick = () => play(line.moves[0]);
    text.textContent = value.text;
    first.textContent = line.moves[0];
    more.textContent = line.moves.slice(1, 1 + MORE_MOVES).join(" ");
  });
  byId("depth").textContent = lines.length ? summary(lines[0]) : "";
}

/** @param {Line} line */
function summary({ depth, nodes, speed, tables, ends }) {
  const parts = [`depth ${depth}`, `${short(nodes)} nodes`, `${short(speed)}/s`];
  if (tables) parts.push(`${short(tables)} from tables`);
  if (ends !== null) parts.push("proven");
  return parts.join(", ");
}

/** @param {number} number */
function short(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}

export function hideExact() {
  byId("exact").toggleAttribute("hidden", true);
  byId("exact").replaceChildren();
}

/**
 * Shows the exact value of the position, and those of its moves, the best move first. A click plays a move.
 * @param {Exact} known
 * @param {Position} position
 * @param {(move: string) => void} play
 */
export function showExact({ value, moves }, { side, scene }, play) {
  if (!value && !moves.some((move) => move.value)) return hideExact();
  const names = scene.seats.map(({ name }) => capital(name));
  const points = value?.points ? ` by ${Math.abs(value.points)} ${scene.margin ?? ""}` : "";
  const plies = value?.plies ? ` in ${value.plies} plies` : points;
  const told = {
    win: `${names[side]} wins${plies}`,
    loss: `${names[1 - side]} wins${plies}`,
    draw: "A draw",
  };
  /** @type {[ExactValue["word"] | undefined, string][]} */
  const words = [
    ["win", "Wins"],
    ["draw", "Draws"],
    ["loss", "Loses"],
    [undefined, "Not known"],
  ];
  const groups = words.map(([word, label]) => {
    const those = moves.filter((move) => move.value?.word === word);
    const longestFirst = word === "loss" ? -1 : 1;
    those.sort((a, b) => longestFirst * ((a.value?.plies ?? 0) - (b.value?.plies ?? 0)));
    those.sort((a, b) => (b.value?.points ?? 0) - (a.value?.points ?? 0));
    const buttons = those.map(({ move, value: after }) =>
      html(
        "button",
        { type: "button", class: word, title: "Play this move", onclick: () => play(move) },
        move,
        after?.plies || after?.points
          ? html("small", {}, ` ${after.plies ?? Math.abs(after.points ?? 0)}`)
          : "",
      ),
    );
    return those.length ? html("div", {}, html("b", {}, label), " ", ...buttons) : "";
  });
  const whole = html("p", {}, html("strong", {}, "Exactly: "), value ? told[value.word] : "not known");
  byId("exact").replaceChildren(whole, ...groups);
  byId("exact").toggleAttribute("hidden", false);
}
