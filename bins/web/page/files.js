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
 * Returns a file of this folder from the cache of the version, or else from the host, and then caches it.
 * Throws an error for the person if the host does not deliver the file.
 * @param {string} name
 * @returns {Promise<Response>}
 */
async function request(name) {
  const url = new URL(name, import.meta.url);
  const cache = await cacheOfVersion();
  const known = await cache?.match(url);
  if (known) return known;
  const response = await fetch(url, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => {
    throw new Error(t("web.cannotload", { name }));
  });
  if (!response.ok) throw new Error(t("web.hostanswered", { name, status: response.status }));
  // If the file cannot be cached, it is used all the same.
  cache?.put(url, response.clone()).catch(() => {});
  return response;
}

/** Returns the bytes of a file of this folder. @param {string} name */
export const load = async (name) => (await request(name)).arrayBuffer();

/**
 * Loads and compiles a module, both at the same time if the host says that it is WebAssembly.
 * @param {string} name
 */
export async function loadModule(name) {
  const response = await request(name);
  const isNamed = response.headers.get("Content-Type") === "application/wasm";
  return isNamed ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
