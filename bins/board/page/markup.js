// Arrows and circles in comments, in the form that other programs use: `[%cal Gd6f4]` is an arrow and
// `[%csl Gd6]` a circle. The first letter stands for the colour.

const MARKUP = /\s*\[%c[as]l\s+([^\]]*)\]\s*/g;

/** Returns a comment without its drawings. @param {string} comment */
export const textOf = (comment) => comment.replace(MARKUP, " ").trim();

/**
 * Returns the drawings in a comment: the letter of a colour and the names of one or two places.
 * @param {string} comment
 */
export const drawingsOf = (comment) =>
  [...comment.matchAll(MARKUP)].flatMap(([, list]) => list.split(",").map((kept) => kept.trim()));

/**
 * Returns a comment with a text and drawings.
 * @param {string} text
 * @param {string[]} drawings
 * @param {string[]} names those of the board's places
 */
export function withDrawings(text, drawings, names) {
  const isCircle = (/** @type {string} */ kept) => names.includes(kept.slice(1));
  const circles = drawings.filter(isCircle).join(",");
  const arrows = drawings.filter((kept) => !isCircle(kept)).join(",");
  return [text, circles && `[%csl ${circles}]`, arrows && `[%cal ${arrows}]`].filter(Boolean).join(" ");
}

/**
 * Returns the text of a drawing. A dash separates its two places if the names of the board's places differ in
 * length.
 * @param {string} from
 * @param {string} to the same as `from` for a circle
 * @param {string[]} names
 */
export function drawing(from, to, names) {
  const dash = names.some(({ length }) => length !== names[0].length) ? "-" : "";
  return from === to ? `G${from}` : `G${from}${dash}${to}`;
}

/**
 * Returns the places of a drawing; null if the board lacks them.
 * @param {string} kept
 * @param {string[]} names
 * @returns {string[] | null}
 */
export function placesOf(kept, names) {
  const rest = kept.slice(1);
  if (names.includes(rest)) return [rest];
  for (const from of names.filter((name) => rest.startsWith(name))) {
    const to = rest.slice(from.length).replace(/^-/, "");
    if (names.includes(to)) return [from, to];
  }
  return null;
}
