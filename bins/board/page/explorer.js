// Table of the moves of an opening tree, with their games, results and values.

import { byId, html, refill } from "./dom.js";
import { t } from "./texts.js";

/**
 * Shows the table; hides it without moves.
 * @param {ExploredMove[]} moves
 * @param {(move: string) => void} play
 */
export function showExplored(moves, play) {
  const share = (/** @type {number} */ part, /** @type {number} */ all) =>
    `${Math.round((100 * part) / Math.max(1, all))} %`;
  const ends = { win: t("wins"), draw: t("draws"), loss: t("loses") };
  const row = (/** @type {ExploredMove} */ { move, results, chance, exact }) => {
    const games = results[0] + results[1] + results[2];
    const choice = html("button", { title: t("playmove"), onclick: () => play(move) }, move);
    const cells = [
      String(games),
      ...results.map((count) => share(count, games)),
      chance === null ? "" : `${Math.round(100 * chance)} %`,
      exact ? ends[exact] : "",
    ];
    return html("tr", {}, html("th", { scope: "row" }, choice), ...cells.map((text) => html("td", {}, text)));
  };
  const names = ["move", "games", "first", "draw", "second", "chance", "exact"].map((name) =>
    t(`tree.${name}`),
  );
  const head = html("tr", {}, ...names.map((name) => html("th", { scope: "col" }, name)));
  refill(byId("explored"), "button", [head, ...moves.map(row)]);
  byId("explored").toggleAttribute("hidden", !moves.length);
}
