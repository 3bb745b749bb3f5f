// Shows the last move on the board: the places that it changed, and the path of its piece.

import { pathOf, stepParts, stepsOf } from "./entry.js";

export class LastMove {
  /**
   * For each ply, the move and the steps by which a person entered it. The steps are null if the move was
   * played as a whole, such as by the engine.
   * @type {Map<number, { move: string, steps: StepChild[] | null }>}
   */
  #ways = new Map();
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
  }

  /**
   * Stores the steps of the move that will be played next, because other steps may lead to the same move.
   * @param {string} move
   * @param {StepChild[] | null} steps
   */
  keepSteps(move, steps) {
    this.#ways.set(this.#table.game.ply + 1, { move, steps });
  }

  clear() {
    this.#ways.clear();
  }

  /**
   * Marks the last move. If the position before it is unknown, clears the marks, and marks the move when the
   * server has sent the position.
   */
  show() {
    const { board, game } = this.#table;
    const { ply } = game;
    const before = game.known(ply - 1);
    if (ply > 0 && !before) {
      game.position(ply - 1).then(
        () => {
          if (game.ply === ply) this.show();
        },
        // Without that position, the move is not shown.
        () => {},
      );
    }
    const steps = before ? this.#stepsOf(before, ply, game.moves[ply - 1]) : [];
    const parts = steps.map(stepParts);
    const words = parts.flatMap(({ word }) => word ?? []);
    // The marks of the places show a direct move without a line.
    const path = parts.some(({ along }) => along) ? pathOf(steps) : [];
    board.showLastMove(words, before?.scene ?? null, path);
  }

  /**
   * Returns the steps by which a move was entered, or else the fewest that play it; none if there are none.
   * @param {Position} before the position before the move
   * @param {number} ply number of the move, from 1
   * @param {string} move
   */
  #stepsOf(before, ply, move) {
    const way = this.#ways.get(ply);
    const entered = way && way.move === move ? way.steps : null;
    return entered ?? stepsOf(before.tree, move) ?? [];
  }
}
