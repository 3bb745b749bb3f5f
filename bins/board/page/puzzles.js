// Puzzles: positions with exactly one right first move. The server judges answers that are not the puzzle's
// own, and shows how a wrong one is refuted.

import { button, byId, input, messageOf, numberIn, store, stored } from "./dom.js";
import { stepParts, stepsOf } from "./entry.js";
import { inWords } from "./hint.js";
import { loadingOf } from "./records.js";
import { PERSON } from "./seats.js";
import { say } from "./status.js";
import { first, sideName, t, word } from "./texts.js";

/** Pause in milliseconds before a reply is played. */
const PAUSE = 500;
/** Rating of a person who has solved no puzzle. */
const START = 1000;
/** Rating of a puzzle of level 0. */
const EASIEST = 700;
/** Rating points between neighbouring levels of puzzles. */
const STEP = 60;
/** Greatest change of a person's rating by one puzzle. */
const GREATEST = 40;
const DAY = 86_400_000;

/**
 * A person's rating at a game, the number of puzzles solved in a row, and the number of the next puzzle.
 * @typedef {{ rating: number, streak: number, next?: number }} Score
 */

/**
 * @typedef {object} Host
 * @property {() => () => void} setAside returns a function that brings the current game back
 * @property {(loading: Loading) => Promise<boolean | null>} start loads a game; null if it is dropped
 */

export class Puzzles {
  /** The puzzle that is being solved, or null. @type {GameRecord | null} */
  #puzzle = null;
  /** Puzzles by game and variant. @type {Map<string, GameRecord[]>} */
  #known = new Map();
  #solver = 0;
  /** Whether the next answer counts for the rating: only the first one does, without help. */
  #counts = false;
  /** Ply of the position in which the last wrong answer was given. */
  #triedFrom = 0;
  /** Number of the last choice of a puzzle or a game. Puzzles of earlier choices are not posed. */
  #choices = 0;
  /** Brings back the game that puzzles have replaced. @type {(() => void) | null} */
  #aside = null;
  #table;
  #host;

  /** @param {import("./table.js").Table} table @param {Host} host */
  constructor(table, host) {
    this.#table = table;
    this.#host = host;
    /** @type {(id: string, run: () => Promise<void>) => void} */
    const on = (id, run) =>
      byId(id).addEventListener("click", () => {
        if (table.editor.isOpen) say(t("settingup"));
        else this.#guarded(run);
      });
    on("puzzle", () => this.#pose(null));
    // The day begins at the person's own midnight, so its number is that of the person's noon.
    on("daily", () => this.#pose(Math.floor(new Date().setHours(12, 0, 0, 0) / DAY)));
    on("solution", () => this.#showSolution());
    on("retry", () => this.#retry());
    on("resume", async () => this.resume());
  }

  /** Whether a puzzle, solved or not, stands on the board. */
  get isShown() {
    return this.#aside !== null;
  }

  /** Ends the puzzle, because another game is loaded. */
  leave() {
    this.#puzzle = null;
    button("solution").hidden = true;
    button("retry").hidden = true;
    byId("task").textContent = "";
  }

  /** Brings back the game. A puzzle that is being loaded is not posed. */
  resume() {
    this.#choices += 1;
    const aside = this.#aside;
    if (!aside) return;
    this.leave();
    this.#setAside(null);
    aside();
  }

  /** @param {(() => void) | null} aside */
  #setAside(aside) {
    this.#aside = aside;
    button("resume").hidden = aside === null;
  }

  /** Waits for an action, and shows its error in place of the task. @param {() => Promise<void>} run */
  async #guarded(run) {
    try {
      await run();
    } catch (error) {
      this.#say(messageOf(error));
    }
  }

  /** @param {string} text */
  #say(text) {
    byId("task").textContent = text;
  }

  /** @returns {Score} */
  get #score() {
    const scores = stored("puzzles", /** @type {Record<string, Score>} */ ({}));
    return scores[this.#table.game.game] ?? { rating: START, streak: 0 };
  }

  /** @param {Partial<Score>} changes */
  #store(changes) {
    const score = { ...this.#score, ...changes };
    store("puzzles", { ...stored("puzzles", {}), [this.#table.game.game]: score });
    this.showRating();
  }

  /** Shows the person's rating, and the number of the next puzzle. */
  showRating() {
    const { rating, streak, next = 1 } = this.#score;
    byId("rating").textContent = t("puzzlerating", { rating, streak });
    input("puzzlenumber").value = String(next);
  }

  /**
   * Rates the first answer, like a game against an opponent with the puzzle's rating.
   * @param {boolean} isRight
   */
  #count(isRight) {
    if (!this.#counts) return;
    this.#counts = false;
    const { rating, streak } = this.#score;
    const puzzle = EASIEST + STEP * Number(this.#tag("Level") ?? 0);
    const expected = 1 / (1 + 10 ** ((puzzle - rating) / 400));
    const change = Math.round(GREATEST * (Number(isRight) - expected));
    this.#store({ rating: rating + change, streak: isRight ? streak + 1 : 0 });
  }

  /**
   * Shows the first step of the right move, on the board and in words, which counts as a wrong answer.
   * Returns false without a puzzle.
   */
  hint() {
    const { board, game } = this.#table;
    const [position, puzzle] = [game.known(), this.#puzzle];
    if (!puzzle || !position) return false;
    this.#count(false);
    const isOnWay = game.place().moves.every((move, ply) => move === puzzle.moves[ply]);
    const [step] = (isOnWay && stepsOf(position.tree, puzzle.moves[game.ply])) || [];
    const place = step && stepParts(step).word;
    if (place) board.showArrows([[place]]);
    const { scene } = position;
    say(step ? t("puzzlehint", { step: inWords(game.game, scene, [step]) }) : t("tryagain"));
    return true;
  }

  /** Counts the engine's help as a wrong answer. */
  help() {
    if (this.#puzzle) this.#count(false);
  }

  /**
   * Shows the puzzle of a day, or the one whose number the person has entered.
   * @param {number | null} day days since 1970; null for the entered number
   */
  async #pose(day) {
    const { game, server } = this.#table;
    const { setAside, start } = this.#host;
    const choice = ++this.#choices;
    const key = `${game.game} ${game.variant}`;
    const known = this.#known.get(key) ?? (await server.puzzles({ ...game.place(0), setup: null })).records;
    this.#known.set(key, known);
    if (choice !== this.#choices) return;
    if (!known.length) return this.#say(t("nopuzzles"));
    const wanted = day === null ? Math.round(numberIn("puzzlenumber", 1)) : (day % known.length) + 1;
    const number = Math.max(1, Math.min(known.length, wanted));
    const puzzle = known[number - 1];
    // People play both sides, so that the engine does not move in the puzzle.
    const person = { kind: PERSON, level: 6 };
    const loading = { moves: [], record: null, players: [person, person], clock: "" };
    this.#setAside(this.#aside ?? setAside());
    const isLoaded = await start({ ...loadingOf(puzzle, game.game), ...loading });
    if (isLoaded === false) this.resume();
    if (!isLoaded) return;
    const position = await game.position();
    this.#solver = position.side;
    this.#puzzle = puzzle;
    this.#counts = !input("analyse").checked;
    button("solution").hidden = false;
    // The puzzle of the day does not change which puzzle is the next.
    this.#store(day === null ? { next: number < known.length ? number + 1 : 1 } : {});
    const [level, side] = [this.#tag("Level") ?? "", sideName(position.scene, position.side)];
    this.#say(t("puzzletask", { number, count: known.length, level, side, goal: this.#goal }));
  }

  get #goal() {
    const goal = this.#tag("Goal") ?? "";
    const moves = /^win in (\d+)$/.exec(goal)?.[1];
    return moves ? t("goal.moves", { moves }) : (first([`goal.${goal}`]) ?? goal);
  }

  /** @param {string} name */
  #tag(name) {
    return this.#puzzle?.tags.find(([known]) => known === name)?.[1];
  }

  /** Shows the position before a wrong answer again. */
  async #retry() {
    button("retry").hidden = true;
    await this.#table.game.show(this.#triedFrom);
  }

  /** Plays the solution on the board, and ends the puzzle. */
  async #showSolution() {
    const { game } = this.#table;
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    this.#count(false);
    this.leave();
    const aside = this.#aside;
    await game.show(0);
    for (const move of puzzle.moves) {
      // The person may have left the puzzle or begun another one.
      if (this.#aside !== aside || this.#puzzle) return;
      await game.play(move);
    }
    this.#say(t("thesolution", { moves: puzzle.moves.join(" ") }));
  }

  /** Judges the last move. After a right one, plays the reply. */
  judge() {
    return this.#guarded(() => this.#judge());
  }

  async #judge() {
    const { game } = this.#table;
    const puzzle = this.#puzzle;
    const position = game.known();
    const { ply, moves } = game;
    if (!puzzle || !position || ply !== moves.length || ply === 0) return;
    const isReply = game.sideAt(ply - 1) !== this.#solver;
    if (isReply) return;
    button("retry").hidden = true;
    const isAsKnown = moves.every((move, index) => move === puzzle.moves[index]);
    if (!isAsKnown) return this.#judgeOther(puzzle);
    if (!puzzle.moves[ply] || position.over) return this.#solved(t("right"));
    this.#say(t("rightnext"));
    if (position.side !== this.#solver) await this.#reply(puzzle);
  }

  /** Lets the server judge a move that is not the puzzle's own. @param {GameRecord} puzzle */
  async #judgeOther(puzzle) {
    const { game, server } = this.#table;
    const { ply, moves } = game;
    const move = moves[ply - 1];
    const wantsDraw = this.#tag("Goal") === "draw";
    // Only the puzzle's own first move is right, even if a short search also finds a win after another one.
    const isFirst = moves.slice(0, -1).every((_, index) => game.sideAt(index) === this.#solver);
    const { right, reason, moves: line } = await server.judge(game.place(), this.#solver, wantsDraw);
    // The move may have been taken back meanwhile.
    if (this.#puzzle !== puzzle || game.ply !== ply || game.moves[ply - 1] !== move) return;
    if (right && !isFirst) return this.#solved(t("rightbecause", { why: word("judged", reason) }));
    this.#count(false);
    this.#triedFrom = ply - 1;
    button("retry").hidden = false;
    const why = word("judged", right ? "slower" : reason);
    const refuted = line.length ? ` ${t("continues", { moves: line.join(" ") })}` : "";
    this.#say(`${t("fails", { move, why })}${refuted} ${t("tryagain")}`);
  }

  /** Plays the puzzle's own moves until the person is to move. @param {GameRecord} puzzle */
  async #reply(puzzle) {
    const { game } = this.#table;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    while (this.#puzzle === puzzle && game.known()?.side !== this.#solver && puzzle.moves[game.ply]) {
      await game.play(puzzle.moves[game.ply]);
    }
    if (this.#puzzle === puzzle && (game.known()?.over || !puzzle.moves[game.ply])) this.#solved(t("right"));
  }

  /** @param {string} text */
  #solved(text) {
    const themes = (this.#tag("Themes") ?? "").split(", ").map((theme) => word("theme", theme));
    this.#count(true);
    this.leave();
    this.#say(`${text} ${t("solved")}${themes[0] ? ` (${themes.join(", ")})` : ""}`);
  }
}
