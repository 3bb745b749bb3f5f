// Loads each game's module with the files that it needs at the start. Which files these are depends on the
// rules with which the page was opened.

import { load, loadModule } from "./files.js";
import { GAMES } from "./games.js";
import { fromHash } from "./link.js";

const link = fromHash(location.hash);
/** Whether the page was opened with the default rules of a game. */
const isUsual = !link?.variant && !Object.keys(link?.options ?? {}).length;

/** @typedef {{ module: WebAssembly.Module, files: Map<string, ArrayBuffer> }} Engine */

/** Engines loaded so far or being loaded, by game. @type {Map<string, Promise<Engine>>} */
const engines = new Map();

/**
 * Returns the module of a game and the files that it needs at the start. Loads them at the first call, and
 * again after a failure.
 * @param {string} game
 */
export function engineOf(game) {
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

/** The game with which the page was opened. */
export const opened = link && Object.hasOwn(GAMES, link.game) ? link.game : Object.keys(GAMES)[0];
// The first engine is loaded while the page loads its texts.
engineOf(opened);
