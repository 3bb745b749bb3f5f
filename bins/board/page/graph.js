// Graph of the values over the game. It is also a slider: a click or a key shows a position.

import { byId, polyline, svg } from "./dom.js";
import { t } from "./texts.js";
import { valueAt, verdict } from "./values.js";

const WIDTH = 300;
const HEIGHT = 70;

/** Returns the vertical coordinate of a winning chance. @param {number} chance */
const y = (chance) => HEIGHT - 4 - (HEIGHT - 8) * chance;

/**
 * Shows the graph, whose clicks and keys call `show`.
 * @param {import("./game.js").Game} game
 * @param {(ply: number) => void} show shows a position
 */
export function showGraph(game, show) {
  const graph = /** @type {SVGElement} */ (byId("graph"));
  const count = game.moves.length;
  const verdicts = game.moves.map((_, ply) => verdict(game, ply));
  graph.replaceChildren(...drawing(game, verdicts));
  const value = valueAt(game, game.ply)?.spoken ?? t("noevaluation");
  const bad = { "": "", "?": t("amistake"), "??": t("ablunder") }[verdicts[game.ply - 1] ?? ""];
  graph.setAttribute("aria-valuemax", String(count));
  graph.setAttribute("aria-valuenow", String(game.ply));
  graph.setAttribute("aria-valuetext", t("aftermove", { ply: game.ply, count, value }) + bad);
  byId("graphtext").textContent = describe(game, verdicts);
  graph.onclick = ({ clientX }) => {
    const { left, width } = graph.getBoundingClientRect();
    show(Math.round(((clientX - left) / width) * count));
  };
  // Arrow keys to the left and right, Home and End are keys of the whole page.
  graph.onkeydown = (event) => {
    const step = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
    if (!step) return;
    event.preventDefault();
    show(game.ply + step);
  };
}

/**
 * Returns the elements of the graph: a line through the known values, a dot for each mistake and for a single
 * value, and a mark for the shown position.
 * @param {import("./game.js").Game} game
 * @param {string[]} verdicts
 */
function drawing(game, verdicts) {
  /** @param {number} ply */
  const x = (ply) => (WIDTH * ply) / Math.max(1, verdicts.length);
  const plies = Array.from({ length: verdicts.length + 1 }, (_, ply) => ply);
  const known = plies.flatMap((ply) => {
    const value = valueAt(game, ply);
    return value ? [{ ply, chance: value.chance }] : [];
  });
  const middle = y(0.5);
  return [
    svg("rect", { class: "lower", y: middle, width: WIDTH, height: HEIGHT - middle }),
    svg("line", { class: "middle", x2: WIDTH, y1: middle, y2: middle }),
    known.length > 1 ? polyline(known.map(({ ply, chance }) => ({ x: x(ply), y: y(chance) }))) : "",
    ...known.map(({ ply, chance }) => {
      const bad = verdicts[ply - 1];
      const name = bad === "??" ? "blunder" : bad ? "mistake" : "";
      return bad || known.length === 1 ? svg("circle", { class: name, cx: x(ply), cy: y(chance), r: 3 }) : "";
    }),
    svg("line", { class: "here", x1: x(game.ply), x2: x(game.ply), y2: HEIGHT }),
  ];
}

/**
 * Says how many moves have values, and lists blunders and mistakes, for screen readers.
 * @param {import("./game.js").Game} game
 * @param {string[]} verdicts
 */
function describe(game, verdicts) {
  const { moves } = game;
  const evaluated = moves.filter((_, ply) => valueAt(game, ply + 1)).length;
  if (!evaluated) return t("noneevaluated");
  /** @type {(mark: string, name: string) => string} */
  const list = (mark, name) => {
    const plies = verdicts.flatMap((known, ply) => (known === mark ? [`${ply + 1} ${moves[ply]}`] : []));
    return plies.length ? ` ${name}: ${plies.join(", ")}.` : "";
  };
  const bad = list("??", t("blunders")) + list("?", t("mistakes"));
  return t("evaluated", { count: evaluated, all: moves.length }) + (bad || ` ${t("nomistakes")}`);
}
