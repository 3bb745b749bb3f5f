// Navigation in the game: to a position, to a person's previous or next turn, and into variations and back.

import { messageOf } from "./dom.js";
import { PERSON } from "./seats.js";
import { say } from "./status.js";
import { t } from "./texts.js";

export class Navigation {
  /** Whether the moves after the shown position were taken back, not only left by navigation. */
  isUndone = false;
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
  }

  /**
   * Stops the engine's moves and a review, and calls `go`, which shows another position. If `go` throws an
   * error, shows it. While the editor is open, only says so.
   * @param {() => void | Promise<void>} go
   */
  async walk(go) {
    const { editor, engine } = this.#table;
    if (editor.isOpen) return say(t("settingup"));
    engine.isOn = false;
    engine.isReviewing = false;
    this.isUndone = false;
    try {
      await go();
    } catch (error) {
      say(messageOf(error));
    }
  }

  /** @param {number} ply */
  goTo(ply) {
    return this.walk(() => this.#table.game.show(ply));
  }

  /** Takes back the moves after a ply, or plays moves again up to it. @param {number} ply */
  undoTo(ply) {
    return this.walk(() => this.#back(ply));
  }

  /** @param {number} ply */
  async #back(ply) {
    await this.#table.game.show(ply);
    this.isUndone = true;
  }

  /**
   * With the step −1, takes moves back; with 1, plays them again. Stops at a position with a person to move,
   * or at either end of the game. If no person plays, stops after one move.
   * @param {-1 | 1} step
   */
  toTurn(step) {
    return this.walk(async () => {
      const { game, players } = this.#table;
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
