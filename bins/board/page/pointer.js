// Mouse and touch input on the board: clicks, drags, drawing with the right button or after a long press, and
// the wheel.

import { placeOf } from "./board.js";

/** Maximum movement in pixels of a press that counts as a click. */
const CLICK = 8;
/** Maximum distance in pixels from a press beside a place to its middle: half the width of a finger. */
const REACH = 22;
/** Time in milliseconds after which a motionless press of a finger starts a drawing. */
const LONG_PRESS = 450;
/** Wheel movement in pixels that shows the next position. A notch of a mouse wheel moves farther. */
const WHEEL_STEP = 60;
/** Size in pixels of the wheel's units: pixels, lines and pages. */
const WHEEL_UNITS = [1, 20, 400];

/**
 * A button or finger that is held down.
 * @typedef {object} Press
 * @property {SVGElement} target the place where it went down
 * @property {number} x
 * @property {number} y
 * @property {boolean} draws whether it draws an arrow or a circle
 * @property {SVGElement | null} ghost the piece that it drags
 */

export class Pointer {
  /** @type {Press | null} */
  #press = null;
  /** Timer of a long press. */
  #longPress = 0;
  /** Movement of the wheel in one direction since the last step, in pixels. */
  #wheel = 0;
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
    const { board } = table;
    board.svg.addEventListener("pointerdown", (event) => this.#down(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => this.#cancel());
    board.svg.addEventListener("contextmenu", (event) => event.preventDefault());
    // A click does not move the focus, so the arrow keys still walk through the moves.
    board.svg.addEventListener("mousedown", (event) => event.preventDefault());
    board.svg.addEventListener("wheel", (event) => this.#roll(event), { passive: false });
  }

  /** @param {PointerEvent} event */
  #down(event) {
    const { button, pointerType, clientX: x, clientY: y } = event;
    const active = document.activeElement;
    if (active instanceof HTMLElement && active.matches("input, select, textarea")) active.blur();
    this.#cancel();
    const target = this.#aim(event);
    const mayDraw = !this.#table.editor.isOpen;
    if (!target && button === 0 && mayDraw) this.#table.drawings.clear();
    if (!target || !(button === 0 || (button === 2 && mayDraw))) return;
    const press = { target, x, y, draws: button === 2, ghost: null };
    this.#press = press;
    if (press.draws) this.#sketch(target);
    else if (pointerType === "touch" && mayDraw) {
      this.#longPress = setTimeout(() => {
        press.draws = true;
        this.#sketch(target);
      }, LONG_PRESS);
    }
  }

  /** @param {PointerEvent} event */
  #move(event) {
    const { clientX, clientY } = event;
    const { board, chooser } = this.#table;
    const press = this.#press;
    if (!press) return;
    if (press.draws) return this.#sketch(this.#aim(event));
    if (!press.ghost && Math.hypot(clientX - press.x, clientY - press.y) > CLICK) {
      clearTimeout(this.#longPress);
      const { at, word } = placeOf(press.target);
      if (!board.standing.top(at) || !chooser.grab(word)) return this.#cancel();
      press.ghost = board.ghost(at);
    }
    if (press.ghost) {
      const matrix = board.svg.getScreenCTM()?.inverse();
      const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(matrix);
      press.ghost.setAttribute("transform", `translate(${x} ${y})`);
    }
  }

  /** @param {PointerEvent} event */
  #up(event) {
    const press = this.#press;
    if (!press) return;
    const target = this.#aim(event);
    const { at, word } = placeOf(press.target);
    const { ghost, draws } = press;
    const { chooser, drawings } = this.#table;
    // `#cancel` would otherwise end the drag off the board.
    press.ghost = null;
    this.#cancel();
    ghost?.remove();
    if (draws) {
      if (target) drawings.toggle(word, placeOf(target).word);
    } else if (ghost) {
      if (target !== press.target) chooser.release(target ? placeOf(target).word : null);
    } else if (target === press.target && !this.#table.choose(word, at)) drawings.clear();
  }

  /**
   * Returns the place under a press. If there is none, returns the nearest place within `REACH` that can be
   * chosen, or null. A finger covers several small places, so a place under it that cannot be chosen is
   * returned only if there is no such place near.
   * @param {PointerEvent} event
   */
  #aim({ clientX, clientY, pointerType }) {
    const under = targetOf(document.elementFromPoint(clientX, clientY));
    const isPrecise = pointerType !== "touch" || under?.classList.contains("lit");
    if (under && isPrecise) return under;
    const distances = this.#table.board.targets
      .filter((target) => target.classList.contains("lit"))
      .map((target) => {
        const { x, y, width, height } =
          target.querySelector(".hit")?.getBoundingClientRect() ?? new DOMRect();
        return { target, distance: Math.hypot(x + width / 2 - clientX, y + height / 2 - clientY) };
      });
    distances.sort((a, b) => a.distance - b.distance);
    return distances.length && distances[0].distance <= REACH ? distances[0].target : under;
  }

  #cancel() {
    const press = this.#press;
    clearTimeout(this.#longPress);
    this.#press = null;
    press?.ghost?.remove();
    if (press?.ghost) this.#table.chooser.release(null);
    if (press?.draws) this.#table.drawings.show();
  }

  /** @param {SVGElement | null} to */
  #sketch(to) {
    if (!this.#press || !to) return;
    this.#table.drawings.show([placeOf(this.#press.target).word, placeOf(to).word]);
  }

  /** @param {WheelEvent} event */
  #roll(event) {
    // With these keys, the wheel zooms the page or scrolls it sideways.
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    const way = event.deltaY * WHEEL_UNITS[event.deltaMode];
    this.#wheel = Math.sign(way) === Math.sign(this.#wheel) ? this.#wheel + way : way;
    const step = Math.sign(this.#wheel);
    // Before the first move and after the last one, the wheel scrolls the page.
    const { editor, game, navigation } = this.#table;
    const ply = game.wantedPly();
    if (editor.isOpen || !(step < 0 ? ply > 0 : ply < game.moves.length)) return;
    event.preventDefault();
    if (Math.abs(this.#wheel) < WHEEL_STEP) return;
    this.#wheel = 0;
    navigation.goTo(ply + step);
  }
}

/**
 * Returns the place to which an element of the board belongs, or null.
 * @param {EventTarget | null} element
 * @returns {SVGElement | null}
 */
export const targetOf = (element) => (element instanceof Element ? element.closest(".target") : null);
