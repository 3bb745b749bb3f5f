// Loads the files of this version. Loaded files stay in the browser's cache of the version.

import { t } from "./texts.js";

/** Folder of this version, which is also the name of its cache. */
const VERSION = new URL(".", import.meta.url).pathname;
/** Maximum times in milliseconds until the host begins to send a file, and until it has sent all of it. */
const PATIENCE = [30_000, 600_000];

/** Returns the error that a file cannot be loaded. @param {string} name */
const lost = (name) => new Error(t("web.cannotload", { name }));

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
  const control = new AbortController();
  const [answer] = PATIENCE.map((time) => setTimeout(() => control.abort(), time));
  const response = await fetch(url, { signal: control.signal }).catch(() => {
    throw lost(name);
  });
  clearTimeout(answer);
  if (!response.ok) throw new Error(t("web.hostanswered", { name, status: response.status }));
  // If the file cannot be cached, it is used all the same.
  cache?.put(url, response.clone()).catch(() => {});
  return response;
}

/** Returns the bytes of a file of this folder. @param {string} name */
export async function load(name) {
  const response = await request(name);
  return response.arrayBuffer().catch(() => {
    throw lost(name);
  });
}

/**
 * Loads and compiles a module, both at the same time if the host says that it is WebAssembly.
 * @param {string} name
 */
export async function loadModule(name) {
  const response = await request(name);
  const isNamed = response.headers.get("Content-Type") === "application/wasm";
  const module = isNamed
    ? WebAssembly.compileStreaming(response)
    : response.arrayBuffer().then((bytes) => WebAssembly.compile(bytes));
  return module.catch((error) => {
    throw error instanceof WebAssembly.CompileError ? error : lost(name);
  });
}
