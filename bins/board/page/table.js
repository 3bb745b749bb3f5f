// Connects board, game, engine and clocks, and plays the moves.

import { hideExact, hideLines } from "./analysis.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Clocks } from "./clock.js";
import { button, byId, messageOf, textarea } from "./dom.js";
import { Drawings } from "./drawings.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { Hint } from "./hint.js";
import { LastMove } from "./lastmove.js";
import { Lesson } from "./lesson.js";
import { showComment, showMoves } from "./moves.js";
import { Navigation } from "./navigation.js";
import { Pointer } from "./pointer.js";
import { PERSON, showSeats } from "./seats.js";
import { play } from "./sounds.js";
import { ending, say, turn } from "./status.js";
import { openTab } from "./tabs.js";
import { sideName, t } from "./texts.js";
import { walkByKeys } from "./walk.js";

/** Milliseconds between two updates of the clocks. */
const TICK = 100;

/**
 * @typedef {object} Actions
 * @property {(text: string) => void} setUp starts a game from a position text
 * @property {() => void} helped called when the engine helps a person
 * @property {() => boolean} hintOfPuzzle gives the hint of the puzzle, if there is one
 * @property {() => void} fell called when a clock has run out
 */

export class Table {
  // The parts are built before `server`, `game`, `players` and `actions` are set, and must not use them yet.
  clocks = new Clocks();
  board = new Board(byId("board"));
  drawings = new Drawings(this);
  editor = new Editor(this);
  chooser = new Chooser(this);
  engine = new Engine(this);
  hint = new Hint(this);
  navigation = new Navigation(this);
  lesson = new Lesson(this);
  #lastMove = new LastMove(this);
  /** The side whose clock had run out when the clocks were last read. @type {number | undefined} */
  #fallen;
  /** The position whose move is being sent to the server; null if none is. @type {Position | null} */
  #sent = null;

  /**
   * @param {import("./server.js").Server} server
   * @param {import("./game.js").Game} game
   * @param {Player[]} players
   * @param {Actions} actions
   */
  constructor(server, game, players, actions) {
    this.server = server;
    this.game = game;
    this.players = players;
    this.actions = actions;
    new Pointer(this);
    walkByKeys(this);
    setInterval(() => this.#tick(), TICK);
    game.addEventListener("change", (event) => {
      if (/** @type {CustomEvent} */ (event).detail === "move") this.#announce();
    });
  }

  get isOver() {
    return Boolean(this.game.known()?.over) || this.clocks.fallen !== undefined;
  }

  /** Whether a move of the shown position is being sent. Until the server answers, it takes no other one. */
  get isSending() {
    return this.#sent === this.game.known();
  }

  /** Whether a person may enter a move. */
  get mayMove() {
    const position = this.game.known();
    if (!position || this.editor.isOpen || this.isOver || this.isSending) return false;
    const isPersons = this.players[position.side].kind === PERSON;
    return isPersons || !this.engine.isOn || this.game.ply < this.game.moves.length;
  }

  /** Switches the analysis. In the editor, switching it on starts a game from the position there. */
  analyse(/** @type {boolean} */ isOn) {
    this.engine.isAnalysing = isOn;
    if (!this.editor.isOpen) this.engine.think();
    else if (isOn) button("playfrom").click();
  }

  /** Stops searches and forgets what belongs to the old game. */
  begin(/** @type {boolean} */ engineMoves) {
    this.engine.stop();
    this.engine.isReviewing = false;
    this.engine.isOn = engineMoves;
    this.engine.hasReviewed = false;
    this.hint.begin();
    this.navigation.isUndone = false;
    this.#lastMove.clear();
  }

  /** Returns a function that shows this game again, with the present state of engine and navigation. */
  hold() {
    const { isOn, hasReviewed } = this.engine;
    const { isUndone } = this.navigation;
    return () => {
      this.begin(isOn);
      this.engine.hasReviewed = hasReviewed;
      this.navigation.isUndone = isUndone;
    };
  }

  edit() {
    const position = this.game.known();
    if (!position || this.editor.isOpen || this.isSending) return;
    if (!position.form.parts.length) return say(t("bytext"));
    this.engine.stop();
    this.engine.isReviewing = false;
    hideLines();
    hideExact();
    this.board.showDrawings([]);
    this.hint.hide();
    openTab("setup");
    // The steps entered so far belong to a move of the game, which the editor does not change.
    this.chooser.begin(position.tree);
    byId("choices").replaceChildren();
    this.editor.open(position);
  }

  // Showing.

  /** Shows the current position and its text. Closes the editor. */
  showGame() {
    this.editor.leave();
    textarea("position").value = this.game.known()?.text ?? "";
    this.show();
  }

  /** Shows the current position, or the one that is being set up. Steps entered in it stay. */
  show() {
    const position = this.game.known();
    if (!position) return;
    showSeats(position, this.players, this.game, this.board.isTurned);
    if (this.editor.isOpen) return this.editor.show();
    if (this.game.isGoingOn) this.engine.isOn = true;
    const path = this.mayMove ? this.chooser.pathIn(position.tree) : [];
    this.chooser.begin(position.tree);
    this.#press();
    this.board.draw(position.scene);
    this.#fit();
    this.chooser.show();
    this.#lastMove.show();
    this.showMoves();
    this.engine.think();
    this.hint.show();
    if (path.length) this.chooser.enterAgain(path);
  }

  /** Sets `--aspect` in the style, the width of the board divided by its height. */
  #fit() {
    const { width, height } = this.board.ground.area;
    const main = /** @type {HTMLElement} */ (byId("middle").parentElement);
    main.style.setProperty("--aspect", String(width / height));
  }

  /** Shows the list of moves, the graph and the review. */
  showMoves() {
    const { ply, moves } = this.game;
    showMoves(this.game, this.navigation);
    showComment(this.game, this.#sent !== null);
    this.lesson.show();
    if (!this.editor.isOpen) this.drawings.show();
    button("first").disabled = button("back").disabled = ply === 0;
    button("last").disabled = button("forward").disabled = button("redo").disabled = ply === moves.length;
    this.#showUndo();
  }

  #showUndo() {
    button("undo").disabled = this.game.ply === 0 && !this.chooser.hasSteps;
  }

  showStatus() {
    const position = this.game.known();
    if (!position) return;
    this.#showUndo();
    const engine = t(this.engine.isMoving ? "thinks" : "enginetomove");
    const isSent = this.isSending && this.players[position.side].kind === PERSON;
    const isEngines = this.engine.isMoving || !(this.mayMove || isSent);
    const what = isEngines ? engine : this.chooser.question || t("tomove");
    const end = ending(this.game.game, position, this.clocks.fallen);
    byId("ending").toggleAttribute("hidden", end === null);
    say(end ?? turn(this.game, position, what));
  }

  turn() {
    this.board.turn();
    this.show();
  }

  // Moves.

  /** Takes the step to a place, or in the editor puts a piece on it. Returns false if neither is possible. */
  choose(/** @type {string} */ word, /** @type {number} */ at) {
    if (!this.editor.isOpen) return this.chooser.choose(word);
    this.editor.put(at);
    return true;
  }

  /** @param {string} move @param {StepChild[] | null} [steps] by which it was entered */
  async play(move, steps = null) {
    const game = this.game;
    const position = game.known();
    if (!position) return;
    this.#lastMove.keepSteps(move, steps);
    // A search that ends meanwhile must not begin another one in this position.
    this.engine.stop();
    this.engine.isOn = true;
    this.engine.isReviewing = false;
    this.#sent = position;
    this.board.light(new Map(), []);
    byId("choices").replaceChildren();
    try {
      await game.play(move, !this.navigation.isUndone).finally(() => {
        // A person may have gone to another position and played a move there before the answer.
        if (this.#sent === position) this.#sent = null;
      });
      // The answer was dropped, because another line is shown.
      if (game.known() === position) this.show();
    } catch (error) {
      // The steps of the refused move are dropped.
      if (game.known() === position) this.chooser.begin(position.tree);
      this.show();
      say(messageOf(error));
    }
  }

  /** Says the last move, also one of a puzzle, and plays its sound. */
  #announce() {
    const { ply, moves } = this.game;
    const [position, side] = [this.game.known(), this.game.sideAt(ply - 1)];
    if (!position || side === undefined) return;
    byId("played").textContent = `${sideName(position.scene, side)}: ${moves[ply - 1]}`;
    play(position.over ? "end" : "move");
  }

  /**
   * Takes back a step of the entered move, or else the last move of the same turn. While the editor is open,
   * only closes it.
   */
  takeBack() {
    if (this.editor.isOpen) return this.showGame();
    if (this.chooser.back()) return;
    const game = this.game;
    const isOfThisTurn = game.ply > 0 && game.sideAt(game.ply - 1) === game.known()?.side;
    if (isOfThisTurn && this.mayMove) this.navigation.undoTo(game.ply - 1);
  }

  /** Takes back the entered steps. Without any, goes back to the last position with a person to move. */
  undo() {
    if (this.chooser.hasSteps) this.chooser.clear();
    else this.navigation.toTurn(-1);
  }

  // Clocks.

  /**
   * Starts the clock of the side to move. Stops the clocks if the game is over or has no moves yet, or if an
   * earlier position is shown. The side that has just ended its turn gets its increment.
   */
  #press() {
    const position = this.game.known();
    const { ply, moves } = this.game;
    if (!this.clocks.isOn || !position || this.game.variationStart !== null) return;
    const runs = !position.over && ply === moves.length && moves.length > 0;
    this.clocks.press(runs ? position.side : null, this.#sent?.side === this.clocks.running);
  }

  #tick() {
    this.clocks.show();
    const { fallen } = this.clocks;
    if (fallen === this.#fallen || this.editor.isOpen) return;
    this.#fallen = fallen;
    if (fallen === undefined) return;
    if (this.engine.isMoving) this.engine.stop();
    this.chooser.show();
    this.actions.fell();
  }
}
