// The values of the game's positions: the evaluation bar, the graph, and the mistakes after a review. From a
// mistake, a person can see the better move, or play on from the position before it.

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
  /** Called when a person has taken over a side. */
  seated = () => {};
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** Shows the values during an analysis and after the start of a review. Otherwise hides them. */
  show() {
    const { board, game, engine, navigation } = this.#table;
    const position = game.known();
    byId("bar").toggleAttribute("hidden", !engine.isShowing);
    byId("graph").toggleAttribute("hidden", !engine.isShowing);
    showBar(position?.over ? endValue(position.over) : valueAt(game, game.ply), board.isTurned);
    showGraph(game, (ply) => navigation.goTo(ply));
    this.#showProgress();
    if (position && engine.isShowing) showReview(game, position.scene, this);
    else byId("reviewed").replaceChildren();
  }

  /** Shows how far a review has come, and names its button. */
  #showProgress() {
    const { game, engine } = this.#table;
    const progress = /** @type {HTMLProgressElement} */ (byId("progress"));
    progress.hidden = !engine.isReviewing;
    progress.max = Math.max(1, game.moves.length);
    progress.value = game.ply;
    button("review").textContent = t(engine.isReviewing ? "stopreview" : "review");
  }

  /**
   * Shows the better move before a mistake, and says what the mistake gave away.
   * @param {number} ply ply before the mistake
   */
  async showBetter(ply) {
    const { board, editor, game, navigation } = this.#table;
    await navigation.goTo(ply);
    if (editor.isOpen) return;
    const [position, best] = [game.known(), bestAt(game, ply)];
    if (!position) return;
    if (best) board.showArrows([pathTo(position.tree, best)]);
    say(`${sideName(position.scene, position.side)}: ${game.moves[ply]}. ${why(game, ply)}`);
  }

  /**
   * Lets a person play against the engine from the position before a mistake, with full clocks. The old moves
   * become a variation when the person has played another one.
   * @param {number} ply ply before the mistake
   */
  async tryAgain(ply) {
    const { board, clocks, editor, game, players, navigation } = this.#table;
    await navigation.goTo(ply);
    if (editor.isOpen) return;
    const side = game.known()?.side;
    if (side === undefined) return;
    seatPerson(players, side);
    clocks.set(clocks.full);
    this.seated();
    this.#table.show();
    say(t("findbetter", { move: game.moves[ply] }));
    board.focus();
  }
}
