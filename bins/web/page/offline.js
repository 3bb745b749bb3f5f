// Lets the page work without a network. A page that is installed as an app loads the files of all games.

import { load } from "./files.js";
import { GAMES } from "./games.js";

/** Time in milliseconds after which the files are kept, so that the first move does not wait for it. */
const DELAY = 4000;

async function loadAll() {
  for (const [game, { files, others = [], later = [] }] of Object.entries(GAMES)) {
    for (const name of [`${game}.wasm`, ...files, ...others, ...later]) await load(name);
  }
}

const isInstalled = matchMedia("(display-mode: standalone)").matches;

/** Without a service worker, the page needs the network. */
function keep() {
  navigator.serviceWorker
    ?.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" })
    .then(() => (isInstalled ? loadAll() : undefined))
    .catch(() => {});
}

setTimeout(keep, DELAY);
addEventListener("appinstalled", () => void loadAll().catch(() => {}));
