// Keeps the game in the page's address and in the browser: a reload, a link, Back and Forward, and the next
// visit give the same game with the same players.

import { store, stored } from "./dom.js";
import { fromHash, toHash } from "./link.js";

/**
 * @typedef {object} Host
 * @property {import("./game.js").Game} game
 * @property {Player[]} players
 * @property {import("./clock.js").Clocks} clocks
 * @property {() => boolean} isAside whether a puzzle stands on the board in place of the game
 */

/** @returns {{ hash?: string, game?: string, variant?: string }} */
const lastGame = () => Object(stored("game", {}));

/** Whether the page was opened by an address without a game. The last game of this browser then goes on. */
const isBare = !location.hash;
if (isBare) history.replaceState(null, "", lastGame().hash || location.href);

export class Address {
  /** The game and the variant with which the board opens. */
  #opened = { game: "", variant: "" };
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    addEventListener("pagehide", () => {
      if (!host.isAside()) store("clock", { hash: location.hash, now: host.clocks.now });
    });
  }

  get #hash() {
    const { game, players, clocks } = this.#host;
    return toHash(game, players, clocks);
  }

  /**
   * Writes the game to the address.
   * @param {boolean} adds whether the browser's Back leads to the previous address
   */
  remember(adds) {
    if (this.#host.isAside()) return;
    const hash = this.#hash;
    store("game", { ...this.#opened, hash });
    if (location.hash === hash) return;
    if (adds) history.pushState(null, "", hash);
    else history.replaceState(null, "", hash);
  }

  /** Returns the game of the address, if it is not the one on the board. */
  get other() {
    return location.hash === this.#hash ? null : fromHash(location.hash);
  }

  /**
   * Returns the game of the address with which the page was opened. Without one, returns the last game of
   * this browser, unless the server offers something else first.
   * @param {Hello} hello
   */
  first({ games, file, rules }) {
    const [{ name, variants }] = games;
    this.#opened = { game: name, variant: variants[0]?.name ?? "" };
    const last = lastGame();
    // A page with the engine inside knows the variants of a game only when its module is loaded.
    const isSame = (/** @type {string | undefined} */ one, /** @type {string} */ other) =>
      !one || !other || one === other;
    const isLast = isSame(last.game, name) && isSame(last.variant, this.#opened.variant);
    if (isBare && (file || Object.keys(rules).length || !isLast)) return null;
    const link = fromHash(location.hash);
    // The clocks go on from where they were when the page was left.
    const { hash, now } = Object(stored("clock", {}));
    return link && hash === location.hash ? { ...link, clock: String(now) } : link;
  }
}
