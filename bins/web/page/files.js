// The files of this version. What was loaded once stays in the browser's cache of the version, from which the
// service worker serves the page when there is no network.

/** The folder of this version names its cache. */
const VERSION = new URL(".", import.meta.url).pathname;
/** Milliseconds without a byte after which a file counts as not available. */
const PATIENCE = 30_000;

async function cacheOfVersion() {
  try {
    return await caches.open(VERSION);
  } catch {
    // Some browsers have no cache in private windows, and on addresses without encryption.
    return null;
  }
}

/**
 * Loads a file of this folder.
 * @param {string} name
 * @returns {Promise<ArrayBuffer>}
 */
export async function load(name) {
  const url = new URL(name, import.meta.url);
  const cache = await cacheOfVersion();
  const known = await cache?.match(url);
  if (known) return known.arrayBuffer();
  const response = await fetch(url, {
    signal: AbortSignal.timeout(PATIENCE),
  }).catch(() => {
    throw new Error(`${name} cannot be loaded: there is no connection, and it is not on this device yet`);
  });
  if (!response.ok) throw new Error(`${name} cannot be loaded: the host answered ${response.status}`);
  const copy = response.clone();
  const bytes = await response.arrayBuffer();
  // A full disk is no reason not to play.
  await cache?.put(url, copy).catch(() => {});
  return bytes;
}
