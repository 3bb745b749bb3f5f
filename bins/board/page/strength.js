// Estimates how strong a person is from the results of games against levels.

/** Highest level: full strength. */
export const MAX_LEVEL = 30;
/** Elo difference between neighbouring levels that were not measured. */
const STEP = 65;
/** Lowest level of full strength. Higher levels are as strong. */
export const EXPERT = 26;
/** How far, in Elo, the estimate may lie below the lowest or above the highest level. */
const BEYOND = 1000;

/**
 * Returns the rating of a level, interpolated between measured levels. Below them, it is the lowest measured
 * rating. Above them, each level up to `EXPERT` adds `STEP`. Without measured levels, it is `STEP` a level.
 * @param {number} level
 * @param {[number, number][]} ratings measured levels with their Elo ratings, in ascending order
 */
export function eloOf(level, ratings) {
  if (!ratings.length) return STEP * level;
  const [highest, greatest] = ratings[ratings.length - 1];
  const next = ratings.findIndex(([measured]) => measured >= level);
  if (next === 0) return ratings[0][1];
  if (next < 0) return greatest + STEP * (Math.max(highest, Math.min(level, EXPERT)) - highest);
  const [[fromLevel, from], [toLevel, to]] = [ratings[next - 1], ratings[next]];
  return from + ((to - from) * (level - fromLevel)) / (toLevel - fromLevel);
}

/** Returns the expected share of the points. @param {number} difference lead in Elo */
const expected = (difference) => 1 / (1 + 10 ** (-difference / 400));

/**
 * Returns the level against which a person is expected to score half of the points: the one closest to the
 * most likely rating of the person. A draw against the last opponent is added, so that a person who has won
 * or lost all games has a rating too.
 * @param {[number, number][]} results level and score of each game, the oldest first; at least one
 * @param {[number, number][]} ratings as for `eloOf`
 */
export function evenLevel(results, ratings) {
  const all = [...results, [results[results.length - 1][0], 0.5]];
  const games = all.map(([level, score]) => ({ elo: eloOf(level, ratings), score }));
  let [low, high] = [eloOf(0, ratings) - BEYOND, eloOf(MAX_LEVEL, ratings) + BEYOND];
  while (high - low > 0.5) {
    const rating = (low + high) / 2;
    const surplus = games.reduce((sum, { elo, score }) => sum + score - expected(rating - elo), 0);
    if (surplus > 0) low = rating;
    else high = rating;
  }
  const distance = (/** @type {number} */ level) => Math.abs(eloOf(level, ratings) - low);
  const levels = Array.from({ length: MAX_LEVEL + 1 }, (_, level) => level);
  return levels.reduce((best, level) => (distance(level) < distance(best) ? level : best));
}
