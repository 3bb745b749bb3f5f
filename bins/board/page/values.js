// Values of lines and positions, and verdicts on moves.

import { sideName, t, word } from "./texts.js";

/** Losses of winning chance from which a move counts as a mistake or a blunder. The server sends them. */
let marks = { mistake: 1, blunder: 1 };

/** @param {{ mistake: number, blunder: number }} from */
export function setMarks({ mistake, blunder }) {
  marks = { mistake, blunder };
}

/** Winning chances of the side to move by exact result. */
const CHANCE = { loss: 0, draw: 0.5, win: 1 };

/** Returns the sign of a number; empty for 0. @param {number} number */
const sign = (number) => (number > 0 ? "+" : number < 0 ? "−" : "");

/**
 * Returns the value of a line for the first side.
 * @param {Line} line
 * @param {{ side: number, scene: Scene }} position
 * @returns {Value}
 */
export function valueOf(line, { side, scene }) {
  const chance = side === 0 ? line.chance : 1 - line.chance;
  const forFirst = side === 0 ? 1 : -1;
  const best = line.moves[0];
  if (line.ends !== null) {
    const ends = line.ends * forFirst;
    const winner = sideName(scene, ends > 0 ? 0 : 1);
    const count = Math.abs(ends);
    const spoken = t("value.moves", { side: winner, count });
    return { chance, text: `${sign(ends)}W${count}`, spoken, proven: true, best, line: line.moves };
  }
  const units = (line.units ?? 0) * forFirst;
  const size = scene.margin === null ? inPoints(Math.abs(units)) : Math.abs(units);
  const unit = scene.margin === null ? "" : ` ${word("unit", scene.margin)}`;
  const text = `${sign(units)}${size}`;
  const percent = Math.round(chance * 100);
  const spoken = t("value.chance", { text, unit, side: sideName(scene, 0), chance: percent });
  return { chance, text, spoken, proven: false, best, line: line.moves };
}

/**
 * Formats hundredths as points, with two decimals below 10, one below 100, and none from there on.
 * @param {number} hundredths
 */
function inPoints(hundredths) {
  const points = hundredths / 100;
  return points.toFixed(points < 10 ? 2 : points < 100 ? 1 : 0);
}

/**
 * Returns the words for an exact value.
 * @param {ExactValue} value
 * @param {{ side: number, scene: Scene }} position
 */
export function exactWords({ word: result, plies, points }, { side, scene }) {
  if (result === "draw") return t("value.draw");
  const winner = sideName(scene, result === "win" ? side : 1 - side);
  if (plies) return t("value.plies", { side: winner, count: plies });
  if (!points) return t("value.win", { side: winner });
  const unit = word("unit", scene.margin ?? "");
  return t("value.margin", { side: winner, margin: Math.abs(points), unit });
}

/**
 * Returns an exact value for the first side.
 * @param {ExactValue} value
 * @param {{ side: number, scene: Scene }} position
 * @returns {Value}
 */
function exactValue(value, position) {
  const chance = position.side === 0 ? CHANCE[value.word] : 1 - CHANCE[value.word];
  const size = value.points ? Math.abs(value.points) : `W${Math.ceil((value.plies ?? 0) / 2) || ""}`;
  const text = chance === 0.5 ? "½" : `${sign(chance - 0.5)}${size}`;
  return { chance, text, spoken: exactWords(value, position), proven: true };
}

/**
 * Returns the exact value of the position after `ply` moves, or else the value that the last search found.
 * @param {import("./game.js").Game} game
 * @param {number} ply
 * @returns {Value | undefined}
 */
export function valueAt(game, ply) {
  const exact = game.exact.get(ply)?.value;
  const position = game.known(ply);
  return exact && position ? exactValue(exact, position) : game.values.get(ply);
}

/**
 * Returns the exact value of a move, or null.
 * @param {Exact | undefined} exact of the position before the move
 * @param {string} move
 */
export const exactOf = (exact, move) => exact?.moves.find((one) => one.move === move)?.value ?? null;

/**
 * Sorts lines by the exact values of their first moves, the best first. A line without one counts by its
 * winning chance, but no move is better than the exact value of the position.
 * @param {Line[]} lines
 * @param {Exact | undefined} exact
 */
export function ranked(lines, exact) {
  const most = exact?.value ? CHANCE[exact.value.word] : 1;
  const rated = lines.map((line) => {
    const value = exactOf(exact, line.moves[0]);
    const chance = value ? CHANCE[value.word] : Math.min(line.chance, most);
    const plies = value?.plies ?? 0;
    // A short win comes before a long one, a long loss before a short one.
    return { line, chance, points: value?.points ?? 0, length: chance > 0.5 ? -plies : plies };
  });
  rated.sort((a, b) => b.chance - a.chance || b.points - a.points || b.length - a.length);
  return rated.map(({ line }) => line);
}

/** Returns the value of a game that is over. @param {Over} over @returns {Value} */
export function endValue({ winner }) {
  const text = winner === null ? "½" : winner === 0 ? "1–0" : "0–1";
  return { chance: winner === null ? 0.5 : 1 - winner, text, spoken: t("over"), proven: true };
}

/**
 * Returns the best move after `ply` moves by exact values, or else by the search.
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function bestAt(game, ply) {
  const found = game.values.get(ply)?.best;
  const exact = game.exact.get(ply);
  const result = exact?.value?.word;
  const best = exact?.moves.filter(({ value }) => value && value.word === result) ?? [];
  // Among several best moves, that of the search is preferred.
  if (best.length === 0 || best.some(({ move }) => move === found)) return found;
  return best[0].move;
}

/**
 * Returns the winning chance that the move after `ply` moves lost for its side, or null.
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function lossOf(game, ply) {
  const move = game.moves[ply];
  const exact = game.exact.get(ply);
  const played = exactOf(exact, move);
  if (exact?.value && played) return Math.max(0, CHANCE[exact.value.word] - CHANCE[played.word]);
  const before = game.values.get(ply);
  const after = game.values.get(ply + 1);
  const side = game.sideAt(ply);
  if (!before || !after || side === undefined) return null;
  if (before.best === move) return 0;
  return Math.max(0, side === 0 ? before.chance - after.chance : after.chance - before.chance);
}

/**
 * Returns the accuracy of a move, 0 to 1, by the server's formula.
 * @param {number} loss loss of winning chance, 0 to 1
 */
export const accuracy = (loss) => {
  const percent = 103.1668 * Math.exp(-0.04354 * 100 * loss) - 3.1669;
  return Math.min(1, Math.max(0, percent / 100));
};

/**
 * Returns the verdict on the move after `ply` moves: `?` for a mistake, `??` for a blunder, or an empty text.
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function verdict(game, ply) {
  const loss = lossOf(game, ply) ?? 0;
  if (loss >= marks.blunder) return "??";
  return loss >= marks.mistake ? "?" : "";
}
