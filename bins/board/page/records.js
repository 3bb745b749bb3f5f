// Records of games: lists the games of a file, and saves the current game.

import { byId, html, option, select } from "./dom.js";
import { PERSON } from "./seats.js";
import { t } from "./texts.js";

/** Results in records: the first side has won, the second has, a draw. */
const RESULTS = ["1-0", "0-1", "1/2-1/2"];
const DRAW = 2;
/** Time in milliseconds after which a download has surely begun, so that its data can be freed. */
const DOWNLOAD_TIME = 1000;
const LINE_FEED = 10;
/** The encodings that an SGF file may name besides UTF-8. */
const OLD_ENCODINGS = /\bCA\[((ISO[-_ ]?)?(8859|Latin)[-_ ]?1|(Windows|CP)[-_ ]?1252)\]/gi;

/** The games of the last file. @type {GameRecord[]} */
let records = [];

/**
 * Reads the text of a file. A line that is not UTF-8 is read as ISO 8859-1. The server gets UTF-8, so the
 * name of another encoding in SGF is replaced.
 * @param {File} file
 */
export async function textIn(file) {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const [utf8, latin1] = [new TextDecoder("utf-8", { fatal: true }), new TextDecoder("iso-8859-1")];
  const lines = [];
  for (let from = 0; from < bytes.length;) {
    const to = bytes.indexOf(LINE_FEED, from) + 1 || bytes.length;
    const line = bytes.subarray(from, to);
    try {
      lines.push(utf8.decode(line));
    } catch {
      lines.push(latin1.decode(line));
    }
    from = to;
  }
  const text = lines.join("");
  return text.trimStart().startsWith("(") ? text.replace(OLD_ENCODINGS, "CA[UTF-8]") : text;
}

/** Lists the games of a file, unless it has only one. @param {GameRecord[]} found */
export function listRecords(found) {
  records = found;
  const options = found.map(({ players, result }, index) =>
    option(index, `${index + 1}: ${players.join(" – ")} ${result}`),
  );
  select("games").hidden = found.length < 2;
  byId("games").replaceChildren(...options);
}

/** Selects the loaded game in the list, if it is from the file. @param {GameRecord | null} record */
export function selectRecord(record) {
  // After a reload, the record is a copy of the one in the list.
  const text = JSON.stringify(record);
  select("games").selectedIndex = records.findIndex(
    (each) => each.moves.length === record?.moves.length && JSON.stringify(each) === text,
  );
}

export const recordAt = (/** @type {number} */ index) => records[index];

/**
 * Returns the data from which a record is loaded. One that names no game is of `otherwise`.
 * @param {GameRecord} record
 * @param {string} otherwise
 * @returns {Loading}
 */
export function loadingOf(record, otherwise) {
  const { game, variant, setup, moves } = record;
  const options = Object.fromEntries(record.options);
  return { game: game ?? otherwise, variant, options, setup, moves, ply: 0, clock: "", record };
}

/**
 * Returns the index of the result in `RESULTS`; null for an unfinished game.
 * @param {import("./game.js").Game} game
 * @param {import("./clock.js").Clocks} clocks
 */
async function resultOf(game, clocks) {
  const { record, moves } = game;
  const { over, side } = await game.position(moves.length);
  if (over) return over.winner ?? DRAW;
  if (clocks.hasLost(side)) return 1 - side;
  if (record?.moves.join(" ") !== moves.join(" ")) return null;
  const known = RESULTS.indexOf(record.result);
  return known < 0 ? null : known;
}

/** @param {Player} player */
const nameOf = ({ kind, level }) => (kind === PERSON ? t("person") : t("enginename", { level }));

/** Returns the date at the person's place, such as 2026.01.31. */
function today() {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, "0")).join(".");
}

/**
 * Saves the current game as a record. Leaves the shown variation first. A game from a record keeps its tags,
 * and its result if its moves are unchanged.
 * @param {import("./server.js").Server} server
 * @param {import("./game.js").Game} game
 * @param {Player[]} players
 * @param {import("./clock.js").Clocks} clocks
 */
export async function save(server, game, players, clocks) {
  while (game.variationStart !== null) game.leave();
  const { record, moves } = game;
  const format = select("format").value;
  const result = await resultOf(game, clocks);
  const line = JSON.stringify(game.toKept().line);
  const { text } = await server.writeRecord({
    place: game.place(moves.length),
    players: record?.players ?? players.map(nameOf),
    annotations: moves.map((_, ply) => game.annotation(ply + 1)),
    before: game.annotation(0).comment,
    tags: record?.tags ?? [],
    result,
    format,
    date: today(),
  });
  download(`${game.game}.${format}`, text);
  // The record lacks what a person has changed meanwhile.
  if (line === JSON.stringify(game.toKept().line)) game.isChanged = false;
}

/**
 * Lets the browser save a text as a file, which it does only for a link that is clicked.
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = html("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), DOWNLOAD_TIME);
}
