// Records of games: lists the games of a file, and saves the current game.

import { byId, html, option, select } from "./dom.js";
import { PERSON } from "./seats.js";
import { t } from "./texts.js";

/** @type {GameRecord[]} */
let records = [];

/**
 * Lists the games of a file.
 * @param {GameRecord[]} found
 */
export function offer(found) {
  records = found;
  const options = found.map(({ players, result }, index) =>
    option(index, `${index + 1}: ${players.join(" – ")} ${result}`),
  );
  select("games").hidden = found.length < 2;
  byId("games").replaceChildren(...options);
}

/**
 * Selects the loaded game in the list; none if the game is not from the file.
 * @param {GameRecord | null} record
 */
export function showLoaded(record) {
  const text = JSON.stringify(record);
  select("games").selectedIndex = records.findIndex((each) => JSON.stringify(each) === text);
}

/** Returns the game of the file with this index. */
export const recordAt = (/** @type {number} */ index) => records[index];

/**
 * Returns the data from which a record is loaded. A record that names no game is taken as one of `otherwise`.
 * @param {GameRecord} record
 * @param {string} otherwise
 * @returns {Loading}
 */
export function loadingOf(record, otherwise) {
  const { game, variant, options, setup, moves } = record;
  return {
    game: game ?? otherwise,
    variant,
    options: Object.fromEntries(options),
    setup,
    moves,
    ply: 0,
    clock: "",
    record,
  };
}

/**
 * Saves the current game as a record. A game loaded from a record keeps its tags and, if its moves are
 * unchanged, its result.
 * @param {import("./server.js").Server} server
 * @param {import("./game.js").Game} game
 * @param {Player[]} players
 * @param {number | undefined} fallen the side whose time has run out
 */
export async function save(server, game, players, fallen) {
  while (game.variationStart !== null) game.leave();
  const { record, moves } = game;
  const over = (await game.position(moves.length)).over;
  const isAsLoaded = record?.moves.join(" ") === moves.join(" ");
  const names = players.map(({ kind, level }) =>
    kind === PERSON ? t("person") : t("enginename", { level }),
  );
  const known = isAsLoaded
    ? [0, 1, 2].find((result) => record.result === ["1-0", "0-1", "1/2-1/2"][result])
    : null;
  const result = over ? (over.winner ?? 2) : fallen !== undefined ? 1 - fallen : (known ?? null);
  const { text } = await server.writeRecord({
    place: game.place(moves.length),
    players: record?.players ?? names,
    annotations: moves.map((_, ply) => game.annotation(ply + 1)),
    before: game.annotation(0).comment,
    tags: record?.tags ?? [],
    result,
    format: select("format").value,
    date: new Date().toISOString().slice(0, 10).replaceAll("-", "."),
  });
  download(`${game.game}.${select("format").value}`, text);
  game.isChanged = false;
}

/**
 * @param {string} name
 * @param {string} text
 */
function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = html("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
