// Connects board, game, engine and clocks, and plays the moves of persons and of the engine.

import { hideExact, hideLines } from "./analysis.js";
import { Board } from "./board.js";
import { Chooser } from "./chooser.js";
import { Clocks } from "./clock.js";
import { button, byId, messageOf, textarea } from "./dom.js";
import { Drawings } from "./drawings.js";
import { Editor } from "./editor.js";
import { Engine } from "./engine.js";
import { Hint } from "./hint.js";
import { startInput } from "./input.js";
import { LastMove } from "./lastmove.js";
import { Lesson } from "./lesson.js";
import { showMoves } from "./moves.js";
import { Navigation } from "./navigation.js";
import { PERSON, showSeats } from "./seats.js";
import { play } from "./sounds.js";
import { ending, say, turn } from "./status.js";
import { openTab } from "./tabs.js";
import { sideName, t } from "./texts.js";

/** Time between two updates of the clocks in milliseconds. */
const TICK = 100;

export class Table {
  clocks = new Clocks();
  board = new Board(byId("board"));
  #isSending = false;
  /** The side whose clock had run out when the clocks were last read. @type {number | undefined} */
  #fallen;
  /** The side whose move is being sent to the server, or null. @type {number | null} */
  #mover = null;
  #game;
  #players;
  #lastMove;

  /**
   * @param {import("./server.js").Server} server
   * @param {import("./game.js").Game} game
   * @param {Player[]} players
   * @param {object} host
   * @param {(text: string) => void} host.setUp starts a game from a position text
   * @param {() => void} host.helped called when the engine helps a person
   * @param {() => boolean} host.hintOfPuzzle gives the hint of the puzzle, if there is one
   * @param {() => void} host.fell called when a clock has run out
   */
  constructor(server, game, players, { setUp, helped, hintOfPuzzle, fell }) {
    this.#game = game;
    this.#players = players;
    const { board } = this;
    this.drawings = new Drawings(board, game);
    this.#lastMove = new LastMove(board, game);
    const mayMove = () => this.#mayMove;
    this.editor = new Editor(board, {
      check: (text) => server.position({ ...game.place(0), setup: text }),
      done: setUp,
      close: () => this.showGame(),
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
      showValues: () => this.lesson.show(),
    });
    this.hint = new Hint({
      board,
      game,
      server,
      mayMove: () => this.#mayMove && this.#players[game.known()?.side ?? 0].kind === PERSON,
      isBusy: () => this.engine.isAnalysing || this.engine.isReviewing || this.clocks.isOn,
      stop: () => this.engine.stop(),
      resume: () => (this.engine.isAnalysing || this.engine.isReviewing) && this.engine.think(),
      helped,
      hintOfPuzzle,
    });
    this.navigation = new Navigation({
      game,
      players,
      leaves: () => {
        if (this.editor.isOpen) throw new Error(t("settingup"));
        this.engine.isOn = false;
        this.engine.leaveReview();
      },
    });
    this.lesson = new Lesson({
      board,
      game,
      players,
      engine: this.engine,
      navigation: this.navigation,
      show: () => this.show(),
    });
    const { editor, chooser, navigation, drawings } = this;
    startInput({ board, game, editor, chooser, navigation, drawings });
    setInterval(() => this.#tick(fell), TICK);
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

  /** Switches the analysis. A position in the editor is first played from. @param {boolean} isOn */
  analyse(isOn) {
    this.engine.isAnalysing = isOn;
    if (!this.editor.isOpen) this.engine.think();
    else if (isOn) button("playfrom").click();
  }

  /** Stops searches, before another game is loaded. */
  begin(/** @type {boolean} */ engineMoves) {
    this.engine.stop();
    this.engine.leaveReview();
    this.engine.isOn = engineMoves;
    this.engine.hasReviewed = false;
    this.hint.begin();
    this.navigation.isUndone = false;
    this.#lastMove.clear();
  }

  edit() {
    const position = this.#game.known();
    if (!position || this.editor.isOpen) return;
    if (!position.form.parts.length) return say(t("bytext"));
    this.engine.stop();
    this.engine.leaveReview();
    hideLines();
    hideExact();
    this.board.drawings([]);
    this.hint.hide();
    openTab("setup");
    this.editor.open(position);
  }

  // Showing.

  /** Shows the current position of the game and its text. Closes the editor. */
  showGame() {
    this.editor.leave();
    textarea("position").value = this.#game.known()?.text ?? "";
    this.show();
  }

  /** Shows the current position of the game, or the one that is being set up. */
  show() {
    const position = this.#game.known();
    if (!position) return;
    showSeats(position, this.#players, this.#game, this.board.isTurned);
    if (this.editor.isOpen) return this.editor.show();
    this.#isSending = false;
    if (this.#game.isGoingOn) this.engine.isOn = true;
    this.chooser.begin(position.tree);
    this.board.draw(position.scene);
    this.#fit();
    this.chooser.show();
    this.#lastMove.show();
    this.showMoves();
    this.#press();
    this.engine.think();
    this.hint.show();
  }

  /** Sets the style's variable for the shape of the board. */
  #fit() {
    const { width, height } = this.board.ground.area;
    const main = /** @type {HTMLElement} */ (byId("middle").parentElement);
    main.style.setProperty("--aspect", String(width / height));
  }

  /** Shows the data about the whole game: the list of moves, the graph and the review. */
  showMoves() {
    const { ply, moves } = this.#game;
    showMoves(this.#game, this.navigation);
    this.lesson.show();
    this.drawings.show();
    button("first").disabled = button("back").disabled = ply === 0;
    button("last").disabled = button("forward").disabled = button("redo").disabled = ply === moves.length;
    this.#showUndo();
  }

  #showUndo() {
    button("undo").disabled = this.#game.ply === 0 && !this.chooser.hasSteps;
  }

  #showStatus() {
    const position = this.#game.known();
    if (!position) return;
    this.#showUndo();
    const engine = t(this.engine.isMoving ? "thinks" : "enginetomove");
    const what = this.engine.isMoving || !this.#mayMove ? engine : this.chooser.question || t("tomove");
    const end = ending(this.#game.game, position, this.clocks.fallen);
    byId("ending").toggleAttribute("hidden", end === null);
    say(end ?? turn(this.#game, position, what));
  }

  turn() {
    this.board.turn();
    this.show();
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
    byId("played").textContent = `${sideName(position.scene, position.side)}: ${move}`;
    this.engine.isOn = true;
    // Until the server has accepted this move, no other move can be entered.
    this.#isSending = true;
    this.#mover = position.side;
    this.board.light(new Map(), []);
    byId("choices").replaceChildren();
    try {
      await game.play(move, !this.navigation.isUndone);
      play(game.known()?.over ? "end" : "move");
    } catch (error) {
      this.show();
      say(messageOf(error));
    }
    this.#mover = null;
  }

  /** Takes back a step of the entered move. If there is none, takes back the last move of the same turn. */
  takeBack() {
    if (this.editor.isOpen) return this.showGame();
    if (this.chooser.back()) return;
    const game = this.#game;
    const isOfThisTurn = game.ply > 0 && game.sideAt(game.ply - 1) === game.known()?.side;
    if (isOfThisTurn && this.#mayMove) this.navigation.undoTo(game.ply - 1);
  }

  /** Takes back the entered steps. Without any, goes back to the last position with a person to move. */
  undo() {
    if (this.chooser.hasSteps) this.chooser.clear();
    else this.navigation.undo(-1);
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

  #tick(/** @type {() => void} */ fell) {
    this.clocks.show();
    const { fallen } = this.clocks;
    if (fallen === this.#fallen || this.editor.isOpen) return;
    this.#fallen = fallen;
    if (fallen === undefined) return;
    if (this.engine.isMoving) this.engine.stop();
    this.chooser.show();
    fell();
  }
}
