// Puzzles: positions with exactly one right move. The server judges each answer and shows how a wrong one is
// refuted.

import { button, byId, capital, input, messageOf, numberIn } from "./dom.js";
import { loadingOf } from "./records.js";
import { PERSON } from "./seats.js";

/** Pause in milliseconds before a reply is played. */
const PAUSE = 500;

/**
 * @typedef {object} Host
 * @property {import("./game.js").Game} game
 * @property {import("./server.js").Server} server
 * @property {() => () => void} setAside returns a function that brings the current game back
 * @property {(loading: Loading) => Promise<boolean>} start loads a game
 */

export class Puzzles {
  /** The puzzle that is being solved, or null. @type {GameRecord | null} */
  #puzzle = null;
  /** Puzzles loaded from the server, by game and variant. @type {Map<string, GameRecord[]>} */
  #known = new Map();
  #solver = 0;
  /** Brings back the game that puzzles have replaced. @type {(() => void) | null} */
  #aside = null;
  #host;

  /** @param {Host} host */
  constructor(host) {
    this.#host = host;
    byId("puzzle").addEventListener("click", () => this.#guarded(() => this.#set()));
    byId("solution").addEventListener("click", () => this.#guarded(() => this.#show()));
    byId("resume").addEventListener("click", () => this.resume());
  }

  /** Whether a puzzle is being solved. The engine does not move during a puzzle. */
  get isOn() {
    return this.#puzzle !== null;
  }

  /** Whether a puzzle, solved or not, stands on the board in place of the game. */
  get isShown() {
    return this.#aside !== null;
  }

  /** Ends the puzzle, because another game is loaded. */
  leave() {
    this.#puzzle = null;
    button("solution").hidden = true;
    byId("task").textContent = "";
  }

  /** Brings back the game that the puzzles have replaced. */
  resume() {
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

  /** @param {() => Promise<void>} work */
  async #guarded(work) {
    try {
      await work();
    } catch (error) {
      this.#say(messageOf(error));
    }
  }

  /** @param {string} text */
  #say(text) {
    byId("task").textContent = text;
  }

  /** Shows the puzzle with the chosen number. */
  async #set() {
    const { game, server, setAside, start } = this.#host;
    const key = `${game.game} ${game.variant}`;
    const known = this.#known.get(key) ?? (await server.puzzles({ ...game.place(0), setup: null })).records;
    this.#known.set(key, known);
    if (!known.length) return this.#say("No puzzles come with this game.");
    const number = Math.max(1, Math.min(known.length, Math.round(numberIn("puzzlenumber", 1))));
    const puzzle = known[number - 1];
    // Persons play both sides, so that the engine does not move in the puzzle.
    const person = { kind: PERSON, level: 6 };
    const loading = { moves: [], record: null, players: [person, person], clock: "" };
    this.#setAside(this.#aside ?? setAside());
    if (!(await start({ ...loadingOf(puzzle, game.game), ...loading }))) return this.resume();
    const position = await game.position();
    this.#solver = position.side;
    this.#puzzle = puzzle;
    button("solution").hidden = false;
    input("puzzlenumber").value = String(number < known.length ? number + 1 : 1);
    const level = this.#tag("Level");
    const name = capital(position.scene.seats[position.side].name);
    const grade = level ? `, level ${level}` : "";
    this.#say(`Puzzle ${number} of ${known.length}${grade}. ${name} is to move: ${this.#tag("Goal")}.`);
  }

  /** @param {string} name */
  #tag(name) {
    return this.#puzzle?.tags.find(([known]) => known === name)?.[1];
  }

  /** Plays the solution on the board, and ends the puzzle. */
  async #show() {
    const { game } = this.#host;
    const puzzle = this.#puzzle;
    if (!puzzle) return;
    this.leave();
    await game.show(0);
    for (const move of puzzle.moves) await game.play(move);
    this.#say(`The solution: ${puzzle.moves.join(" ")}`);
  }

  /** Judges the move that was just played. After a right move, plays the reply. */
  async played() {
    await this.#guarded(() => this.#judge());
  }

  async #judge() {
    const { game, server } = this.#host;
    const puzzle = this.#puzzle;
    const position = game.known();
    const { ply, moves } = game;
    if (!puzzle || !position || ply !== moves.length || ply === 0) return;
    const isReply = game.sideAt(ply - 1) !== this.#solver;
    if (isReply) return;
    const isAsKnown = moves.every((move, index) => move === puzzle.moves[index]);
    if (!isAsKnown) {
      const draw = this.#tag("Goal") === "draw";
      // Only the puzzle's own first move is right, even if a short search also finds a win after another one.
      const isFirst = moves.slice(0, -1).every((_, index) => game.sideAt(index) === this.#solver);
      const { right, reason, moves: line } = await server.judge(game.place(), this.#solver, draw);
      if (this.#puzzle !== puzzle || game.moves !== moves) return;
      if (right && !isFirst) return this.#solved(`Right: ${reason}.`);
      const why = right ? "another move reaches the goal in fewer moves" : reason;
      const refuted = line.length ? ` Play continues ${line.join(" ")}.` : "";
      return this.#say(`${moves.at(-1)} fails: ${why}.${refuted} Take the move back and try again.`);
    }
    const next = puzzle.moves[ply];
    if (!next || position.over) return this.#solved("Right.");
    this.#say("Right. What next?");
    if (position.side === this.#solver) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    while (this.#puzzle === puzzle && game.known()?.side !== this.#solver && puzzle.moves[game.ply]) {
      await game.play(puzzle.moves[game.ply]);
    }
    if (this.#puzzle === puzzle && (game.known()?.over || !puzzle.moves[game.ply])) this.#solved("Right.");
  }

  /** @param {string} text */
  #solved(text) {
    const themes = this.#tag("Themes");
    this.leave();
    this.#say(`${text} The puzzle is solved${themes ? ` (${themes})` : ""}.`);
  }
}
