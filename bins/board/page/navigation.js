// Navigation in the game: to a position, to a person's previous or next turn, and into variations and back.

import { messageOf } from "./dom.js";
import { PERSON } from "./seats.js";
import { say } from "./status.js";

/**
 * @typedef {object} Host
 * @property {import("./game.js").Game} game
 * @property {Player[]} players
 * @property {() => void} leaves called before another position is shown; throws an error if none may be
 */

export class Navigation {
  /**
   * Whether the moves after the position that is shown were taken back. It is false after mere navigation.
   */
  isUndone = false;
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** @param {() => void | Promise<void>} walk */
  async #walk(walk) {
    try {
      this.#host.leaves();
      this.isUndone = false;
      await walk();
    } catch (error) {
      say(messageOf(error));
    }
  }

  /** @param {number} ply */
  goTo(ply) {
    return this.#walk(() => this.#host.game.show(ply));
  }

  /**
   * Shows a variation of the current move.
   * @param {number} index
   */
  enter(index) {
    return this.#walk(() => this.#host.game.enter(index));
  }

  /** Leaves the shown variation. */
  leave() {
    return this.#walk(() => this.#host.game.leave());
  }

  /**
   * Takes moves back, or plays them again, up to a ply.
   * @param {number} ply
   */
  undoTo(ply) {
    return this.#walk(() => this.#back(ply));
  }

  /** @param {number} ply */
  async #back(ply) {
    await this.#host.game.show(ply);
    this.isUndone = true;
  }

  /**
   * Takes moves back, or plays them again, up to the next position in which a person is to move.
   * @param {-1 | 1} step
   */
  undo(step) {
    return this.#walk(async () => {
      const { game, players } = this.#host;
      const isPersons = (/** @type {Position} */ { side }) => players[side].kind === PERSON;
      const hasPerson = players.some(({ kind }) => kind === PERSON);
      let ply = game.ply + step;
      while (hasPerson && ply > 0 && ply < game.moves.length && !isPersons(await game.position(ply))) {
        ply += step;
      }
      await this.#back(ply);
    });
  }
}
