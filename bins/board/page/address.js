// Keeps the game in the page's address and in the browser, for a reload, a link, Back and Forward, and the
// next visit. The browser also keeps what the address does not hold: comments, drawings, variations, and data
// of a record.

import { store, stored, textarea } from "./dom.js";
import { fromHash, toHash } from "./link.js";

/** Maximum number of annotated games that the browser keeps. */
const MAX_ANNOTATED = 10;

/**
 * @typedef {object} Host
 * @property {import("./game.js").Game} game
 * @property {Player[]} players
 * @property {import("./puzzles.js").Puzzles} puzzles
 * @property {import("./table.js").Table} table
 */

/** @returns {{ hash?: string, game?: string, variant?: string }} */
const lastGame = () => stored("game", {});

/**
 * Returns the annotated games that the browser keeps, the newest first.
 * @returns {{ hash: string, whole: KeptGame }[]}
 */
const annotated = () => stored("annotated", []);

/**
 * Returns the game of the address, with its annotations if the browser has kept them; null if the address
 * names no game.
 */
function linked() {
  const link = fromHash(location.hash);
  const kept = annotated().find(({ hash }) => hash === location.hash)?.whole;
  return link && { ...link, kept };
}

/** Whether the page was opened without a fragment in its address. The browser's last game then goes on. */
const isBare = !location.hash;
if (isBare) {
  const { hash } = lastGame();
  if (hash) history.replaceState(null, "", hash);
}

export class Address {
  /** The game and the variant with which the board opens. */
  #opened = { game: "", variant: "" };
  /** Whether the browser had room for the last annotations. */
  #isKept = true;
  /** Hash under which the browser keeps the game's annotations; empty if it keeps none. */
  #keptAs = "";
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    addEventListener("pagehide", () => {
      const { puzzles, table } = host;
      if (!puzzles.isShown) store("clock", { hash: location.hash, now: table.clocks.now });
    });
    addEventListener("beforeunload", (event) => {
      const { game } = host;
      // The browser does not keep a position in the editor, so it asks before it closes the page.
      const setsUp = textarea("position").value !== (game.known()?.text ?? "");
      if (setsUp || (game.isChanged && !this.#isKept)) event.preventDefault();
    });
    host.game.addEventListener("change", (event) => {
      if (/** @type {CustomEvent} */ (event).detail === "game") this.#keptAs = "";
    });
  }

  get #hash() {
    const { game, players, table } = this.#host;
    return toHash(game, players, table.clocks, table.engine.ownPly);
  }

  /**
   * Writes the game to the address, and keeps it in the browser. Does nothing during a puzzle.
   * @param {boolean} [adds] whether Back leads to the previous address
   */
  remember(adds = false) {
    if (this.#host.puzzles.isShown) return;
    const hash = this.#hash;
    store("game", { ...this.#opened, hash });
    this.#keep(hash);
    this.write(hash, adds);
  }

  /**
   * Writes the address.
   * @param {string} hash
   * @param {boolean} [adds] whether to add an entry for Back
   */
  write(hash, adds = false) {
    if (location.hash === hash) return;
    try {
      if (adds) history.pushState(null, "", hash);
      else history.replaceState(null, "", hash);
    } catch {
      // Some browsers refuse many changes within seconds. The next change writes the address.
    }
  }

  /** Stores the annotations under the game's address, in place of older ones. @param {string} hash */
  #keep(hash) {
    const { game } = this.#host;
    const { isAnnotated } = game;
    if (!isAnnotated && !this.#keptAs) return;
    const kept = annotated().filter((one) => one.hash !== this.#keptAs && one.hash !== hash);
    if (isAnnotated) kept.unshift({ hash, whole: game.toKept() });
    kept.splice(MAX_ANNOTATED);
    // Until the browser has room, the oldest game is dropped.
    while (!(this.#isKept = store("annotated", kept)) && kept.length > 1) kept.pop();
    this.#keptAs = isAnnotated ? hash : "";
  }

  /** The game that the address names; null if it names none, or the one on the board. */
  get other() {
    return location.hash === this.#hash ? null : linked();
  }

  /**
   * Returns the game with which the page opens: that of its first address, or else the browser's last game;
   * null if there is none. If the page was opened without a fragment, also returns null if the server was
   * started with a file or with rules, or if its first game and variant are not those of the last visit.
   * @param {Hello} hello
   */
  first({ games, file, rules }) {
    const [{ name, variants }] = games;
    this.#opened = { game: name, variant: variants[0]?.name ?? "" };
    const last = lastGame();
    // Without a server, the variants of a game are known only when the game's module is loaded. An unknown
    // name equals any other.
    const isSame = (/** @type {string | undefined} */ one, /** @type {string} */ other) =>
      !one || !other || one === other;
    const isLast = isSame(last.game, name) && isSame(last.variant, this.#opened.variant);
    if (isBare && (file || Object.keys(rules).length || !isLast)) return null;
    const link = linked();
    // The clocks go on from where they were.
    const { hash, now } = stored("clock", { hash: "", now: "" });
    return link && hash === location.hash ? { ...link, clock: now } : link;
  }
}
