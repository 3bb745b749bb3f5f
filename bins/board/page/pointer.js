// Mouse and touch on the board: choosing, dragging, drawing with the right button or after a long press, and
// the wheel.

import { placeOf } from "./board.js";

/** A press with less movement, in pixels, is a click. */
const CLICK = 8;
/** Time after which a finger press without movement draws, in milliseconds. */
const LONG_PRESS = 450;
/** Wheel movement for one move, in pixels. A notch of a mouse wheel is more. */
const WHEEL_STEP = 60;
/** Sizes of the wheel's other units in pixels: lines and pages. */
const WHEEL_UNITS = [1, 20, 400];

/**
 * @typedef {object} Handlers
 * @property {(word: string, at: number) => boolean} choose returns whether there was something to choose
 * @property {(word: string) => boolean} grab returns whether a piece can be dragged off
 * @property {(word: string | null) => void} release
 * @property {(from: string, to: string) => void} draw
 * @property {(from: string, to: string) => void} sketch shows a drawing that is not finished
 * @property {() => void} clear
 * @property {(step: number) => boolean} hasMove whether there is a move before or after the shown position
 * @property {(step: number) => void} walk shows the position before or after that move
 *
 * @typedef {object} Press
 * @property {SVGElement} target
 * @property {number} x
 * @property {number} y
 * @property {boolean} draws
 * @property {SVGElement | null} ghost
 */

export class Pointer {
  /** @type {Press | null} */
  #press = null;
  #longPress = 0;
  #wheel = 0;
  #board;
  #handlers;

  /**
   * @param {import("./board.js").Board} board
   * @param {Handlers} handlers
   */
  constructor(board, handlers) {
    this.#board = board;
    this.#handlers = handlers;
    board.svg.addEventListener("pointerdown", (event) => this.#down(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => this.#cancel());
    board.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click leaves the focus where it is, so that the arrow keys go on walking through the moves.
    board.svg.addEventListener("mousedown", (event) => event.preventDefault());
    board.svg.addEventListener("wheel", (event) => this.#roll(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  #down({ target: element, button, pointerType, clientX: x, clientY: y }) {
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.matches("input, select, textarea")) active.blur();
    this.#cancel();
    const target = targetOf(element);
    if (!target && button === 0) this.#handlers.clear();
    if (!target || (button !== 0 && button !== 2)) return;
    const press = { target, x, y, draws: button === 2, ghost: null };
    this.#press = press;
    if (press.draws) this.#sketch(target);
    else if (pointerType === "touch") {
      this.#longPress = setTimeout(() => {
        press.draws = true;
        this.#sketch(target);
      }, LONG_PRESS);
    }
  }

  /** @param {PointerEvent} event */
  #move({ clientX, clientY }) {
    const press = this.#press;
    if (!press) return;
    if (press.draws) return this.#sketch(targetAt(clientX, clientY));
    if (!press.ghost && Math.hypot(clientX - press.x, clientY - press.y) > CLICK) {
      clearTimeout(this.#longPress);
      const { at, word } = placeOf(press.target);
      if (!this.#board.top(at) || !this.#handlers.grab(word)) return this.#cancel();
      press.ghost = this.#board.ghost(at);
    }
    if (press.ghost) {
      const matrix = this.#board.svg.getScreenCTM()?.inverse();
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
      press.ghost.setAttribute("transform", `translate(${x} ${y})`);
    }
  }

  /** @param {PointerEvent} event */
  #up({ clientX, clientY }) {
    const press = this.#press;
    if (!press) return;
    const target = targetAt(clientX, clientY);
    const { at, word } = placeOf(press.target);
    const { ghost, draws } = press;
    // The drag has ended, so nothing is cancelled.
    press.ghost = null;
    this.#cancel();
    ghost?.remove();
    if (draws) {
      if (target) this.#handlers.draw(word, placeOf(target).word);
    } else if (ghost) {
      if (target !== press.target) this.#handlers.release(target ? placeOf(target).word : null);
    } else if (target === press.target && !this.#handlers.choose(word, at)) this.#handlers.clear();
  }

  #cancel() {
    const press = this.#press;
    clearTimeout(this.#longPress);
    this.#press = null;
    press?.ghost?.remove();
    if (press?.ghost) this.#handlers.release(null);
  }

  /** @param {SVGElement | null} to */
  #sketch(to) {
    if (this.#press && to) this.#handlers.sketch(placeOf(this.#press.target).word, placeOf(to).word);
  }

  /** @param {WheelEvent} event */
  #roll(event) {
    // With these keys the wheel zooms the page or scrolls sideways.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const way = event.deltaY * WHEEL_UNITS[event.deltaMode];
    this.#wheel = Math.sign(way) === Math.sign(this.#wheel) ? this.#wheel + way : way;
    const step = Math.sign(this.#wheel);
    // Before the first move and after the last one, the page scrolls.
    if (!this.#handlers.hasMove(step)) return;
    event.preventDefault();
    if (Math.abs(this.#wheel) < WHEEL_STEP) return;
    this.#wheel = 0;
    this.#handlers.walk(step);
  }
}

/**
 * @param {EventTarget | null} element
 * @returns {SVGElement | null}
 */
export const targetOf = (element) => (element instanceof Element ? element.closest(".target") : null);

/**
 * @param {number} x
 * @param {number} y
 */
const targetAt = (x, y) => targetOf(document.elementFromPoint(x, y));
