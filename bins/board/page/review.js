// Result of a review: the accuracy of both sides, and a lesson of all mistakes with the better move and what
// was given away.

import { byId, html } from "./dom.js";
import { stepsOf } from "./entry.js";
import { ending } from "./status.js";
import { first, sideName, t } from "./texts.js";
import { accuracy, bestAt, exactOf, exactWords, lossOf, verdict } from "./values.js";

/** Maximum number of moves of a line that a sentence names. */
export const NAMED_MOVES = 6;

/**
 * @param {import("./game.js").Game} game
 * @param {Scene} scene
 * @param {import("./lesson.js").Lesson} lesson shows the better moves, and lets a person try again
 */
export function showReview(game, scene, lesson) {
  const lines = scene.seats.flatMap((_, side) => {
    const plies = game.moves.map((__, ply) => ply).filter((ply) => game.sideAt(ply) === side);
    const losses = plies.flatMap((ply) => lossOf(game, ply) ?? []);
    if (!losses.length) return [];
    const mean = losses.reduce((sum, loss) => sum + accuracy(loss), 0) / losses.length;
    const percent = Math.round(100 * mean);
    const [count, all] = [losses.length, plies.length];
    const key = count < all ? "accuracyof" : "accuracy";
    return html("p", {}, t(key, { side: sideName(scene, side), percent, count, all }));
  });
  const mistakes = game.moves.map((_, ply) => ply).filter((ply) => verdict(game, ply));
  const items = mistakes.map((ply) => {
    const name = `${ply + 1} ${game.moves[ply]}${verdict(game, ply)}`;
    return html(
      "li",
      {},
      html("button", { title: t("showmistake"), onclick: () => lesson.showBetter(ply) }, name),
      ` ${why(game, ply)} `,
      html("button", { onclick: () => lesson.tryAgain(ply) }, t("tryit")),
    );
  });
  const none = lines.length && !items.length ? [html("p", {}, t("nomistakes"))] : [];
  const list = items.length ? [html("ol", { class: "mistakes" }, ...items)] : none;
  update(byId("reviewed"), [...lines, ...list]);
}

/**
 * Gives an element new children. Paragraphs and items of lists stay if their text stays: a button that is
 * replaced under the pointer cannot be clicked, and a screen reader reads a new text aloud.
 * @param {Element} parent
 * @param {Element[]} children
 */
function update(parent, children) {
  children.forEach((child, index) => {
    const old = parent.children[index];
    if (!old) parent.append(child);
    else if (old.matches("ol") && child.matches("ol")) update(old, [...child.children]);
    else if (old.textContent !== child.textContent) old.replaceWith(child);
  });
  while (parent.children.length > children.length) parent.lastElementChild?.remove();
}

/**
 * Says what a mistake gave away: by exact values, by the end of the game, by a proven end, or by the loss of
 * winning chance and the line that refutes it.
 * @param {import("./game.js").Game} game
 * @param {number} ply ply before the mistake
 */
export function why(game, ply) {
  const [move, position, next] = [game.moves[ply], game.known(ply), game.known(ply + 1)];
  if (!position) return "";
  const best = bestAt(game, ply);
  const better = best && best !== move ? ` ${t("better", { best })}` : "";
  const known = game.exact.get(ply);
  const played = exactOf(known, move);
  if (known?.value && played) {
    return t("gave", { now: exactWords(played, position), was: exactWords(known.value, position) }) + better;
  }
  if (next?.over) return `${ending(game.game, next, undefined)}.${better}`;
  const after = game.values.get(ply + 1);
  const moves = after?.line?.slice(0, NAMED_MOVES).join(" ") ?? "";
  if (after?.proven && next) return t("refuted", { value: after.spoken, moves }) + better;
  const loss = Math.round(100 * (lossOf(game, ply) ?? 0));
  const threat = next && moves ? factsOf(game.game, next, moves.split(" ")[0]) : "";
  return t(moves ? "lost" : "lostonly", { loss, moves }) + threat + better;
}

/**
 * Says what a move does, if the page's language has a sentence for it, such as for a capture; otherwise
 * returns an empty text. Each sentence begins with a space, so that it can follow another one.
 * @param {string} game
 * @param {Position} position
 * @param {string} move
 */
export function factsOf(game, { scene, side, tree }, move) {
  const { pieces, places } = scene;
  const steps = stepsOf(tree, move) ?? [];
  const facts = steps.flatMap(([name, at]) => {
    // Pieces of neither side are stacked, so their number is the height of the place.
    const height = pieces.filter((piece) => piece.side === null && places[piece.at].name === at).length;
    const key = `then.${game}.${name}`;
    const keys = [`${key}.${at}`, `${key}.on${height}`, key];
    return first(keys, { side: sideName(scene, side), at: at ?? "" }) ?? [];
  });
  return facts.map((fact) => ` ${fact}`).join("");
}
