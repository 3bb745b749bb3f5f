// The training partner: suggests the level against which a person is expected to score half of the points.
// The results stay in the browser.

import { action, byId, refill, store, stored } from "./dom.js";
import { PERSON } from "./seats.js";
import { evenLevel } from "./strength.js";
import { t } from "./texts.js";

/** Number of the latest games that count, for each game and variant. */
const COUNTED = 30;
const KEY = "results";

/** Level and score of each counted game. @typedef {[number, number][]} Results */

export class Partner {
  /** Rules and opponent of the game, as text; null if its result does not count. @type {string | null} */
  #opponent = null;
  /** What the panel shows, as text. It is written again only when this changes. */
  #shown = "";
  #table;
  #play;

  /**
   * @param {import("./table.js").Table} table
   * @param {(side: number, level: number) => void} play begins a game against a level
   */
  constructor(table, play) {
    this.#table = table;
    this.#play = play;
  }

  /** Excludes the game from the results, because it is replaced or the person was helped. */
  discount() {
    this.#opponent = null;
  }

  /** Returns a function to call when this game is shown again. It restores whether the result counts. */
  hold() {
    const opponent = this.#opponent;
    return () => {
      this.#opponent = opponent;
    };
  }

  /**
   * Counts the result of a finished game that a person played from the start against one level, without help
   * and without taking back a move. Shows the results and the suggested level.
   */
  observe() {
    const { game, players, clocks } = this.#table;
    const position = game.known();
    if (!position) return;
    const { fallen } = clocks;
    const person = players.findIndex(({ kind }) => kind === PERSON);
    const engine = players.findIndex(({ kind }) => kind !== PERSON);
    const opponent =
      person < 0 || engine < 0 ? null : JSON.stringify([this.#key(position), engine, players[engine].level]);
    if (!game.moves.length && game.setup === null) this.#opponent = opponent;
    const isLatest = game.ply === game.moves.length && game.variationStart === null;
    if (!isLatest || this.#table.engine.isAnalysing || this.#opponent !== opponent) this.discount();
    if (this.#opponent && (position.over || fallen !== undefined)) {
      const winner = fallen === undefined ? (position.over?.winner ?? null) : 1 - fallen;
      const score = winner === null ? 0.5 : Number(winner === person);
      this.#keep(position, [...this.#results(position), [players[engine].level, score]]);
      this.discount();
    }
    this.#show(position);
  }

  /** @param {Position} position */
  #key(position) {
    return `${this.#table.game.game} ${position.variant}`;
  }

  /** @param {Position} position @returns {Results} */
  #results(position) {
    return stored(KEY, /** @type {Record<string, Results>} */ ({}))[this.#key(position)] ?? [];
  }

  /** @param {Position} position @param {Results} results */
  #keep(position, results) {
    store(KEY, { ...stored(KEY, {}), [this.#key(position)]: results.slice(-COUNTED) });
  }

  /** @param {Position} position */
  #show(position) {
    const { players } = this.#table;
    const results = this.#results(position);
    const side = players.findIndex(({ kind }) => kind !== PERSON);
    const shown = JSON.stringify([this.#key(position), side, results]);
    if (shown === this.#shown) return;
    this.#shown = shown;
    if (!results.length) return refill(byId("partner"), "#even", []);
    const points = results.reduce((sum, [, score]) => sum + score, 0);
    const level = evenLevel(results, position.ratings);
    const begin = () => this.#play(side < 0 ? 1 : side, level);
    refill(byId("partner"), "#even", [
      `${t("scored", { points, count: results.length })} ${t("evenlevel", { level })} `,
      action("even", t("playlevel", { level }), begin),
      " ",
      action("forget", t("forgetresults"), () => this.#forget(position)),
    ]);
  }

  /** @param {Position} position */
  #forget(position) {
    this.#keep(position, []);
    this.#show(position);
    // From here, the arrow keys walk through the moves.
    const focused = byId("moves").querySelector(".here") ?? byId("record");
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}
