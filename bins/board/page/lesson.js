// Values over the game: the bar, the graph and, after a review, the mistakes, from which a person learns.

import { showBar } from "./analysis.js";
import { button, byId } from "./dom.js";
import { pathTo } from "./entry.js";
import { showGraph } from "./graph.js";
import { showReview, why } from "./review.js";
import { seatPerson } from "./seats.js";
import { say } from "./status.js";
import { sideName, t } from "./texts.js";
import { bestAt, endValue, valueAt } from "./values.js";

export class Lesson {
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** Shows the values of the game, if a person has asked for them. */
  show() {
    const { board, game, engine, navigation } = this.#table;
    const position = game.known();
    byId("bar").toggleAttribute("hidden", !engine.isShowing);
    byId("graph").toggleAttribute("hidden", !engine.isShowing);
    showBar(position?.over ? endValue(position.over) : valueAt(game, game.ply), board.isTurned);
    showGraph(game, (to) => navigation.goTo(to));
    const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
    progress.hidden = !engine.isReviewing;
    progress.max = Math.max(1, game.moves.length);
    progress.value = game.ply;
    button("review").textContent = t(engine.isReviewing ? "stopreview" : "review");
    if (!position || !engine.isShowing) return byId("reviewed").replaceChildren();
    showReview(game, position.scene, {
      lesson: (from) => this.#teach(from),
      tryAgain: (from) => this.#tryAgain(from),
    });
  }

  /**
   * Shows the better move in the position before a mistake, and says why.
   * @param {number} ply
   */
  async #teach(ply) {
    const { board, editor, game, navigation } = this.#table;
    await navigation.goTo(ply);
    if (editor.isOpen) return;
    const [position, best] = [game.known(), bestAt(game, ply)];
    if (!position) return;
    if (best) board.showArrows([pathTo(position.tree, best)]);
    say(`${sideName(position.scene, position.side)}: ${game.moves[ply]}. ${why(game, ply)}`);
  }

  /**
   * Lets a person play against the engine from a position of the game. The old moves become a variation.
   * @param {number} ply
   */
  async #tryAgain(ply) {
    const { board, editor, game, players, navigation } = this.#table;
    await navigation.goTo(ply);
    if (editor.isOpen) return;
    const side = game.known()?.side;
    if (side === undefined) return;
    seatPerson(players, side);
    this.#table.show();
    say(t("findbetter", { move: game.moves[ply] }));
    board.focus();
  }
}
