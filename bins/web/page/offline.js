// Lets the page work without a network. A page that is installed as an app loads the files of all games.

import { load } from "./files.js";
import { GAMES } from "./games.js";

/**
 * Time in milliseconds until the service worker is registered, so that the first move does not wait for the
 * files that it loads.
 */
const DELAY = 4000;

/** Loads the files of all games, so that the cache of the version has them. */
async function loadAll() {
  for (const [game, { files, others = [], later = [] }] of Object.entries(GAMES)) {
    for (const name of [`${game}.wasm`, ...files, ...others, ...later]) await load(name);
  }
}

const isInstalled = matchMedia("(display-mode: standalone)").matches;

/**
 * Registers the service worker, which caches the page. In an installed app, then loads the files of all
 * games. Ignores a failure: the page then needs the network at each visit.
 */
function registerServiceWorker() {
  navigator.serviceWorker
    ?.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" })
    .then(() => (isInstalled ? loadAll() : undefined))
    .catch(() => {});
}

setTimeout(registerServiceWorker, DELAY);
addEventListener("appinstalled", () => void loadAll().catch(() => {}));
