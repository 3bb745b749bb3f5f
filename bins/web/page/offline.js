// Lets the page work without a network. A page that is installed as an app loads the files of all games.

import { load } from "./files.js";
import { GAMES } from "./games.js";

async function loadAll() {
  for (const [game, { files, later = [] }] of Object.entries(GAMES)) {
    for (const name of [`${game}.wasm`, ...files, ...later]) await load(name);
  }
}

const isInstalled = matchMedia("(display-mode: standalone)").matches;
// Without a service worker, the page needs the network.
navigator.serviceWorker
  ?.register(new URL("../sw.js", import.meta.url), { updateViaCache: "none" })
  .then(() => (isInstalled ? loadAll() : undefined))
  .catch(() => {});
addEventListener("appinstalled", () => void loadAll().catch(() => {}));
