// The server, or the engine in the page that replaces it. Requests have one answer; a search sends lines
// until it ends. After a lost connection is restored, the listener for `open` repeats what the server must
// know.

import { connect } from "./transport.js";

/**
 * @typedef {object} Search
 * @property {(line: Line) => void} line
 * @property {(best: { move: string | null } | null) => void} done called at the end; null after a failure
 * @property {(message: string) => void} failed
 */

export class Server extends EventTarget {
  /** @type {Map<number, { resolve: (answer: any) => void, reject: (error: Error) => void }>} */
  #waiting = new Map();
  /** @type {Map<number, Search>} */
  #searches = new Map();
  #next = 1;
  #transport = connect({
    receive: (message) => this.#receive(message),
    lost: (reason) => this.#lost(reason),
  });

  /** @param {string} reason */
  #lost(reason) {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    for (const search of this.#searches.values()) search.done(null);
    this.#waiting.clear();
    this.#searches.clear();
    this.dispatchEvent(new CustomEvent("lost", { detail: reason }));
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === "hello") {
      this.dispatchEvent(new CustomEvent("open", { detail: message }));
      return;
    }
    if (message.type === "games") {
      this.dispatchEvent(new CustomEvent("games", { detail: message.games }));
      return;
    }
    const search = this.#searches.get(message.id);
    if (message.type === "line") search?.line(message);
    else if (search) {
      this.#searches.delete(message.id);
      if (message.type === "error") search.failed(message.message);
      search.done(message.type === "best" ? message : null);
    } else {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.type === "error") waiting?.reject(new Error(message.message));
      else waiting?.resolve(message);
    }
  }

  /**
   * Sends a request, and resolves to its answer. An error of the server rejects the promise.
   * @param {{ type: string, [field: string]: unknown }} request
   * @returns {Promise<any>}
   */
  #ask(request) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#transport.send({ id, ...request });
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /**
   * @param {Setting} place
   * @returns {Promise<Position>}
   */
  position(place) {
    return this.#ask({ type: "position", place });
  }

  /**
   * Resolves to the scene after the first steps of a move.
   * @param {Setting} place
   * @param {Step[]} steps
   * @returns {Promise<{ scene: Scene }>}
   */
  preview(place, steps) {
    return this.#ask({ type: "preview", place, steps });
  }

  /**
   * Resolves to the exact values of a position and of its moves.
   * @param {Setting} place
   * @returns {Promise<Exact>}
   */
  exact(place) {
    return this.#ask({ type: "exact", place });
  }

  /**
   * Resolves to the moves that the opening tree has for a position.
   * @param {Setting} place
   * @returns {Promise<{ moves: ExploredMove[] }>}
   */
  explore(place) {
    return this.#ask({ type: "explore", place });
  }

  /**
   * Resolves to the puzzles that come with a game.
   * @param {Setting} place
   * @returns {Promise<Records>}
   */
  puzzles(place) {
    return this.#ask({ type: "puzzles", place });
  }

  /**
   * Resolves to the text about how to play a game, in a language if the game has it.
   * @param {Setting} place
   * @param {string} language
   * @returns {Promise<{ text: string }>}
   */
  howToPlay(place, language) {
    return this.#ask({ type: "how_to_play", place, language });
  }

  /**
   * Resolves to a judgement of the last move before a position, as the answer to a puzzle.
   * @param {Setting} place
   * @param {number} solver
   * @param {boolean} draw whether a draw solves the puzzle
   * @returns {Promise<{ right: boolean, reason: string, moves: string[] }>}
   */
  judge(place, solver, draw) {
    return this.#ask({ type: "judge", place, solver, draw });
  }

  /**
   * @param {string} text
   * @returns {Promise<Records>}
   */
  readRecords(text) {
    return this.#ask({ type: "read_records", text });
  }

  /**
   * @param {RecordRequest} record
   * @returns {Promise<{ text: string }>}
   */
  writeRecord(record) {
    return this.#ask({ type: "write_record", record });
  }

  /**
   * Starts a search. The server first ends the running one.
   * @param {SearchRequest} request
   * @param {Search} search
   */
  search(request, search) {
    if (!this.#transport.isOpen) return search.done(null);
    const id = this.#next++;
    this.#searches.set(id, search);
    this.#transport.send({ id, type: "search", ...request });
  }

  /** Ends the running search. */
  stop() {
    if (this.#transport.isOpen) this.#transport.send({ id: this.#next++, type: "stop" });
  }
}
