// Entry of a move by a person. Lights the places where a step is possible, takes steps and takes them back,
// and offers steps without a place as buttons.

import { byId, html, words } from "./dom.js";
import { Entry, pathOf } from "./entry.js";

/**
 * @typedef {object} Host
 * @property {import("./board.js").Board} board
 * @property {import("./game.js").Game} game
 * @property {import("./server.js").Server} server
 * @property {() => boolean} mayMove whether a person may enter a move
 * @property {(move: string, steps: StepChild[]) => void} play
 * @property {() => void} changed called after the lit places have changed
 */

export class Chooser {
  #entry = new Entry();
  /**
   * Possible steps to the same place, if the person has to choose one of them; otherwise null.
   * @type {StepChild[] | null}
   */
  #ambiguous = null;
  /** For each lit place, by its name: the name of the step. @type {Map<string, string>} */
  #lit = new Map();
  #preview = 0;
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
  }

  /** Whether any steps have been entered. */
  get hasSteps() {
    return this.#entry.path.length > 0;
  }

  /**
   * Begins the entry of a move.
   * @param {StepNode} tree
   */
  begin(tree) {
    this.#entry = new Entry(tree);
    this.#ambiguous = null;
    this.#preview += 1;
  }

  /**
   * Takes the step to a place, or the steps by which the place can be reached. If several steps lead there,
   * asks which one. Takes the last step back if it led there. Returns false if there is nothing to do.
   * @param {string} word
   */
  choose(word) {
    if (!this.#host.mayMove()) return false;
    const children = this.#entry.on(word);
    if (children.length > 1) {
      this.#ambiguous = children;
      this.show();
    } else if (children.length) this.#take(children);
    // A click on the last chosen place takes its step back.
    else if (this.#entry.lastWord === word) this.back();
    else {
      const way = this.#entry.wayTo(word) ?? this.#afresh(word);
      if (!way) return false;
      this.#take(way);
    }
    return true;
  }

  /**
   * Takes back all steps, and returns the first steps to a place. Returns null, and takes nothing back, if
   * there is not exactly one.
   * @param {string} word
   */
  #afresh(word) {
    const entry = new Entry(this.#entry.tree);
    if (!this.hasSteps || entry.on(word).length !== 1) return null;
    this.#entry = entry;
    return entry.on(word);
  }

  /** @param {StepChild[]} children */
  #take(children) {
    const entry = this.#entry;
    children.forEach((child) => entry.take(child));
    this.#ambiguous = null;
    // If the only possible step is a further place of the same action, such as that of a pushed piece, it is
    // taken at once.
    const [only, ...others] = entry.children;
    if (entry.path.length > 1 && entry.move === null && only?.[0] === "to" && !others.length) {
      entry.take(only);
    }
    if (entry.move !== null && !entry.children.length) this.#host.play(entry.move, entry.path);
    else this.#showSteps();
  }

  /** Draws the position after the steps entered so far. */
  #showSteps() {
    const { board, game, server } = this.#host;
    const { steps } = this.#entry;
    const number = ++this.#preview;
    const scene = game.known()?.scene;
    if (!steps.length && scene) board.draw(scene);
    this.show();
    if (!steps.length) return;
    server.preview(game.place(), steps).then(
      (preview) => {
        if (number !== this.#preview) return;
        board.draw(preview.scene);
        this.show();
      },
      // Without a preview, the drawing stays as it is.
      () => {},
    );
  }

  /** Takes back a step. Returns false if there was none. */
  back() {
    if (this.#ambiguous) {
      this.#ambiguous = null;
      this.show();
      return true;
    }
    if (!this.#entry.back()) return false;
    this.#showSteps();
    return true;
  }

  /** Takes back all steps. */
  clear() {
    this.#entry = new Entry(this.#entry.tree);
    this.#ambiguous = null;
    this.#showSteps();
  }

  /**
   * Takes the step that lifts a piece. Returns whether the piece can be dragged.
   * @param {string} word
   */
  grab(word) {
    const [child, ...others] = this.#host.mayMove() ? this.#entry.on(word) : [];
    if (!child || others.length) return this.#entry.lastWord === word;
    if (!child[2][1].length) return false;
    this.#take([child]);
    return true;
  }

  /**
   * Ends a drag on the place with this name; with null, off the board.
   * @param {string | null} word
   */
  release(word) {
    if (word !== null && (this.#entry.on(word).length || this.#entry.wayTo(word))) this.choose(word);
    else this.back();
  }

  /** Lights the places where a step is possible, and shows buttons for the other steps. */
  show() {
    const { board, mayMove, changed } = this.#host;
    const entry = this.#entry;
    const buttons = [];
    this.#lit = new Map();
    if (mayMove()) {
      const places = new Set(board.scene.places.map(({ name }) => name));
      for (const child of this.#ambiguous ?? entry.children) {
        const [name, word] = child;
        if (word !== null && places.has(word) && !this.#ambiguous) this.#light(word, words(name));
        else buttons.push(this.#stepButton(child));
      }
      if (entry.move !== null && !this.#ambiguous) {
        const { move, path } = entry;
        const done = { type: "button", id: "done", onclick: () => this.#host.play(move, path) };
        buttons.unshift(html("button", done, "Done"));
      }
      if (this.hasSteps || this.#ambiguous) {
        const back = { type: "button", id: "takeback", onclick: () => this.back() };
        buttons.push(html("button", back, "Take back step"));
      }
    }
    byId("choices").replaceChildren(...buttons);
    const chosen = entry.steps.flatMap(([, word]) => word ?? []);
    board.light(this.#lit, chosen, pathOf(entry.path));
    changed();
  }

  /**
   * @param {string} word
   * @param {string} done
   */
  #light(word, done) {
    const known = this.#lit.get(word);
    this.#lit.set(word, known && known !== done ? `${known} or ${done}` : done);
  }

  /** @param {StepChild} child */
  #stepButton(child) {
    const [name, word] = child;
    const attributes = {
      type: "button",
      "data-step": `${name} ${word ?? ""}`,
      onclick: () => this.#take([child]),
    };
    return html("button", attributes, words(name), word === null ? "" : ` ${word}`);
  }

  /** Names of the possible steps, joined by `or`. */
  get question() {
    const asked = this.#ambiguous?.map(([name]) => words(name)) ?? [];
    const done = [...asked, ...this.#lit.values()].flatMap((names) => names.split(" or "));
    return [...new Set(done)].join(" or ");
  }
}
