// Reads tables from a web host in blocks, by range requests. A request blocks the worker, because the module
// waits for the bytes.

/** Length of a block in bytes. */
const BLOCK = 2 ** 16;
/** Maximum number of blocks in memory. */
const KEPT = 256;

/** Cached blocks by number and file, the least recently used first. @type {Map<string, Uint8Array>} */
const blocks = new Map();

/**
 * Returns a block of a file, from the host if it is not in memory; shorter at the end of the file.
 * @param {string} folder
 * @param {string} file
 * @param {number} number
 */
function block(folder, file, number) {
  const key = `${number} ${file}`;
  const known = blocks.get(key);
  const bytes = known ?? fetchRange(new URL(file, folder), number * BLOCK);
  blocks.delete(key);
  blocks.set(key, bytes);
  if (blocks.size > KEPT) blocks.delete(/** @type {string} */ (blocks.keys().next().value));
  return bytes;
}

/**
 * Requests the block that begins at the byte `start`, and waits for it.
 * @param {URL} url
 * @param {number} start
 */
function fetchRange(url, start) {
  const request = new XMLHttpRequest();
  request.open("GET", url, false);
  request.responseType = "arraybuffer";
  request.setRequestHeader("Range", `bytes=${start}-${start + BLOCK - 1}`);
  try {
    request.send();
  } catch {
    throw new Error("the host cannot be reached, or does not let other pages read its files");
  }
  const { status } = request;
  // The file ends before the first byte of the block.
  if (status === 416) return new Uint8Array();
  if (status === 200) {
    throw new Error("the host sends only whole files: it does not know requests for ranges");
  }
  if (status !== 206) throw new Error(`the host answered ${status}`);
  const bytes = new Uint8Array(request.response);
  if (bytes.length > BLOCK) throw new Error("the host sent more than the requested range");
  return bytes;
}

/**
 * Returns the bytes of a file from `start` up to `end`, in parts; fewer if the file ends before.
 * @param {string} folder
 * @param {string} file
 * @param {number} start
 * @param {number} end
 */
export function read(folder, file, start, end) {
  const parts = [];
  for (let at = start; at < end;) {
    const number = Math.floor(at / BLOCK);
    const bytes = block(folder, file, number);
    const part = bytes.subarray(at - number * BLOCK, end - number * BLOCK);
    parts.push(part);
    at += part.length;
    if (bytes.length < BLOCK) break;
  }
  return parts;
}
