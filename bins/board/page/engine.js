// Searches by the engine: its moves, analysis and the review of a game. Also looks up exact values and
// openings.

import { hideExact, hideLines, showExact, showExplored, showLines } from "./analysis.js";
import { messageOf, numberIn } from "./dom.js";
import { pathTo } from "./entry.js";
import { PERSON } from "./seats.js";
import { say } from "./status.js";
import { MAX_LEVEL } from "./strength.js";
import { endValue, ranked, valueOf } from "./values.js";

/** Time limit in milliseconds for a move without clocks and for a position of a review. */
const MOVE_TIME = 700;
const REVIEW_TIME = 250;
/** Maximum number of moves that arrows show. */
const ARROWS = 3;

export class Engine {
  /** Whether the engine moves in its turns. It does not after a person has gone to another position. */
  isOn = true;
  /** Purpose of the running search, or null. @type {"move" | "analysis" | "review" | null} */
  #task = null;
  isAnalysing = false;
  /** Whether the server has an opening tree. */
  hasTree = false;
  isReviewing = false;
  /** Whether a review was begun. Its values are shown even if it was stopped. */
  hasReviewed = false;
  #plyBeforeReview = 0;
  /** Number of the last search. The reports of earlier searches are dropped. */
  #search = 0;
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
  }

  /** Whether values of an analysis or a review are shown. */
  get isShowing() {
    return this.isAnalysing || this.hasReviewed;
  }

  /** The ply that is shown; during a review, the one where it began. */
  get ownPly() {
    return this.isReviewing ? this.#plyBeforeReview : this.#table.game.ply;
  }

  get isMoving() {
    return this.#task === "move";
  }

  /** Stops the running search, if any. Its later reports are dropped. */
  stop() {
    this.#search += 1;
    if (this.#task) this.#table.server.stop();
    this.#task = null;
  }

  /**
   * Stops the running search. Looks the position up in the opening tree and, during an analysis, in tables.
   * Starts the search that the position needs, if any: for a review, the engine's move or an analysis. A
   * position whose move is being sent needs none.
   */
  think() {
    const { board, game, players, isOver, isSending } = this.#table;
    const position = game.known();
    if (!position) return;
    this.stop();
    board.showArrows([]);
    this.#showExact(position);
    this.#showTree(position);
    if (isSending) return;
    const player = players[position.side];
    const isToMove = this.isOn && game.ply === game.moves.length && player.kind !== PERSON && !isOver;
    if (this.isReviewing) this.#reviewPosition(position);
    else if (isToMove) this.#move(position, player.level);
    else if (this.isAnalysing && !position.over) {
      const request = { place: game.place(), lines: Math.round(numberIn("lines", 3)) };
      this.#start("analysis", request, position, () => {});
    } else hideLines();
    this.#table.chooser.show();
  }

  /**
   * Lets the engine play one move, at full strength if a person is to move. Does nothing while another move
   * is being sent.
   */
  moveOnce() {
    const { game, players, isOver, isSending } = this.#table;
    const position = game.known();
    if (!position || isSending) return;
    this.isOn = true;
    const player = players[position.side];
    if (!isOver) this.#move(position, player.kind === PERSON ? MAX_LEVEL : player.level);
  }

  /** @param {Position} position @param {number} level */
  #move(position, level) {
    const { clocks, game } = this.#table;
    /** @type {SearchRequest} */
    const request = { place: game.place(), level };
    if (clocks.isOn) {
      request.clocks = [0, 1].map((side) => [Math.round(clocks.time(side)), Math.round(clocks.increment)]);
    } else request.movetime = MOVE_TIME;
    this.#start("move", request, position, (move) => {
      if (clocks.fallen === undefined) this.#table.play(move);
    });
    this.#table.chooser.show();
  }

  /**
   * Starts a search, and shows its lines during an analysis or a review. Calls `done` with the best move, if
   * any, unless the search was stopped or replaced.
   * @param {"move" | "analysis" | "review"} task
   * @param {SearchRequest} request
   * @param {Position} position
   * @param {(move: string) => void} done
   */
  #start(task, request, position, done) {
    const { game, server } = this.#table;
    const { ply } = game;
    /** @type {Line[]} */
    const lines = [];
    this.stop();
    const number = this.#search;
    const isCurrent = () => number === this.#search;
    this.#task = task;
    server.search(request, {
      line: (line) => {
        if (!isCurrent()) return;
        lines[line.rank - 1] = line;
        if (line.rank === 1) {
          game.values.set(ply, valueOf(line, position));
          this.#table.lesson.show();
        }
        if (this.isAnalysing || this.isReviewing) this.#showLines(lines.filter(Boolean), position);
      },
      done: (best) => {
        if (!isCurrent()) return;
        this.#task = null;
        if (best?.move) done(best.move);
      },
      // The server then also calls `done`, without a move.
      failed: (message) => {
        if (isCurrent()) this.#fail(message);
      },
    });
  }

  /** Shows an error, which ends a review. @param {string} message */
  #fail(message) {
    this.isReviewing = false;
    this.#table.lesson.show();
    say(message);
  }

  /** @param {Line[]} lines @param {Position} position */
  #showLines(lines, position) {
    const known = this.#table.game.exact.get(this.#table.game.ply);
    const sorted = ranked(lines, known);
    showLines(sorted, position, known, (move) => this.#playIfAllowed(move));
    if (this.#task !== "analysis") return;
    const best = sorted.slice(0, ARROWS);
    this.#table.board.showArrows(best.map(({ moves }) => pathTo(position.tree, moves[0])));
  }

  /** @param {string} move */
  #playIfAllowed(move) {
    if (this.#table.mayMove) this.#table.play(move);
  }

  /** @param {Position} position */
  #showExact(position) {
    const { game, server } = this.#table;
    if (!this.isAnalysing || position.over) return hideExact();
    server.exact(game.place()).then((known) => {
      const isCurrent = position === game.known() && this.isAnalysing;
      if (!isCurrent) return;
      game.exact.set(game.ply, known);
      this.#table.lesson.show();
      showExact(known, position, (move) => this.#playIfAllowed(move));
      if (known.warning) say(known.warning);
    }, hideExact);
  }

  /** @param {Position} position */
  #showTree(position) {
    const { game, server } = this.#table;
    if (!this.hasTree) return;
    server.explore(game.place()).then(
      ({ moves }) => {
        if (position === game.known()) showExplored(moves, (move) => this.#playIfAllowed(move));
      },
      () => showExplored([], () => {}),
    );
  }

  /** Starts a review, which searches all positions of the game. Ends the review if one is running. */
  toggleReview() {
    const { game, isSending } = this.#table;
    if (isSending) return;
    this.isOn = false;
    this.isReviewing = !this.isReviewing;
    if (this.isReviewing) {
      this.hasReviewed = true;
      this.#plyBeforeReview = game.ply;
      if (game.ply > 0) return this.#walk(0);
    }
    this.think();
  }

  /**
   * Shows another position of the game. The game's event then lets the table call `think`, which during a
   * review calls `#reviewPosition`. At the end of the search there, `#reviewNext` calls this method for the
   * next position.
   * @param {number} ply
   */
  #walk(ply) {
    this.#table.game.show(ply).catch((error) => this.#fail(messageOf(error)));
  }

  /** Searches a position of the review, then shows the next one. @param {Position} position */
  #reviewPosition(position) {
    const { game, server } = this.#table;
    const { ply, exact } = game;
    if (position.over) {
      game.values.set(ply, endValue(position.over));
      return this.#reviewNext();
    }
    // Answers arrive in the order of the requests, so the exact values are known before the search ends.
    server.exact(game.place()).then(
      (values) => {
        if (values.value) exact.set(ply, values);
      },
      // Without exact values, the search alone determines the verdict.
      () => {},
    );
    const request = { place: game.place(), movetime: REVIEW_TIME };
    this.#start("review", request, position, () => this.#reviewNext());
  }

  /**
   * Shows the next position. After the last one, ends the review and shows the position where it began. Does
   * nothing if the review was ended during the search.
   */
  #reviewNext() {
    const { game, lesson } = this.#table;
    if (!this.isReviewing) return this.think();
    if (game.ply < game.moves.length) return this.#walk(game.ply + 1);
    this.isReviewing = false;
    lesson.show();
    if (game.ply === this.#plyBeforeReview) return this.#table.show();
    this.#walk(this.#plyBeforeReview);
  }
}
