// Arrows and circles that a person draws on the board. They are stored in the comment on the move.

import { drawing, drawingsOf, textOf, withDrawings } from "./markup.js";

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
   * Shows the drawings, also the unfinished one.
   * @param {[string, string]} [sketch] places of the unfinished drawing
   */
  show(sketch) {
    const more = sketch ? [drawing(...sketch, this.#names)] : [];
    this.#table.board.showDrawings([...this.#kept, ...more]);
  }

  /**
   * Adds or removes an arrow between two places, or a circle if they are the same.
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

  /** Sets the text of a comment. The drawings in it stay. @param {number} ply @param {string} text */
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
