// Loads the files of this version. Loaded files stay in the browser's cache of the version.

import { t } from "./texts.js";

/** Folder of this version, which is also the name of its cache. */
const VERSION = new URL(".", import.meta.url).pathname;
/** Maximum time in milliseconds without a byte from the host. */
const PATIENCE = 30_000;

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
  let timer = 0;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => control.abort(), PATIENCE);
  };
  wait();
  const response = await fetch(url, { signal: control.signal }).catch(() => {
    clearTimeout(timer);
    throw lost(name);
  });
  const { ok, status, headers, body } = response;
  // Some hosts answer requests for missing files with a page. It may not take the file's place in the cache.
  const isPage = ok && headers.get("Content-Type")?.startsWith("text/html");
  if (!ok || isPage || !body) {
    clearTimeout(timer);
    throw new Error(t(isPage ? "web.hostsentpage" : "web.hostanswered", { name, status }));
  }
  // Each part of the file that arrives starts the time again.
  const watched = new TransformStream({
    transform: (part, out) => {
      wait();
      out.enqueue(part);
    },
  });
  const ended = () => clearTimeout(timer);
  // An error also reaches the reader of the file.
  body.pipeTo(watched.writable).then(ended, ended);
  const whole = new Response(watched.readable, response);
  // If the file cannot be cached, it is still used.
  cache?.put(url, whole.clone()).catch(() => {});
  return whole;
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
