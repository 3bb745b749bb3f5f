// Runs the module of one game in a worker. If the worker fails, another one replaces it.
//
// During a search, a worker can read messages only if the browser can suspend WebAssembly code. In other
// browsers, a request during a search replaces the worker. The new worker begins the search again, unless the
// request stops it.

import { load } from "./files.js";
import { GAMES } from "./games.js";
import { engineOf } from "./loading.js";
import { t } from "./texts.js";

/** Size of the engine's transposition table in mebibytes, on phones and on other devices. */
const TABLE = { phone: 16, other: 32 };
/**
 * Memory of a module in mebibytes, without its transposition table, above which its worker is replaced.
 * Decoded endgame tables alone take at most 24 MiB.
 */
const MAX_MEMORY = 46;
/** Number of failures after which a request is answered with an error. */
const MAX_FAILURES = 2;
/** Time in milliseconds without a message after which a busy worker counts as lost. */
const SILENCE = 10_000;
/**
 * Time in milliseconds until a worker that reported an error, such as a script that cannot be loaded, is
 * replaced.
 */
const PAUSE = 1000;

const isPhone = matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 600;
const table = isPhone ? TABLE.phone : TABLE.other;
/** Address of tables with exact values, from `?tables=URL`; null without one. */
const tables = tablesAt(new URLSearchParams(location.search).get("tables"));
/** Whether the browser can suspend WebAssembly code. */
const suspends = "Suspending" in WebAssembly;

/**
 * Returns the complete address of a folder, with a slash at its end; null if it is missing or invalid.
 * @param {string | null} address
 */
function tablesAt(address) {
  if (!address || !URL.canParse(address, location.href)) return null;
  return new URL(address.replace(/\/*$/, "/"), location.href).href;
}

/** @param {{ request: PageRequest }} entry */
const isSearch = ({ request }) => request.type === "search";

/**
 * @typedef {object} Host
 * @property {(hello: Hello) => void} greeted called when the game is loaded, after each start of a worker
 * @property {(message: any) => void} answer
 * @property {(message: string) => void} refused called when the game cannot be loaded or started
 */

export class Runner {
  /**
   * Unanswered requests by id, in the order in which they were sent.
   * @type {Map<number, { request: PageRequest, failures: number }>}
   */
  unanswered = new Map();
  /** @type {Worker | null} */
  #worker = null;
  /** Whether the worker has loaded the game. */
  #isReady = false;
  /** Time of the worker's last message. */
  #heard = 0;
  #game;
  #host;

  /**
   * @param {string} game
   * @param {Host} host
   */
  constructor(game, host) {
    this.#game = game;
    this.#host = host;
    this.#start();
  }

  /** The request of the running search; undefined if there is none. */
  get search() {
    return [...this.unanswered.values()].find(isSearch)?.request;
  }

  /**
   * Starts a worker for the game, in place of the present one. The worker's first message is handled by
   * `#greet`.
   */
  async #start() {
    this.end();
    this.#isReady = false;
    this.#heard = performance.now();
    const started = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker = started;
    const isCurrent = () => started === this.#worker;
    started.onmessage = ({ data }) => isCurrent() && this.#hear(data);
    started.onerror = (event) => {
      event.preventDefault();
      // If the script cannot be loaded, the event has no message.
      const reason = event.message || t("web.cannotload", { name: "worker.js" });
      setTimeout(() => isCurrent() && this.#fail(reason), PAUSE);
    };
    try {
      const { module, files } = await engineOf(this.#game);
      if (isCurrent()) started.postMessage({ module, files, table, tables, suspends });
    } catch (error) {
      if (isCurrent()) this.#refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** Ends the worker. The runner takes no requests until another worker is started. */
  end() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /**
   * Ends the worker, answers the unanswered requests with an error, and calls `refused` of the host.
   * @param {string} message
   */
  #refuse(message) {
    this.end();
    for (const id of [...this.unanswered.keys()]) this.#answer({ type: "error", id, message });
    this.#host.refused(message);
  }

  /** @param {{ id: number, type: string, [field: string]: unknown }} message */
  #answer(message) {
    if (message.type !== "line") this.unanswered.delete(message.id);
    this.#host.answer(message);
  }

  /**
   * Replaces the worker after a failure. Requests that have failed too often are answered with an error, and
   * the new worker gets the others. A worker that failed at its start, without a request, is not replaced.
   * @param {string} reason
   */
  #fail(reason) {
    if (!this.#isReady && !this.unanswered.size) return this.#refuse(t("web.failed", { reason }));
    for (const [id, entry] of [...this.unanswered]) {
      entry.failures += 1;
      if (entry.failures < MAX_FAILURES) continue;
      this.#answer({ type: "error", id, message: t("web.failed", { reason }) });
    }
    this.#start();
  }

  /**
   * Handles a message of the worker. Replaces an idle worker that takes too much memory.
   * @param {any} data
   */
  #hear(data) {
    this.#heard = performance.now();
    if (data.failed) this.#fail(data.failed);
    else if (data.text) {
      const message = JSON.parse(data.text);
      if (message.type === "hello") this.#greet(message);
      else this.#answer(message);
    }
    if (data.memory > (MAX_MEMORY + table) << 20 && !this.unanswered.size) this.#start();
  }

  /** Handles the first message of a worker. @param {Hello} hello */
  #greet(hello) {
    this.#isReady = true;
    // The page may send further requests when it reads the message. They are posted by `send`.
    const entries = [...this.unanswered.values()];
    this.#host.greeted(hello);
    // A search that cannot be suspended would delay all other requests, so it comes last.
    for (const entry of entries.filter((one) => !isSearch(one))) this.#post(entry.request);
    for (const entry of entries.filter(isSearch)) this.#post(entry.request);
    this.#loadLater();
  }

  /**
   * Loads the files that the game does not need at the start, one after another, and gives them to the
   * worker.
   */
  async #loadLater() {
    const started = this.#worker;
    const engine = await engineOf(this.#game);
    const { others = [], later = [] } = GAMES[this.#game];
    for (const name of [...others, ...later]) {
      // If a file cannot be loaded, the engine plays without it, and the next start tries again.
      const bytes = engine.files.get(name) ?? (await load(name).catch(() => null));
      if (!bytes) continue;
      if (!engine.files.has(name)) {
        engine.files.set(name, bytes);
        if (started === this.#worker) started?.postMessage({ file: name, bytes });
      }
    }
  }

  /** @param {PageRequest} request */
  #post(request) {
    this.#worker?.postMessage({ text: JSON.stringify(request), type: request.type });
  }

  /**
   * Sends a request of the page to the worker, or keeps it until the worker is ready.
   * @param {PageRequest} request
   */
  send(request) {
    const { id, type } = request;
    // If the browser cannot suspend a search, a new worker takes the request. It begins the search again,
    // unless the search is answered here.
    const isInterrupted = this.search && !suspends;
    if (isInterrupted && (type === "stop" || type === "search")) this.#answerSearch();
    if (!this.unanswered.size) this.#heard = performance.now();
    this.unanswered.set(id, { request, failures: 0 });
    if (isInterrupted) this.#start();
    else if (this.#isReady) this.#post(request);
  }

  /** Answers the running search, without a move. */
  #answerSearch() {
    const { search } = this;
    if (search) this.#answer({ type: "best", id: search.id, move: null });
  }

  /**
   * Ends the running search at once, with its worker. Unanswered requests get another worker. If there are
   * none, no worker is left, and the runner takes no further requests.
   */
  endSearch() {
    this.#answerSearch();
    if (this.unanswered.size) this.#start();
    else this.end();
  }

  /** Replaces a busy worker that has been silent for too long. Otherwise asks it for a sign of life. */
  watch() {
    if (!this.#worker || !this.unanswered.size || !this.#isReady || document.hidden) {
      this.#heard = performance.now();
    } else if (performance.now() - this.#heard > SILENCE) this.#fail(t("web.silent"));
    else if (suspends) this.#worker.postMessage({ isAlive: true });
  }
}
