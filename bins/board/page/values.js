// Values of lines and positions, and verdicts on moves.

/** Losses of winning chance from which a move counts as a mistake or a blunder. The server sends them. */
let marks = { mistake: 1, blunder: 1 };

/** @param {{ mistake: number, blunder: number }} from */
export function setMarks({ mistake, blunder }) {
  marks = { mistake, blunder };
}

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
    const spoken = `${ends > 0 ? "first" : "second"} side wins in ${Math.abs(ends)}`;
    return { chance, text: `${sign(ends)}W${Math.abs(ends)}`, spoken, proven: true, best };
  }
  const units = (line.units ?? 0) * forFirst;
  const [size, unit] =
    scene.margin === null ? [inPoints(Math.abs(units)), ""] : [Math.abs(units), ` ${scene.margin}`];
  const text = `${sign(units)}${size}`;
  const spoken = `${text}${unit}, the first side's chance is ${Math.round(chance * 100)} percent`;
  return { chance, text, spoken, proven: false, best };
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
 * Returns the value of a game that is over.
 * @param {Over} over
 * @returns {Value}
 */
export function endValue({ winner }) {
  const text = winner === null ? "½" : winner === 0 ? "1–0" : "0–1";
  return { chance: winner === null ? 0.5 : 1 - winner, text, spoken: "the game is over", proven: true };
}

const WORTH = { loss: 0, draw: 1, win: 2 };

/**
 * Returns the verdict on a move by exact values: `??` if it gives away a win or a draw, otherwise an empty
 * text. Returns null if a value is unknown.
 * @param {Exact | undefined} known
 * @param {string} move
 */
function exactVerdict(known, move) {
  const played = known?.moves.find((one) => one.move === move)?.value;
  if (!known?.value || !played) return null;
  return WORTH[played.word] < WORTH[known.value.word] ? "??" : "";
}

/**
 * Returns the winning chance that the move after `ply` moves lost for its side, 0 to 1; null if unknown.
 * @param {import("./game.js").Game} game
 * @param {number} ply
 */
export function lossOf(game, ply) {
  const move = game.moves[ply];
  const known = game.exact.get(ply);
  const played = known?.moves.find((one) => one.move === move)?.value;
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
  const exact = exactVerdict(game.exact.get(ply), game.moves[ply]);
  if (exact !== null) return exact;
  const loss = lossOf(game, ply) ?? 0;
  return loss >= marks.blunder ? "??" : loss >= marks.mistake ? "?" : "";
}
