// Arrows and circles that a person draws on the board. They are stored in the comment on the move.

import { drawing, drawingsOf, textOf, withDrawings } from "./markup.js";

/** The drawings on the position that is shown. */
export class Drawings {
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
  }

  get #names() {
    return this.#table.board.scene.places.map(({ name }) => name);
  }

  get #kept() {
    return drawingsOf(this.#table.game.annotation().comment);
  }

  /**
   * Shows the drawings, with the unfinished one while a person draws.
   * @param {[string, string]} [sketch] names of the places of the unfinished drawing
   */
  show(sketch) {
    const more = sketch ? [drawing(...sketch, this.#names)] : [];
    this.#table.board.showDrawings([...this.#kept, ...more]);
  }

  /**
   * Adds an arrow between two places, or a circle if they are the same place. If it exists, removes it.
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

  /**
   * Sets the comment on a position, without changing the drawings.
   * @param {number} ply
   * @param {string} text
   */
  comment(ply, text) {
    const { game } = this.#table;
    const drawings = drawingsOf(game.annotation(ply).comment);
    game.annotate({ comment: withDrawings(text, drawings, this.#names) }, ply);
  }

  /** @param {string[]} drawings */
  #set(drawings) {
    const { game } = this.#table;
    const text = textOf(game.annotation().comment);
    game.annotate({ comment: withDrawings(text, drawings, this.#names) });
  }
}
