// Runs the module of a game. Requests are answered in order. If the browser can suspend WebAssembly code,
// requests are also answered during a search.

import { read } from "./tables.js";

/** The functions and the memory that the module exports. @type {any} */
let engine;
/** Runs the prepared search. If it can be suspended, returns a promise. */
let search = () => {};
/** The running search. @type {Promise<void> | void} */
let running;
/** Resolves when all messages so far are handled. */
let last = Promise.resolve();

const channel = new MessageChannel();
/** Returns a promise that resolves when the worker has read the messages that wait for it. */
const messagesRead = () =>
  new Promise((resolve) => {
    channel.port1.onmessage = () => resolve(undefined);
    channel.port2.postMessage(null);
  });

/** Time of the last sign of life of a worker that cannot answer. */
let shown = 0;
/**
 * Sends the page a sign of life, at most one a second. While the worker reads tables, or during a search that
 * cannot be suspended, it cannot answer the page.
 */
function showAlive() {
  if (performance.now() - shown < 1000) return;
  shown = performance.now();
  postMessage({});
}

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Writes the parts, one after another, into a new buffer of the module. @param {Uint8Array[]} parts */
function write(...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  let address = engine.reserve(length);
  for (const part of parts) {
    new Uint8Array(engine.memory.buffer).set(part, address);
    address += part.length;
  }
}

/** Gives a file to the module. @param {string} name @param {ArrayBuffer} bytes */
function give(name, bytes) {
  const known = encoder.encode(name);
  write(known, new Uint8Array(bytes));
  engine.give(known.length);
}

/**
 * @typedef {object} Start
 * @property {WebAssembly.Module} module
 * @property {Map<string, ArrayBuffer>} files
 * @property {number} table size of the engine's transposition table in mebibytes
 * @property {string | null} tables address of tables with exact values
 * @property {boolean} suspends whether a search can be suspended
 */

/** Returns the functions that the module calls. @param {Start} start */
function pageFunctions({ tables, suspends }) {
  const { Suspending } = /** @type {any} */ (WebAssembly);
  return {
    now: () => performance.now(),
    pause: suspends ? new Suspending(messagesRead) : showAlive,
    random: () => {
      // The result has 53 random bits, the most that a number can hold.
      const [high, low] = crypto.getRandomValues(new Uint32Array(2));
      return (high % 2 ** 21) * 2 ** 32 + low;
    },
    /** @param {number} address @param {number} length */
    send: (address, length) => {
      const bytes = new Uint8Array(engine.memory.buffer, address, length);
      postMessage({ text: decoder.decode(bytes), memory: engine.memory.buffer.byteLength });
    },
    /** @param {number} address @param {number} length @param {number} from @param {number} to */
    read: (address, length, from, to) => {
      showAlive();
      const name = decoder.decode(new Uint8Array(engine.memory.buffer, address, length));
      try {
        write(...read(/** @type {string} */ (tables), name, from, to));
        return 1;
      } catch (error) {
        write(encoder.encode(error instanceof Error ? error.message : String(error)));
        return 0;
      }
    },
  };
}

/** Starts the module, gives it its files, and greets the page. @param {Start} start */
async function begin(start) {
  const { module, files, table, tables, suspends } = start;
  engine = (await WebAssembly.instantiate(module, { page: pageFunctions(start) })).exports;
  engine.load();
  search = suspends ? /** @type {any} */ (WebAssembly).promising(engine.search) : engine.search;
  for (const [name, bytes] of files) give(name, bytes);
  if (tables) {
    write(encoder.encode(tables));
    engine.open_tables();
  }
  engine.greet(table);
}

/**
 * Answers a request. A request for a search or a stop first ends the running search.
 * @param {string} text
 * @param {string} type
 */
async function answer(text, type) {
  if (type === "search" || type === "stop") {
    engine.stop();
    await running;
  }
  write(encoder.encode(text));
  if (engine.answer()) running = Promise.resolve(search()).catch(failed);
}

/** Reports an error to the page, which then replaces the worker. @param {unknown} error */
function failed(error) {
  postMessage({ failed: error instanceof Error ? error.message : String(error) });
}

addEventListener("message", ({ data }) => {
  if (data.isAlive) return postMessage({});
  last = last
    .then(() => {
      if (data.module) return begin(data);
      if (data.file) return give(data.file, data.bytes);
      return answer(data.text, data.type);
    })
    .catch(failed);
});
