// Arrows and circles that a person draws on the board. They are kept in the comment on the move, in the form
// that other programs use: `[%cal Gd6f4]` is an arrow, `[%csl Gd6]` a circle, each with the letter of its
// colour.

const MARKUP = /\s*\[%c[as]l\s+([^\]]*)\]\s*/g;

/**
 * The text of a comment without its drawings.
 * @param {string} comment
 */
export const textOf = (comment) => comment.replace(MARKUP, " ").trim();

/**
 * The drawings of a comment: each a colour's letter and the names of one or two places.
 * @param {string} comment
 */
export const drawingsOf = (comment) =>
  [...comment.matchAll(MARKUP)].flatMap(([, list]) => list.split(",").map((kept) => kept.trim()));

/**
 * A comment with drawings.
 * @param {string} text
 * @param {string[]} drawings
 * @param {string[]} names of the board's places
 */
export function withDrawings(text, drawings, names) {
  const isCircle = (/** @type {string} */ kept) => names.includes(kept.slice(1));
  const circles = drawings.filter(isCircle).join(",");
  const arrows = drawings.filter((kept) => !isCircle(kept)).join(",");
  return [text, circles && `[%csl ${circles}]`, arrows && `[%cal ${arrows}]`].filter(Boolean).join(" ");
}

/**
 * A drawing in the form in which it is kept. A dash separates names where places have names of different
 * lengths.
 * @param {string} from
 * @param {string} to the same as `from` for a circle
 * @param {string[]} names
 */
export function drawing(from, to, names) {
  const dash = names.some(({ length }) => length !== names[0].length) ? "-" : "";
  return from === to ? `G${from}` : `G${from}${dash}${to}`;
}

/**
 * The places of a drawing; null if the board lacks them.
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

/** The drawings on the shown position. */
export class Drawings {
  #board;
  #game;

  /**
   * @param {import("./board.js").Board} board
   * @param {import("./game.js").Game} game
   */
  constructor(board, game) {
    this.#board = board;
    this.#game = game;
  }

  get #names() {
    return this.#board.scene.places.map(({ name }) => name);
  }

  get #kept() {
    return drawingsOf(this.#game.annotation().comment);
  }

  /**
   * Shows the drawings, and one that is not finished.
   * @param {[string, string]} [sketch] words of its places
   */
  show(sketch) {
    const more = sketch ? [drawing(...sketch, this.#names)] : [];
    this.#board.drawings([...this.#kept, ...more]);
  }

  /**
   * Adds an arrow or a circle, or removes it where it is drawn already.
   * @param {string} from
   * @param {string} to
   */
  toggle(from, to) {
    const drawn = drawing(from, to, this.#names);
    const others = this.#kept.filter((known) => known !== drawn);
    this.#set(others.length < this.#kept.length ? others : [...others, drawn]);
  }

  clear() {
    if (this.#kept.length) this.#set([]);
  }

  /** @param {string[]} drawings */
  #set(drawings) {
    const text = textOf(this.#game.annotation().comment);
    this.#game.annotate({ comment: withDrawings(text, drawings, this.#names) });
  }

  /**
   * Sets the comment on the shown position; the drawings stay.
   * @param {string} text
   */
  comment(text) {
    this.#game.annotate({ comment: withDrawings(text, this.#kept, this.#names) });
  }
}
