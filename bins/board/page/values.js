// Values of lines and positions, and verdicts on moves.

import { sideName, t, word } from "./texts.js";

/** Losses of winning chance from which a move counts as a mistake or a blunder. The server sends them. */
let marks = { mistake: 1, blunder: 1 };

/** @param {{ mistake: number, blunder: number }} from */
export function setMarks({ mistake, blunder }) {
  marks = { mistake, blunder };
}

const WORTH = { loss: 0, draw: 1, win: 2 };

/** @param {number} number */
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
    const [name, count] = [sideName(scene, ends > 0 ? 0 : 1), Math.abs(ends)];
    const spoken = t(count === 1 ? "value.move" : "value.moves", { side: name, count });
    return { chance, text: `${sign(ends)}W${count}`, spoken, proven: true, best, line: line.moves };
  }
  const units = (line.units ?? 0) * forFirst;
  const [size, unit] =
    scene.margin === null
      ? [inPoints(Math.abs(units)), ""]
      : [Math.abs(units), ` ${word("unit", scene.margin)}`];
  const text = `${sign(units)}${size}`;
  const spoken = t("value.chance", {
    text,
    unit,
    side: sideName(scene, 0),
    chance: Math.round(chance * 100),
  });
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
export function told({ word: result, plies, points }, { side, scene }) {
  if (result === "draw") return t("value.draw");
  const winner = sideName(scene, result === "win" ? side : 1 - side);
  if (plies) return t("value.plies", { side: winner, plies });
  if (!points) return t("value.win", { side: winner });
  return t("value.margin", {
    side: winner,
    margin: Math.abs(points),
    unit: word("unit", scene.margin ?? ""),
  });
}

/**
 * Returns an exact value for the first side.
 * @param {ExactValue} value
 * @param {{ side: number, scene: Scene }} position
 * @returns {Value}
 */
function exactValue(value, position) {
  const forMover = WORTH[value.word] / 2;
  const chance = position.side === 0 ? forMover : 1 - forMover;
  const size = value.points ? Math.abs(value.points) : `W${Math.ceil((value.plies ?? 0) / 2) || ""}`;
  const text = chance === 0.5 ? "½" : `${sign(chance - 0.5)}${size}`;
  return { chance, text, spoken: told(value, position), proven: true };
}

/**
 * Returns the value of the position after `ply` moves: the exact one if it is known, otherwise that of the
 * last search.
 * @param {import("./game.js").Game} game
 * @param {number} ply
 * @returns {Value | undefined}
 */
export function valueAt(game, ply) {
  const [value, position] = [game.exact.get(ply)?.value, game.known(ply)];
  return value && position ? exactValue(value, position) : game.values.get(ply);
}

/**
 * Returns the exact value of a move; null if it is unknown.
 * @param {Exact | undefined} known
 * @param {string} move
 */
export const exactOf = (known, move) => known?.moves.find((one) => one.move === move)?.value ?? null;

/**
 * Sorts lines by the exact values of their first moves. A move without one counts by its winning chance,
 * which is at most that of the position.
 * @param {Line[]} lines
 * @param {Exact | undefined} known
 */
export function ranked(lines, known) {
  const most = known?.value ? WORTH[known.value.word] / 2 : 1;
  const all = lines.map((line) => {
    const value = exactOf(known, line.moves[0]);
    const worth = value ? WORTH[value.word] / 2 : Math.min(line.chance, most);
    const haste = (value?.plies ?? 0) * (worth > 0.5 ? -1 : 1);
    return { line, worth, points: value?.points ?? 0, haste };
  });
  all.sort((a, b) => b.worth - a.worth || b.points - a.points || b.haste - a.haste);
  return all.map(({ line }) => line);
}

/**
 * Returns the value of a game that is over.
 * @param {Over} over
 * @returns {Value}
 */
export function endValue({ winner }) {
  const text = winner === null ? "½" : winner === 0 ? "1–0" : "0–1";
  return { chance: winner === null ? 0.5 : 1 - winner, text, spoken: t("over"), proven: true };
}

/**
 * Returns the best move after `ply` moves by exact values or, without them, by the search; undefined if
 * neither is known.
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function bestAt(game, ply) {
  const known = game.exact.get(ply);
  const wanted = known?.value;
  const fits = known?.moves.filter(({ value }) => value && wanted && value.word === wanted.word) ?? [];
  // A search finds a good one of several moves with the same value.
  const found = game.values.get(ply)?.best;
  return fits.length && !fits.some(({ move }) => move === found) ? fits[0].move : found;
}

/**
 * Returns the winning chance that the move after `ply` moves lost for its side, 0 to 1; null if unknown.
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function lossOf(game, ply) {
  const move = game.moves[ply];
  const known = game.exact.get(ply);
  const played = exactOf(known, move);
  if (known?.value && played) return Math.max(0, WORTH[known.value.word] - WORTH[played.word]) / 2;
  const [before, after, side] = [game.values.get(ply), game.values.get(ply + 1), game.sideAt(ply)];
  if (!before || !after || side === undefined) return null;
  if (before.best === move) return 0;
  return Math.max(0, (before.chance - after.chance) * (side === 0 ? 1 : -1));
}

/**
 * Returns the accuracy of a move, 0 to 1, by the same formula as the server.
 * @param {number} loss
 */
export const accuracy = (loss) => {
  const percent = 103.1668 * Math.exp(-0.04354 * 100 * loss) - 3.1669;
  return Math.min(1, Math.max(0, percent / 100));
};

/**
 * Returns the verdict on the move after `ply` moves: `?` for a mistake, `??` for a blunder, otherwise an
 * empty text.
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function verdict(game, ply) {
  const loss = lossOf(game, ply) ?? 0;
  return loss >= marks.blunder ? "??" : loss >= marks.mistake ? "?" : "";
}
