// Connects board, game, engine and clocks, and plays the moves of persons and of the engine.

import { hideExact, hideLines, showBar } from "./analysis.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Clocks } from "./clock.js";
import { button, byId, messageOf, textarea } from "./dom.js";
import { Drawings } from "./drawings.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { showGraph } from "./graph.js";
import { LastMove } from "./lastmove.js";
import { showMoves } from "./moves.js";
import { Navigation } from "./navigation.js";
import { Pointer } from "./pointer.js";
import { showReview } from "./review.js";
import { PERSON, seatPerson, showSeats } from "./seats.js";
import { ending, say, turn } from "./status.js";
import { endValue, valueAt } from "./values.js";
import { walkByKeys } from "./walk.js";

/** Time between two updates of the clocks in milliseconds. */
const TICK = 100;

export class Table {
  clocks = new Clocks();
  #board = new Board(byId("board"));
  #isSending = false;
  /** The side whose move is being sent to the server, or null. @type {number | null} */
  #mover = null;
  #game;
  #players;
  #drawings;
  #lastMove;

  /**
   * @param {import("./server.js").Server} server
   * @param {import("./game.js").Game} game
   * @param {Player[]} players
   * @param {(text: string) => void} setUp starts a game from a position text
   */
  constructor(server, game, players, setUp) {
    this.#game = game;
    this.#players = players;
    const board = this.#board;
    this.#drawings = new Drawings(board, game);
    this.#lastMove = new LastMove(board, game);
    const mayMove = () => this.#mayMove;
    const complain = (/** @type {string} */ text) => this.complain(text);
    this.editor = new Editor(board, {
      check: (text) => server.position({ ...game.place(0), setup: text }),
      say: complain,
      done: setUp,
      close: () => this.show(),
    });
    this.chooser = new Chooser({
      board,
      game,
      server,
      mayMove,
      play: (move, steps) => this.play(move, steps),
      changed: () => this.#showStatus(),
    });
    this.engine = new Engine({
      board,
      game,
      server,
      clocks: this.clocks,
      players,
      isOver: () => this.#isOver,
      mayMove,
      play: (move) => this.play(move),
      show: () => this.show(),
      showStatus: () => this.chooser.show(),
      showValues: () => this.#showValues(),
      complain,
    });
    this.navigation = new Navigation({
      game,
      players,
      leaves: () => {
        this.engine.isOn = false;
        this.engine.leaveReview();
      },
      complain,
    });
    /** @type {(word: string, at: number) => boolean} */
    const choose = (word, at) => {
      if (!this.editor.isOpen) return this.chooser.choose(word);
      this.editor.put(at);
      return true;
    };
    walkByKeys(board, choose);
    new Pointer(board, {
      choose,
      grab: (word) => !this.editor.isOpen && this.chooser.grab(word),
      release: (word) => this.chooser.release(word),
      draw: (from, to) => this.editor.isOpen || this.#drawings.toggle(from, to),
      sketch: (from, to) => this.editor.isOpen || this.#drawings.show([from, to]),
      clear: () => this.editor.isOpen || this.#drawings.clear(),
      hasMove: (step) => !this.editor.isOpen && (step < 0 ? game.ply > 0 : game.ply < game.moves.length),
      walk: (step) => this.navigation.goTo(game.ply + step),
    });
    setInterval(() => this.#tick(), TICK);
  }

  get #isOver() {
    return Boolean(this.#game.known()?.over) || this.clocks.fallen !== undefined;
  }

  get #mayMove() {
    const position = this.#game.known();
    if (!position || this.editor.isOpen || this.#isOver || this.#isSending) return false;
    const isPersons = this.#players[position.side].kind === PERSON;
    return isPersons || !this.engine.isOn || this.#game.ply < this.#game.moves.length;
  }

  /** @param {boolean} isOn */
  analyse(isOn) {
    this.engine.isAnalysing = isOn;
    if (!this.editor.isOpen) this.engine.think();
  }

  /** Stops searches and forgets the last move, before another game is loaded. */
  begin(/** @type {boolean} */ engineMoves) {
    this.engine.stop();
    this.engine.leaveReview();
    this.engine.isOn = engineMoves;
    this.navigation.isUndone = false;
    this.#lastMove.clear();
  }

  /** Opens the editor of positions. */
  edit() {
    const position = this.#game.known();
    if (!position) return;
    if (!position.form.parts.length) {
      return this.complain("Positions of this game are set up by their text.");
    }
    this.engine.stop();
    this.engine.leaveReview();
    hideLines();
    hideExact();
    this.#board.drawings([]);
    this.editor.open(position);
    byId("board").scrollIntoView({ block: "nearest" });
  }

  // Showing.

  /** Shows the current position of the game. */
  show() {
    const position = this.#game.known();
    if (!position) return;
    if (this.editor.isOpen) {
      this.editor.leave();
      textarea("position").value = position.text;
    }
    this.#isSending = false;
    if (this.#game.isGoingOn) this.engine.isOn = true;
    this.chooser.begin(position.tree);
    this.#board.draw(position.scene);
    showSeats(position, this.#players, this.#game, this.#board.isTurned);
    this.chooser.show();
    this.#lastMove.show();
    this.showGame();
    this.#press();
    this.engine.think();
  }

  /** Shows the data about the whole game: the list of moves, the graph and the review. */
  showGame() {
    const { ply, moves } = this.#game;
    showMoves(this.#game, this.navigation);
    this.#showValues();
    this.#drawings.show();
    button("first").disabled = button("back").disabled = ply === 0;
    button("last").disabled = button("forward").disabled = button("redo").disabled = ply === moves.length;
    this.#showUndo();
  }

  #showUndo() {
    button("undo").disabled = this.#game.ply === 0 && !this.chooser.hasSteps;
  }

  #showValues() {
    const position = this.#game.known();
    showBar(
      position?.over ? endValue(position.over) : valueAt(this.#game, this.#game.ply),
      this.#board.isTurned,
    );
    const show = (/** @type {number} */ to) => this.navigation.goTo(to);
    showGraph(this.#game, show);
    if (position) showReview(this.#game, position.scene, show, (from) => this.tryAgain(from));
  }

  /**
   * Lets a person play against the engine from a position of the game. The old moves become a variation.
   * @param {number} ply
   */
  async tryAgain(ply) {
    await this.navigation.goTo(ply);
    const side = this.#game.known()?.side;
    if (side === undefined) return;
    seatPerson(this.#players, side);
    this.show();
    this.complain(`Find a better move than ${this.#game.moves[ply]}.`);
    this.focusBoard();
  }

  #showStatus() {
    const position = this.#game.known();
    if (!position) return;
    this.#showUndo();
    const engine = this.engine.isMoving ? "the engine thinks" : "the engine is to move";
    const what = this.engine.isMoving || !this.#mayMove ? engine : this.chooser.question || "to move";
    say(ending(position, this.clocks.fallen) ?? turn(this.#game, position, what));
  }

  complain(/** @type {string} */ message) {
    say(message);
  }

  turn() {
    this.#board.turn();
    this.show();
  }

  /**
   * Sets the comment on the position that is shown.
   * @param {string} text
   */
  comment(text) {
    this.#drawings.comment(text);
  }

  focusBoard() {
    this.#board.focus();
  }

  // Moves.

  /**
   * @param {string} move
   * @param {StepChild[] | null} [steps] steps by which the move was entered
   */
  async play(move, steps = null) {
    const game = this.#game;
    const position = game.known();
    if (!position) return;
    this.#lastMove.enter(move, steps);
    byId("played").textContent = `${position.scene.seats[position.side].name}: ${move}`;
    this.engine.isOn = true;
    // Until the server has accepted this move, no other move can be entered.
    this.#isSending = true;
    this.#mover = position.side;
    this.#board.light(new Map(), []);
    try {
      await game.play(move, !this.navigation.isUndone);
    } catch (error) {
      this.show();
      this.complain(messageOf(error));
    }
    this.#mover = null;
  }

  /** Takes back a step of the entered move. If there is none, takes back the last move of the same turn. */
  takeBack() {
    if (this.editor.isOpen) return this.show();
    if (this.chooser.back()) return;
    const game = this.#game;
    const isOfThisTurn = game.ply > 0 && game.sideAt(game.ply - 1) === game.known()?.side;
    if (isOfThisTurn && this.#mayMove) this.navigation.undoTo(game.ply - 1);
  }

  /** Takes back the entered steps. Without any, goes back to the last position with a person to move. */
  async undo() {
    if (this.chooser.hasSteps) this.chooser.clear();
    else await this.navigation.undo(-1);
  }

  // Clocks.

  /** Starts the clock of the side to move. The side that has just ended its turn gets its increment. */
  #press() {
    const position = this.#game.known();
    const { ply, moves } = this.#game;
    if (!this.clocks.isOn || !position || this.#game.variationStart !== null) return;
    const runs = !position.over && ply === moves.length && moves.length > 0;
    this.clocks.press(runs ? position.side : null, this.#mover === this.clocks.running);
  }

  #tick() {
    this.clocks.show();
    const { fallen, running } = this.clocks;
    if (fallen === undefined || running === null || this.editor.isOpen) return;
    if (this.engine.isMoving) this.engine.stop();
    if (this.#game.known()) this.chooser.show();
  }
}
