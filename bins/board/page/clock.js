// Clocks of both sides, in milliseconds. They run in the page, and a request for a search has their times.

import { input, numberIn } from "./dom.js";

/** Remaining time below which a clock shows tenths of a second. */
const SHORT = 10_000;
/** Largest number in the text of clocks: the seconds of a thousand hours. */
const LONGEST = 3_600_000;

/** Returns the text for `Clocks.set` by the page's fields; empty if they switch the clocks off. */
export const chosenClock = () =>
  input("clockon").checked ? `${numberIn("minutes", 5)} ${numberIn("increment", 0)}` : "";

export class Clocks {
  isOn = false;
  minutes = 0;
  /** Remaining times of both sides at the beginning of the current turn. */
  left = [0, 0];
  /** Time that a side gets after each of its turns. */
  increment = 0;
  /** The side whose clock runs, or null. @type {number | null} */
  running = null;
  #since = 0;

  /**
   * Sets the clocks by a text such as `10 5` or `10 5 480 600`: minutes, seconds added after each turn, and
   * the remaining seconds of both sides, by default the full time. Any other text switches the clocks off.
   * @param {string} text
   */
  set(text) {
    const numbers = text.split(/[ +]/).map(Number);
    const [minutes, seconds, ...left] = numbers;
    this.isOn =
      (numbers.length === 2 || numbers.length === 4) &&
      numbers.every((number) => number >= 0 && number <= LONGEST) &&
      minutes > 0;
    this.running = null;
    if (!this.isOn) return;
    this.minutes = minutes;
    this.increment = seconds * 1000;
    this.left = (left.length ? left : [minutes * 60, minutes * 60]).map((time) => time * 1000);
  }

  /** Text for `set` with the times before the current turn; empty without clocks. */
  get text() {
    return this.#textWith(this.left);
  }

  /** Text for `set` with the full times; empty without clocks. */
  get full() {
    const full = this.minutes * 60_000;
    return this.#textWith([full, full]);
  }

  /** Text for `set` with the times now; empty without clocks. */
  get now() {
    return this.#textWith([this.time(0), this.time(1)]);
  }

  /** Returns the text for `set` with these times. @param {number[]} left */
  #textWith(left) {
    if (!this.isOn) return "";
    const isNew = left.every((time) => time === this.minutes * 60_000);
    const seconds = isNew ? [] : left.map((time) => Math.round(time / 100) / 10);
    return [this.minutes, this.increment / 1000, ...seconds].join(" ");
  }

  /** Returns the remaining time of a side. @param {number} side */
  time(side) {
    const spent = this.running === side ? performance.now() - this.#since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /**
   * Starts the clock of a side, and stops the other one. With null, stops both.
   * @param {number | null} side
   * @param {boolean} [moved] whether the side whose clock ran gets its increment
   */
  press(side, moved = false) {
    if (this.running === side) return;
    if (this.running !== null) {
      this.left[this.running] = this.time(this.running) + (moved ? this.increment : 0);
    }
    this.running = side;
    this.#since = performance.now();
  }

  /** The side whose time has run out, or undefined. */
  get fallen() {
    return this.isOn ? [0, 1].find((side) => this.running === side && this.time(side) === 0) : undefined;
  }

  /**
   * Whether a side has lost on time, also while an earlier position is shown. No clock runs then, so no side
   * is `fallen`.
   * @param {number} side the side to move in the last position
   */
  hasLost(side) {
    return this.isOn && this.time(side) === 0;
  }

  /** Shows the settings in the page's fields, which keep their numbers without clocks. */
  showFields() {
    input("clockon").checked = this.isOn;
    if (!this.isOn) return;
    input("minutes").value = String(this.minutes);
    input("increment").value = String(this.increment / 1000);
  }

  /** Shows the times beside the players. */
  show() {
    for (const side of [0, 1]) {
      const face = document.getElementById(`clock${side}`);
      if (face) face.textContent = this.isOn ? this.#faceOf(side) : "";
    }
  }

  /** Returns what the clock of a side shows. @param {number} side */
  #faceOf(side) {
    const time = this.time(side);
    if (time < SHORT) return (time / 1000).toFixed(1);
    const seconds = Math.ceil(time / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
