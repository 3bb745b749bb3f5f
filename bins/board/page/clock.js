// Clocks of the two sides, in milliseconds. They run in the page; the engine is told of them when it is to move.

export class Clocks {
  left = [0, 0];
  increment = 0;
  running = null;
  #since = 0;
  isOn = false;

  set(minutes, seconds) {
    this.left = [minutes * 60000, minutes * 60000];
    this.increment = seconds * 1000;
    this.running = null;
  }

  time(side) {
    const spent = this.running === side ? performance.now() - this.#since : 0;
    return Math.max(0, this.left[side] - spent);
  }

  /** The clock of `side` runs from now on; null stops both. A side that moved gets its increment. */
  press(side, moved) {
    if (this.running !== null && this.running !== side) {
      this.left[this.running] = this.time(this.running) + (moved ? this.increment : 0);
    } else if (this.running === side) return;
    this.running = side;
    this.#since = performance.now();
  }

  get fallen() {
    return this.isOn ? [0, 1].find((side) => this.running === side && this.time(side) === 0) : undefined;
  }

  text(side) {
    const ms = this.time(side);
    const seconds = Math.ceil(ms / 1000);
    const two = (number) => String(number).padStart(2, "0");
    if (ms < 10000) return (ms / 1000).toFixed(1);
    return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  }
}
