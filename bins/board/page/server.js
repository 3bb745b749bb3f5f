// The server, or the engine in the page that replaces it. A request has one answer; a search sends lines
// until it ends. If the connection is lost, all requests and searches fail. The event `open` announces each
// new connection.

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

  /** Ends everything after the connection was lost. @param {string} reason */
  #lost(reason) {
    for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    for (const search of this.#searches.values()) search.done(null);
    this.#waiting.clear();
    this.#searches.clear();
    this.#tell("lost", reason);
  }

  /** @param {string} event @param {unknown} detail */
  #tell(event, detail) {
    this.dispatchEvent(new CustomEvent(event, { detail }));
  }

  /** @param {any} message */
  #receive(message) {
    if (message.type === "hello") return this.#tell("open", message);
    if (message.type === "games") return this.#tell("games", message.games);
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
   * Resolves to the answer of a request. An error of the server rejects the promise.
   * @param {string} type
   * @param {object} fields
   * @returns {Promise<any>}
   */
  #ask(type, fields) {
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#transport.send({ id, type, ...fields });
      this.#waiting.set(id, { resolve, reject });
    });
  }

  /** @type {(place: Setting) => Promise<Position>} */
  position = (place) => this.#ask("position", { place });

  /**
   * The scene after the first steps of a move.
   * @type {(place: Setting, steps: Step[]) => Promise<{ scene: Scene }>}
   */
  preview = (place, steps) => this.#ask("preview", { place, steps });

  /** Asks for the exact values of a position and of its moves. @type {(place: Setting) => Promise<Exact>} */
  exact = (place) => this.#ask("exact", { place });

  /** The moves of the opening tree. @type {(place: Setting) => Promise<{ moves: ExploredMove[] }>} */
  explore = (place) => this.#ask("explore", { place });

  /** @type {(place: Setting) => Promise<Records>} */
  puzzles = (place) => this.#ask("puzzles", { place });

  /**
   * The text about the game, in a language if the game has it, and the variant of its pictures.
   * @type {(place: Setting, language: string) => Promise<{ text: string, variant: string | null }>}
   */
  howToPlay = (place, language) => this.#ask("how_to_play", { place, language });

  /**
   * Asks for a judgement of the last move before a position, as the answer to a puzzle. With `draw`, a draw
   * solves the puzzle.
   * @type {(place: Setting, solver: number, draw: boolean) =>
   *     Promise<{ right: boolean, reason: string, moves: string[] }>}
   */
  judge = (place, solver, draw) => this.#ask("judge", { place, solver, draw });

  /** @type {(text: string) => Promise<Records>} */
  readRecords = (text) => this.#ask("read_records", { text });

  /** @type {(record: RecordRequest) => Promise<{ text: string }>} */
  writeRecord = (record) => this.#ask("write_record", { record });

  /**
   * Starts a search, which ends the running one. Without a connection, it ends at once.
   * @param {SearchRequest} request
   * @param {Search} search
   */
  search(request, search) {
    if (!this.#transport.isOpen) return search.done(null);
    const id = this.#next++;
    this.#searches.set(id, search);
    this.#transport.send({ id, type: "search", ...request });
  }

  /** Ends the running search, which still calls `done`. */
  stop() {
    if (this.#transport.isOpen) this.#transport.send({ id: this.#next++, type: "stop" });
  }
}
