// Hints. The first request shows a good move on the board and in words, the second one says why it is good.
// A person who is new to a game gets the first hints without a request.

import { button, byId, messageOf, store, stored, storedBox } from "./dom.js";
import { pathOf, stepsOf } from "./entry.js";
import { NAMED_MOVES, factsOf } from "./review.js";
import { PERSON } from "./seats.js";
import { ending, say } from "./status.js";
import { first, t, word } from "./texts.js";
import { exactOf, exactWords, ranked, valueOf } from "./values.js";

/** Time limit of the search for a hint in milliseconds. */
const TIME = 700;
/** Number of hints that the page gives by itself in a first game. */
const FIRST_HINTS = 3;

/** Returns the games whose first hints have been given. @returns {string[]} */
const guidedGames = () => stored("guidedgames", []);

export class Hint {
  /**
   * The shown hint. `path` has the places of its move.
   * @type {{ position: Position, place: Setting, line: Line, known: Exact | null, path: string[] } | null}
   */
  #given = null;
  /** The position for which a search is running. @type {Position | null} */
  #searching = null;
  /** Number of hints that the page has given by itself in this game. */
  #count = 0;
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
    button("hint").onclick = () => this.ask();
    storedBox("guided", true, () => store("guidedgames", []));
  }

  /** Starts counting hints for another game. */
  begin() {
    this.#count = 0;
  }

  hide() {
    this.#table.board.showArrows([]);
    this.#say("");
  }

  get #mayAsk() {
    const { game, mayMove, players } = this.#table;
    return mayMove && players[game.known()?.side ?? 0].kind === PERSON;
  }

  /** Hides the hint if another position is shown, otherwise draws it anew. In a first game, gives a hint. */
  show() {
    const { board, clocks, engine, game } = this.#table;
    const [position, given] = [game.known(), this.#given];
    if (given && given.position === position) board.showArrows([given.path]);
    else this.#say("");
    button("hint").disabled = !this.#mayAsk;
    const isFirst = stored("guided", true) && !guidedGames().includes(game.game);
    const isBusy = engine.isAnalysing || engine.isReviewing || clocks.isOn;
    const isNow = this.#mayAsk && game.isGoingOn && !isBusy && game.setup === null;
    if (!isFirst || !isNow || this.#given) return;
    this.#find((move) => {
      this.#count += 1;
      if (this.#count >= FIRST_HINTS) store("guidedgames", [...guidedGames(), game.game]);
      return t("hint.first", { move });
    });
  }

  /** Shows a move for the person. If one is shown, says why it is good. */
  async ask() {
    const { actions, editor, game } = this.#table;
    if (editor.isOpen) return say(t("settingup"));
    if (!this.#mayAsk || actions.hintOfPuzzle()) return;
    const given = this.#given;
    if (given?.position !== game.known()) return this.#find((move) => t("hint.move", { move }));
    const reason = await this.#why().catch(messageOf);
    if (given === this.#given) this.#say(reason);
  }

  /**
   * Searches for a hint and shows it, unless a search for the same position is running. Stops the engine's
   * search, and excludes the game from the person's results.
   * @param {(move: string) => string} tell returns the hint's text
   */
  async #find(tell) {
    const { actions, board, engine, game, server } = this.#table;
    const position = game.known();
    if (!position || position === this.#searching) return;
    this.#searching = position;
    const place = game.place();
    actions.helped();
    engine.stop();
    const known = await server.exact(place).catch(() => null);
    /** @type {Map<number, Line>} */
    const lines = new Map();
    const problem = await new Promise((resolve) => {
      const request = { place, movetime: TIME, lines: 3 };
      const keep = (/** @type {Line} */ line) => lines.set(line.rank, line);
      server.search(request, { line: keep, done: () => resolve(""), failed: resolve });
    }).catch(messageOf);
    if (this.#searching === position) this.#searching = null;
    const [line] = ranked([...lines.values()], known ?? undefined);
    // Another position may have been shown meanwhile, or the editor opened.
    if (game.known() !== position || !this.#mayAsk) return;
    if (engine.isAnalysing || engine.isReviewing) engine.think();
    if (!line) return this.#say(problem && t("hint.failed", { problem }));
    const steps = stepsOf(position.tree, line.moves[0]) ?? [];
    const path = pathOf(steps);
    this.#given = { position, place, line, known, path };
    board.showArrows([path]);
    this.#say(tell(inWords(game.game, position.scene, steps) || line.moves[0]));
  }

  /** Returns the reason for the move: its exact value, a proven end, or the expected line. */
  async #why() {
    if (!this.#given) return "";
    const { game } = this.#table.game;
    const { position, place, line, known } = this.#given;
    const [move] = line.moves;
    const exact = exactOf(known ?? undefined, move);
    if (exact) {
      // A move of unknown value may be as good.
      const equals = known?.moves.filter(({ value }) => !value || value.word === exact.word).length ?? 0;
      const only = equals === 1 && exact.word !== "loss" ? ` ${t(`why.only.${exact.word}`)}` : "";
      return `${t("why.exact", { move, value: exactWords(exact, position) })}${only}`;
    }
    const value = valueOf(line, position);
    const chance = Math.round(100 * line.chance);
    const moves = line.moves.slice(0, NAMED_MOVES).join(" ");
    if (!value.proven) return t("why.line", { moves, chance }) + factsOf(game, position, move);
    return t("why.proven", { moves, value: value.spoken }) + (await this.#endOf(line.moves, place));
  }

  /**
   * Returns what the last move of a line does, or else how the game then ends; an empty text if neither is
   * known.
   * @param {string[]} moves
   * @param {Setting} place
   */
  async #endOf(moves, place) {
    const { server, game } = this.#table;
    const after = (/** @type {number} */ count) =>
      server.position({ ...place, moves: [...place.moves, ...moves.slice(0, count)] });
    const facts = factsOf(game.game, await after(moves.length - 1), moves[moves.length - 1]);
    if (facts) return facts;
    const end = ending(game.game, await after(moves.length), undefined);
    return end ? ` ${end}.` : "";
  }

  /** @param {string} text */
  #say(text) {
    if (!text) this.#given = null;
    byId("hinted").textContent = text;
    byId("hinted").toggleAttribute("hidden", !text);
  }
}

/**
 * Describes the steps of a move in words.
 * @param {string} game
 * @param {Scene} scene
 * @param {StepChild[]} steps
 */
export function inWords(game, { places }, steps) {
  const parts = steps.map(([name, at]) => {
    const those = places.filter((place) => place.name === at);
    // The places of a column share its name, and have labels of their own.
    const label = (those.length === 1 ? those[0].label : null) ?? at ?? "";
    return first([`do.${game}.${name}`, `do.${name}`], { at: label }) ?? `${word("step", name)} ${label}`;
  });
  return parts.join(", ");
}
