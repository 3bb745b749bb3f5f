// Clocks of both sides, in milliseconds. They run in the page. A search request contains their times.

/** Remaining time in milliseconds below which a clock shows tenths of a second. */
const SHORT = 10_000;

export class Clocks {
  isOn = false;
  minutes = 0;
  left = [0, 0];
  increment = 0;
  /** @type {number | null} */
  running = null;
  #since = 0;

  /**
   * @param {boolean} isOn
   * @param {number} minutes
   * @param {number} seconds
   */
  set(isOn, minutes, seconds) {
    this.isOn = isOn;
    this.minutes = minutes;
    this.left = [minutes * 60_000, minutes * 60_000];
    this.increment = seconds * 1000;
    this.running = null;
  }

  /** @param {number} side */
  time(side) {
    const spent = this.running === side ? performance.now() - this.#since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /**
   * Starts the clock of a side and stops the other clock. With null, stops both.
   * @param {number | null} side
   * @param {boolean} moved whether the side whose clock was running gets its increment
   */
  press(side, moved) {
    if (this.running === side) return;
    if (this.running !== null) {
      this.left[this.running] = this.time(this.running) + (moved ? this.increment : 0);
    }
    this.running = side;
    this.#since = performance.now();
  }

  /** The side whose time has run out; undefined if neither's has. */
  get fallen() {
    return this.isOn ? [0, 1].find((side) => this.running === side && this.time(side) === 0) : undefined;
  }

  /** Shows the times beside the players. */
  show() {
    for (const side of [0, 1]) {
      const face = document.getElementById(`clock${side}`);
      if (face) face.textContent = this.isOn ? this.#text(side) : "";
    }
  }

  /** @param {number} side */
  #text(side) {
    const time = this.time(side);
    if (time < SHORT) return (time / 1000).toFixed(1);
    const seconds = Math.ceil(time / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
}
