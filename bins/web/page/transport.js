// The engine in the page, in the place of a connection to a server. Each game has a module of its own, which
// runs in a worker. A worker that fails is started again, and gets the requests that it has not answered.
//
// While it searches, a worker reads messages only where WebAssembly code can be suspended. Elsewhere it is
// ended and started again for every request, and a search that was not stopped begins anew.

import { load } from "./files.js";
import { GAMES } from "./games.js";
import { fromHash } from "./link.js";

/** Sizes of the engine's table in mebibytes, on phones and elsewhere. */
const TABLE = { phone: 16, other: 32 };
/**
 * Mebibytes of a module's memory, beside the table, from which its worker is started again between searches.
 * Unpacked endings, which are limited to 24, reach it.
 */
const MAX_MEMORY = 36;
/** Failures of one request after which it is answered with an error. */
const MAX_FAILURES = 2;
/** Milliseconds between two attempts to load the first game. */
const RETRY = 5000;
/** Milliseconds without a sign of life after which a worker that has something to do counts as lost. */
const SILENCE = 10_000;

const isPhone = matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 600;
const table = isPhone ? TABLE.phone : TABLE.other;
/** Address of tables with exact values: `?tables=URL`. */
const tables = tablesAt(new URLSearchParams(location.search).get("tables"));
const suspends = "Suspending" in WebAssembly;

/** The address of a folder, which ends with a slash. @param {string | null} address */
function tablesAt(address) {
  if (!address || !URL.canParse(address, location.href)) return null;
  return new URL(address.replace(/\/*$/, "/"), location.href).href;
}

/** @typedef {{ module: WebAssembly.Module, files: Map<string, ArrayBuffer> }} Engine */

/** Engines by game. @type {Map<string, Promise<Engine>>} */
const engines = new Map();

/**
 * The module of a game, with its files.
 * @param {string} game
 */
function engineOf(game) {
  const known = engines.get(game);
  if (known) return known;
  const { files } = GAMES[game];
  const loading = Promise.all([
    load(`${game}.wasm`).then((bytes) => WebAssembly.compile(bytes)),
    ...files.map(async (name) => /** @type {const} */ ([name, await load(name)])),
  ]).then(([module, ...loaded]) => ({ module, files: new Map(loaded) }));
  engines.set(game, loading);
  // What could not be loaded is tried again.
  loading.catch(() => engines.delete(game));
  return loading;
}

/** @type {Connect} */
export function connect({ receive, lost }) {
  const first = fromHash(location.hash)?.game ?? "";
  let game = first in GAMES ? first : Object.keys(GAMES)[0];
  /** @type {Worker | null} */
  let worker = null;
  let isReady = false;
  /** The last game that was loaded. @type {string | null} */
  let greeted = null;
  /**
   * Requests without an answer, in order, by id.
   * @type {Map<number, { request: PageRequest, failures: number }>}
   */
  const open = new Map();
  /** @type {Map<string, GameListing>} */
  const listings = new Map();
  let heard = 0;

  /** @param {{ request: PageRequest }} entry */
  const isSearch = ({ request }) => request.type === "search";

  /** Starts the worker of the game, which gets the open requests. */
  async function start() {
    worker?.terminate();
    isReady = false;
    heard = performance.now();
    const started = (worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" }));
    const isCurrent = () => started === worker;
    started.onmessage = ({ data }) => isCurrent() && hear(data);
    started.onerror = (event) => {
      event.preventDefault();
      if (isCurrent()) fail(event.message);
    };
    try {
      const { module, files } = await engineOf(game);
      if (isCurrent()) started.postMessage({ module, files, table, tables, suspends });
    } catch (error) {
      if (isCurrent()) refuse(error instanceof Error ? error.message : String(error));
    }
  }

  /** Answers all open requests with an error. @param {string} message */
  function refuse(message) {
    worker?.terminate();
    worker = null;
    for (const id of [...open.keys()]) answer({ type: "error", id, message });
    if (greeted) game = greeted;
    else {
      lost(message);
      setTimeout(start, RETRY);
    }
  }

  /** @param {{ id: number, type: string, [field: string]: unknown }} message */
  function answer(message) {
    if (message.type !== "line") open.delete(message.id);
    receive(message);
  }

  /** Starts the worker again after a failure. @param {string} reason */
  function fail(reason) {
    for (const [id, entry] of [...open]) {
      entry.failures += 1;
      if (entry.failures < MAX_FAILURES) continue;
      answer({ type: "error", id, message: `the engine failed: ${reason}` });
    }
    start();
  }

  /** @param {any} data */
  function hear(data) {
    heard = performance.now();
    if (data.failed) fail(data.failed);
    else if (data.text) {
      const message = JSON.parse(data.text);
      if (message.type === "hello") greet(message);
      else answer(message);
    }
    if (data.memory > (MAX_MEMORY + table) << 20 && !open.size) start();
  }

  /** Takes the first message of a worker. @param {Hello} hello */
  function greet(hello) {
    isReady = true;
    const isNew = !listings.has(game);
    listings.set(game, hello.games[0]);
    const games = Object.keys(GAMES).map(
      (name) => listings.get(name) ?? { name, variants: [], further: null },
    );
    if (!greeted) receive({ ...hello, games });
    else if (isNew) receive({ type: "games", games });
    greeted = game;
    const entries = [...open.values()];
    // A search that cannot be suspended lets nothing else be answered.
    for (const entry of entries.filter((one) => !isSearch(one))) post(entry.request);
    for (const entry of entries.filter(isSearch)) post(entry.request);
    later();
  }

  /** Loads what the game needs later. */
  async function later() {
    const [of, started] = [game, worker];
    const engine = await engineOf(of);
    for (const name of GAMES[of].later ?? []) {
      // Without them the engine plays on; the next start tries again.
      const bytes = engine.files.get(name) ?? (await load(name).catch(() => null));
      if (!bytes) continue;
      if (!engine.files.has(name)) {
        engine.files.set(name, bytes);
        if (started === worker) worker?.postMessage({ file: name, bytes });
      }
    }
  }

  /** @param {PageRequest} request */
  function post(request) {
    worker?.postMessage({ text: JSON.stringify(request), type: request.type });
  }

  /**
   * Whether a search that cannot be suspended must be ended for a request. A request that stops it answers
   * it too.
   * @param {PageRequest} request
   */
  function interrupts({ type }) {
    const running = [...open.values()].find(isSearch);
    if (!running || suspends) return false;
    const stops = type === "stop" || type === "search";
    if (stops) answer({ type: "best", id: running.request.id, move: null });
    return true;
  }

  setInterval(() => {
    if (!worker || !open.size || !isReady || document.hidden) return void (heard = performance.now());
    if (performance.now() - heard > SILENCE) fail("it does not answer");
    else if (suspends) worker.postMessage({ isAlive: true });
  }, 1000);

  start();
  return {
    isOpen: true,
    send(request) {
      const wanted = request.place?.game ?? game;
      if (!(wanted in GAMES)) throw new Error(`no game is called '${wanted}'`);
      const isInterrupted = interrupts(request);
      if (!open.size) heard = performance.now();
      open.set(request.id, { request, failures: 0 });
      if (wanted !== game || !worker || isInterrupted) {
        game = wanted;
        start();
      } else if (isReady) post(request);
    },
  };
}
