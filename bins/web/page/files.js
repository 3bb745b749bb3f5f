// Loads the files of this version. Loaded files stay in the browser's cache of the version.

import { t } from "./texts.js";

/** Folder of this version, which is also the name of its cache. */
const VERSION = new URL(".", import.meta.url).pathname;
/** Maximum time in milliseconds to load a file. */
const PATIENCE = 30_000;

async function cacheOfVersion() {
  try {
    return await caches.open(VERSION);
  } catch {
    // In private windows and without encryption, some browsers have no cache.
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
    throw new Error(t("web.cannotload", { name }));
  });
  if (!response.ok) throw new Error(t("web.hostanswered", { name, status: response.status }));
  const copy = response.clone();
  const bytes = await response.arrayBuffer();
  // If the file cannot be cached, it is used all the same.
  await cache?.put(url, copy).catch(() => {});
  return bytes;
}
