// Entry of a move by a person. Lights possible steps, takes them and takes them back. Steps without a place
// are buttons.

import { action, byId, html, refill } from "./dom.js";
import { Entry, pathOf, stepParts } from "./entry.js";
import { rescueFocus } from "./keys.js";
import { first, sideName, t, word } from "./texts.js";

export class Chooser {
  #entry = new Entry();
  /** Steps to the same place of which the person has to choose one, or null. @type {StepChild[] | null} */
  #ambiguous = null;
  /**
   * Requests to the person, such as to choose a piece, one for each kind of possible step.
   * @type {Set<string>}
   */
  #requests = new Set();
  /** Number of the last request for a preview. Answers to earlier requests are dropped. */
  #preview = 0;
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
  }

  get hasSteps() {
    return this.path.length > 0;
  }

  /** The steps entered so far. */
  get path() {
    return this.#entry.path;
  }

  /** Returns the steps entered so far; none if they are not of this tree. @param {StepNode} tree */
  pathIn(tree) {
    return tree === this.#entry.tree ? this.path : [];
  }

  /** @param {StepNode} tree */
  begin(tree) {
    this.#entry = new Entry(tree);
    this.#ambiguous = null;
    this.#preview += 1;
  }

  /**
   * Handles a click on a place. The first of these rules that applies decides:
   *
   * - Several possible steps lead there: the person chooses one.
   * - One possible step leads there: takes it.
   * - The last step led there: takes it back.
   * - One sequence of steps that leads there is shorter than all others: takes it.
   * - Steps were entered, and exactly one first step of a move leads there: begins the move anew with it.
   *
   * Returns false if none applies.
   * @param {string} at
   */
  choose(at) {
    if (!this.#table.mayMove) return false;
    const children = this.#entry.on(at);
    if (children.length > 1) {
      this.#ambiguous = children;
      this.show();
    } else if (children.length) this.#take(children);
    else if (this.#entry.lastWord === at) this.back();
    else {
      const way = this.#entry.wayTo(at) ?? this.#startAgain(at);
      if (!way) return false;
      this.#take(way);
    }
    return true;
  }

  /**
   * If steps were entered and exactly one first step of a move leads to the place, takes back all steps and
   * returns that step in a list. Otherwise returns null.
   * @param {string} at
   */
  #startAgain(at) {
    const entry = new Entry(this.#entry.tree);
    if (!this.hasSteps || entry.on(at).length !== 1) return null;
    this.#entry = entry;
    return entry.on(at);
  }

  /** Takes steps, and plays the move if it is complete and cannot go on. @param {StepChild[]} children */
  #take(children) {
    const entry = this.#entry;
    entry.path.push(...children);
    this.#ambiguous = null;
    // If the only possible step is a further place of the same action, such as that of a pushed piece, it is
    // taken at once.
    const [only, ...others] = entry.children;
    const isOnly = only && !others.length && entry.move === null;
    if (isOnly && entry.path.length > 1 && stepParts(only).name === "to") entry.path.push(only);
    if (entry.move !== null && !entry.children.length) this.#table.play(entry.move, entry.path);
    else this.#showSteps();
  }

  /** Draws the position after the steps so far, once the server has sent it. */
  #showSteps() {
    const { board, game, server } = this.#table;
    const { steps } = this.#entry;
    const number = ++this.#preview;
    const scene = game.known()?.scene;
    if (!steps.length && scene) board.draw(scene);
    this.show();
    if (!steps.length) return;
    server.preview(game.place(), steps).then(
      (preview) => {
        // Before the preview arrives, the move may have been sent or the editor opened.
        if (number !== this.#preview || !this.#table.mayMove) return;
        board.draw(preview.scene);
        this.show();
      },
      // Without a preview, the drawing stays as it is.
      () => {},
    );
  }

  /** Enters steps again that `begin` has dropped, in the same position. @param {StepChild[]} path */
  enterAgain(path) {
    this.#entry.path = path;
    this.#showSteps();
  }

  /** Takes back a step, or ends the choice between several. Returns false if there was neither. */
  back() {
    if (this.#ambiguous) {
      this.#ambiguous = null;
      this.show();
      return true;
    }
    if (!this.#entry.path.pop()) return false;
    this.#showSteps();
    return true;
  }

  /** Takes back all steps. */
  clear() {
    this.begin(this.#entry.tree);
    this.#showSteps();
  }

  /** Takes the step that lifts a piece. Returns whether the piece can be dragged. @param {string} at */
  grab(at) {
    if (!this.#table.mayMove) return false;
    const [child, ...others] = this.#entry.on(at);
    if (!child || others.length) return this.#entry.lastWord === at;
    const [, next] = stepParts(child).node;
    if (!next.length) return false;
    this.#take([child]);
    return true;
  }

  /**
   * Ends a drag on a place; with null, off the board. If no step leads there, takes back the one that lifted
   * the piece.
   * @param {string | null} at
   */
  release(at) {
    if (at !== null && (this.#entry.on(at).length || this.#entry.wayTo(at))) this.choose(at);
    else this.back();
  }

  /** Lights the places of possible steps, and shows buttons for the others. */
  show() {
    const { board, mayMove } = this.#table;
    const { move, path, steps } = this.#entry;
    const { lit, buttons } = this.#offers();
    const isAtPlace = this.hasSteps && buttons.length > 1 && !lit.size && move === null;
    if (mayMove && move !== null && !this.#ambiguous) {
      buttons.unshift(action("done", t("done"), () => this.#table.play(move, path)));
    }
    if (mayMove && (this.hasSteps || this.#ambiguous)) {
      buttons.push(action("takeback", t("takeback"), () => this.back()));
    }
    refill(byId("choices"), "button", buttons);
    this.#place(isAtPlace);
    const chosen = steps.flatMap(([, at]) => at ?? []);
    const effects = [...lit].map(([at, names]) => /** @type {const} */ ([at, either(names)]));
    board.light(new Map(effects), chosen, pathOf(path));
    this.#table.showStatus();
    rescueFocus(board);
  }

  /** Returns the steps to each lit place, in words, and buttons for others. Sets the requests. */
  #offers() {
    /** @type {Map<string, Set<string>>} */
    const lit = new Map();
    /** @type {HTMLElement[]} */
    const buttons = [];
    const { board, mayMove } = this.#table;
    const places = new Set(board.scene.places.map(({ name }) => name));
    this.#requests = new Set();
    for (const child of mayMove ? (this.#ambiguous ?? this.#entry.children) : []) {
      const { name, word: at } = stepParts(child);
      const isPlace = at !== null && places.has(at);
      const isTaken = isPlace && this.#isTaken(at);
      this.#addRequest(name, isPlace ? null : at, isTaken);
      const what = first(isTaken ? [`step.${name}.taken`] : []) ?? word("step", name);
      if (isPlace && !this.#ambiguous) lit.set(at, (lit.get(at) ?? new Set()).add(what));
      // Games list choices without a place, such as promotions, from the weakest to the strongest.
      else buttons.unshift(this.#stepButton(child, isPlace));
    }
    return { lit, buttons };
  }

  /**
   * Moves the box of choices to its place on the board, or back below the board.
   * @param {boolean} isAtPlace
   */
  #place(isAtPlace) {
    const box = /** @type {HTMLElement} */ (byId("choices"));
    const [ambiguous] = this.#ambiguous ?? [];
    const at = ambiguous ? stepParts(ambiguous).word : this.#entry.lastWord;
    const spot = isAtPlace ? this.#table.board.boxOf(at ?? "") : null;
    box.classList.toggle("at", spot !== null);
    if (!spot) return;
    const left = spot.x + spot.width / 2 - box.offsetWidth / 2;
    box.style.setProperty("--left", `${Math.max(4, Math.min(left, innerWidth - box.offsetWidth - 4))}px`);
    box.style.setProperty("--top", `${Math.min(spot.bottom, innerHeight - box.offsetHeight - 4)}px`);
  }

  /**
   * Whether a figure of a side stands on a place. The places of entered steps are assumed taken, because the
   * drawing shows only what all possible moves have in common.
   * @param {string} at
   */
  #isTaken(at) {
    if (this.#entry.steps.some(([, place]) => place === at)) return true;
    const { pieces, places } = this.#table.board.scene;
    const figures = pieces.filter(({ shape, side }) => shape === "figure" && side !== null);
    return figures.some((figure) => places[figure.at].name === at);
  }

  /**
   * Adds a step to the requests.
   * @param {string} name
   * @param {string | null} argument the step's argument; null if it is a place or missing
   * @param {boolean} isTaken whether a figure stands on its place
   */
  #addRequest(name, argument, isTaken) {
    const { board, game } = this.#table;
    const other = sideName(board.scene, 1 - (game.known()?.side ?? 0));
    const keys = [`ask.${game.game}.${name}`, `ask.${name}`];
    if (argument !== null) keys.unshift(`ask.${name}.${argument}`);
    if (isTaken) keys.unshift(`ask.${name}.taken`);
    this.#requests.add(first(keys, { other }) ?? word("step", name));
  }

  /**
   * Creates a button with a step's name and argument.
   * @param {StepChild} child
   * @param {boolean} isPlace whether the argument is a place
   */
  #stepButton(child, isPlace) {
    const { name, word: argument } = stepParts(child);
    const attributes = { "data-step": `${name} ${argument ?? ""}`, onclick: () => this.#take([child]) };
    const whole = argument !== null && !isPlace ? first([`step.${name}.${argument}`]) : null;
    return html("button", attributes, whole ?? `${word("step", name)} ${argument ?? ""}`.trim());
  }

  /** The requests in one text. */
  get question() {
    return either(this.#requests);
  }
}

/** @param {Set<string>} texts */
const either = (texts) => [...texts].join(` ${t("or")} `);
