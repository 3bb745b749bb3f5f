// Result of a review: the accuracy of both sides, and each side's first mistake, from which a person can try
// again.

import { byId, capital, html } from "./dom.js";
import { accuracy, lossOf, verdict } from "./values.js";

/**
 * Shows the accuracy and the first mistake of each side.
 * @param {import("./game.js").Game} game
 * @param {Scene} scene
 * @param {(ply: number) => void} show shows the position after this number of moves
 * @param {(ply: number) => void} tryAgain lets a person play from the position after this number of moves
 */
export function showReview(game, scene, show, tryAgain) {
  const lines = scene.seats.map(({ name }, side) => {
    const plies = game.moves.map((_, ply) => ply).filter((ply) => game.sideAt(ply) === side);
    const losses = plies.flatMap((ply) => lossOf(game, ply) ?? []);
    if (!losses.length) return "";
    const mean = losses.reduce((sum, loss) => sum + accuracy(loss), 0) / losses.length;
    const count = losses.length < plies.length ? ` of ${losses.length} moves` : "";
    const told = `${capital(name)}: accuracy ${Math.round(100 * mean)} %${count}`;
    const first = plies.find((ply) => verdict(game, ply));
    if (first === undefined) return html("p", {}, told);
    const loss = `−${Math.round(100 * (lossOf(game, first) ?? 0))} %`;
    const mistake = html(
      "button",
      { type: "button", title: "Show this move", onclick: () => show(first + 1) },
      `${first + 1} ${game.moves[first]}${verdict(game, first)} ${loss}`,
    );
    const again = html("button", { type: "button", onclick: () => tryAgain(first) }, "Try again from here");
    return html("p", {}, `${told}, first mistake `, mistake, " ", again);
  });
  byId("reviewed").replaceChildren(...lines);
}
