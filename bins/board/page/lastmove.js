// Shows the last move on the board: the places that it changed, and the path of its piece.

import { pathOf, stepParts, stepsOf } from "./entry.js";

export class LastMove {
  /**
   * By ply, the move and the steps by which it was entered.
   * @type {Map<number, { move: string, steps: StepChild[] | null }>}
   */
  #ways = new Map();
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
  }

  /**
   * Stores the steps of the move that will be played next, because other steps may play the same one.
   * @param {string} move
   * @param {StepChild[] | null} steps
   */
  keepSteps(move, steps) {
    this.#ways.set(this.#table.game.ply + 1, { move, steps });
  }

  clear() {
    this.#ways.clear();
  }

  /** Marks the last move. Asks the server for the position before it if that is unknown. */
  show() {
    const { board, game } = this.#table;
    const { ply } = game;
    const before = game.known(ply - 1);
    const move = game.moves[ply - 1];
    if (ply > 0 && !before) {
      game.position(ply - 1).then(
        () => {
          if (game.ply === ply) this.show();
        },
        // Without that position, the move is not shown.
        () => {},
      );
    }
    const way = this.#ways.get(ply);
    const entered = way && way.move === move ? way.steps : null;
    const steps = (before && (entered ?? stepsOf(before.tree, move))) ?? [];
    const words = steps.flatMap(([, word]) => word ?? []);
    const path = steps.some((step) => stepParts(step).along) ? pathOf(steps) : [];
    board.showLastMove(words, before?.scene ?? null, path);
  }
}
