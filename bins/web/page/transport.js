// The engine in the page, in place of a connection to a server. Each game has its own module, which runs in a
// worker. If a worker fails, another one replaces it.
//
// During a search, a worker can read messages only if the browser can suspend WebAssembly code. In other
// browsers, a request during a search replaces the worker. A search that was not stopped begins again.

import { load, loadModule } from "./files.js";
import { GAMES } from "./games.js";
import { fromHash } from "./link.js";
import "./offline.js";
import { t } from "./texts.js";

/** Size of the engine's transposition table in mebibytes, on phones and on other devices. */
const TABLE = { phone: 16, other: 32 };
/**
 * Memory of a module in mebibytes, without its transposition table, above which its worker is replaced.
 * Unpacked endgame tables alone take at most 24 MiB.
 */
const MAX_MEMORY = 46;
/** Number of failures after which a request is answered with an error. */
const MAX_FAILURES = 2;
/** Time in milliseconds between two attempts to load the first game. */
const RETRY = 5000;
/** Time in milliseconds without a message after which a busy worker counts as lost. */
const SILENCE = 10_000;

const isPhone = matchMedia("(pointer: coarse)").matches && Math.min(screen.width, screen.height) < 600;
const table = isPhone ? TABLE.phone : TABLE.other;
/** Address of tables with exact values, from `?tables=URL`; null without one. */
const tables = tablesAt(new URLSearchParams(location.search).get("tables"));
const suspends = "Suspending" in WebAssembly;

/**
 * Returns the complete address of a folder, with a slash at its end; null if it is missing or invalid.
 * @param {string | null} address
 */
function tablesAt(address) {
  if (!address || !URL.canParse(address, location.href)) return null;
  return new URL(address.replace(/\/*$/, "/"), location.href).href;
}

/** @typedef {{ module: WebAssembly.Module, files: Map<string, ArrayBuffer> }} Engine */

/** Engines loaded so far or being loaded, by game. @type {Map<string, Promise<Engine>>} */
const engines = new Map();

/**
 * Returns the module of a game and the files that it needs.
 * @param {string} game
 */
function engineOf(game) {
  const known = engines.get(game);
  if (known) return known;
  const { files, others = [] } = GAMES[game];
  const loading = Promise.all([
    loadModule(`${game}.wasm`),
    ...(isUsual ? files : [...files, ...others]).map(
      async (name) => /** @type {const} */ ([name, await load(name)]),
    ),
  ]).then(([module, ...loaded]) => ({ module, files: new Map(loaded) }));
  engines.set(game, loading);
  // After a failure, the next request loads the engine again.
  loading.catch(() => engines.delete(game));
  return loading;
}

const link = fromHash(location.hash);
/** Whether the page was opened with the usual rules of a game. */
const isUsual = !link?.variant && !Object.keys(link?.options ?? {}).length;
const opened = link && link.game in GAMES ? link.game : Object.keys(GAMES)[0];
// The first engine is loaded while the page loads its texts.
engineOf(opened);

/** @type {Connect} */
export function connect({ receive, lost }) {
  let game = opened;
  /** @type {Worker | null} */
  let worker = null;
  let isReady = false;
  /** The game that was loaded last, or null. @type {string | null} */
  let greeted = null;
  /**
   * Unanswered requests by id, in the order in which they were sent.
   * @type {Map<number, { request: PageRequest, failures: number }>}
   */
  const open = new Map();
  /** @type {Map<string, GameListing>} */
  const listings = new Map();
  let heard = 0;

  /** @param {{ request: PageRequest }} entry */
  const isSearch = ({ request }) => request.type === "search";

  /** Starts a worker for the game. */
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

  /**
   * Answers the unanswered requests with an error. Returns to the last game, or tries again later.
   * @param {string} message
   */
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

  /** Replaces the worker after a failure. @param {string} reason */
  function fail(reason) {
    for (const [id, entry] of [...open]) {
      entry.failures += 1;
      if (entry.failures < MAX_FAILURES) continue;
      answer({ type: "error", id, message: t("web.failed", { reason }) });
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

  /** Handles the first message of a worker. @param {Hello} hello */
  function greet(hello) {
    isReady = true;
    // The page may send further requests when it reads the message.
    const entries = [...open.values()];
    const isNew = !listings.has(game);
    listings.set(game, hello.games[0]);
    const games = Object.keys(GAMES).map(
      (name) => listings.get(name) ?? { name, variants: [], further: null },
    );
    if (!greeted) receive({ ...hello, games });
    else if (isNew) receive({ type: "games", games });
    greeted = game;
    // A search that cannot be suspended would delay all other requests, so it comes last.
    for (const entry of entries.filter((one) => !isSearch(one))) post(entry.request);
    for (const entry of entries.filter(isSearch)) post(entry.request);
    later();
  }

  async function later() {
    const [of, started] = [game, worker];
    const engine = await engineOf(of);
    const { others = [], later: rest = [] } = GAMES[of];
    for (const name of [...others, ...rest]) {
      // If a file cannot be loaded, the engine plays without it, and the next start tries again.
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
   * Returns whether a request must end the running search, because the search cannot be suspended. Answers a
   * search that the request stops.
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
    if (performance.now() - heard > SILENCE) fail(t("web.silent"));
    else if (suspends) worker.postMessage({ isAlive: true });
  }, 1000);

  start();
  return {
    isOpen: true,
    send(request) {
      const wanted = request.place?.game ?? game;
      if (!(wanted in GAMES)) throw new Error(t("web.nogame", { game: wanted }));
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
