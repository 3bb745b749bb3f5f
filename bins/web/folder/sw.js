// Service worker that serves the page without a network. The files of a version do not change, so they are
// served from the cache. The page itself names its version, so it is loaded from the network if there is one.
// The script `build` puts the name of the version and the list of files in place of the words in capitals.

const VERSION = "VERSION_OF_FOLDER";
/**
 * Files of the page, cached when this version is installed. The page itself caches other files when it loads
 * them.
 */
const FILES = FILES_OF_PAGE;
/** Maximum time in milliseconds to wait for the page from the network. */
const PATIENCE = 3000;

const scope = new URL("./", self.location).href;
/** Path of the folder that this worker serves. */
const folder = new URL(scope).pathname;
/** Returns the name of a version's cache, which the page uses too. */
const nameOf = (version) => `${folder}${version}/`;

/**
 * Returns a file of the page from the network. Throws an error if the host sends something else in its place.
 * Some hosts answer requests for missing files with a page, and some still send the page of an older version.
 */
async function load(file) {
  const url = new URL(file, scope);
  const isPage = url.href === scope;
  // Some hosts, such as buckets of S3, know the page only by its whole name.
  for (const name of isPage ? [url, new URL("index.html", scope)] : [url]) {
    const response = await fetch(name, { cache: "no-cache" });
    // The copy is whole, and does not say that it came by a redirection, which browsers would refuse to show.
    const copy = new Response(await response.blob(), response);
    const isHtml = copy.headers.get("Content-Type")?.startsWith("text/html");
    const fits = isPage ? (await copy.clone().text()).includes(VERSION) : !isHtml;
    if (copy.ok && fits) return copy;
  }
  throw new Error(`${url} cannot be loaded`);
}

self.addEventListener("install", (event) => {
  const fillCache = async () => {
    const responses = await Promise.all(FILES.map(load));
    const cache = await caches.open(nameOf(VERSION));
    await Promise.all(FILES.map((file, index) => cache.put(new URL(file, scope), responses[index])));
    await self.skipWaiting();
  };
  event.waitUntil(fillCache());
});

self.addEventListener("activate", (event) => {
  // Removes the caches of this folder's other versions. Other folders of the host have caches too.
  const isOld = (name) => {
    const parts = /^(.*\/)(v-[0-9a-f]+)\/$/.exec(name);
    return parts?.[1] === folder && parts[2] !== VERSION;
  };
  const removeOldCaches = async () => {
    const old = (await caches.keys()).filter(isOld);
    await Promise.all(old.map((name) => caches.delete(name)));
    await self.clients.claim();
  };
  event.waitUntil(removeOldCaches());
});

/**
 * Returns the page from its address in the network. If the network fails or takes longer than `PATIENCE`,
 * returns the page from the cache.
 */
async function page(address) {
  try {
    const fresh = await fetch(address, { cache: "no-cache", signal: AbortSignal.timeout(PATIENCE) });
    // The limit also ends a response that is still being loaded, so it is loaded before it is used.
    if (fresh.ok) return new Response(await fresh.blob(), fresh);
  } catch {
    // The cached page is used.
  }
  return (await caches.match(scope)) ?? Response.error();
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin || !request.url.startsWith(scope)) return;
  const isPage = [folder, `${folder}index.html`].includes(pathname);
  if (request.mode === "navigate" && isPage) return event.respondWith(page(origin + pathname));
  // Requests for parts of files, such as tables, are never cached here.
  if (request.headers.has("range")) return;
  event.respondWith(caches.match(request, { ignoreVary: true }).then((known) => known ?? fetch(request)));
});
