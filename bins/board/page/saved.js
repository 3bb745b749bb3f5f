// The games that this browser has saved by itself, the newest first. Each has a scene, for a picture of its
// last position, under a key of its own.

import { Board } from "./board.js";
import { byId, capital, html, refill, store, stored } from "./dom.js";
import { fromHash, isBeginning } from "./link.js";
import { language, t, word } from "./texts.js";

const MAX_GAMES = 30;
/** Minimum number of moves of a saved game. */
const MIN_MOVES = 2;

/** @typedef {{ hash: string, variant: string, result: string, date: number }} Saved */

/** Hash of the current game when it was saved last. */
let current = "";

/** @returns {Saved[]} */
const games = () => stored("games", []);

/**
 * Stores the list that `change` makes of the old one. Removes pictures of games that it leaves out.
 * @param {(old: Saved[]) => Saved[]} change
 */
function keep(change) {
  const old = games();
  const kept = change(old);
  for (const game of old) if (!kept.includes(game)) store(pictureOf(game), undefined);
  store("games", kept);
}

const pictureOf = (/** @type {Saved} */ { date }) => `picture${date}`;

/** Makes the next save add a game instead of replacing the last one. */
export const leaveGame = () => (current = "");

/**
 * Saves the current game in place of its own earlier saves and of unfinished games that it continues. A
 * finished game stays, even if a move was taken back and another one played, or if it was lost on time and
 * another one begins with its moves.
 * @param {string} variant
 * @param {string} result
 * @param {Scene} scene
 */
export function saveGame(variant, result, scene) {
  const { hash } = location;
  if ((fromHash(hash)?.moves ?? []).length < MIN_MOVES) return;
  const isSame = (/** @type {Saved} */ game) => isBeginning(game.hash, hash) && isBeginning(hash, game.hash);
  const isOther = (/** @type {Saved} */ game) =>
    game.result ? !isSame(game) : game.hash !== current && !isBeginning(game.hash, hash);
  // The address does not say that a game was lost on time, so an earlier result is kept.
  const known = result || games().find(isSame)?.result || "";
  const saved = { hash, variant, result: known, date: Date.now() };
  keep((old) => [saved, ...old.filter(isOther)].slice(0, MAX_GAMES));
  store(pictureOf(saved), scene);
  current = hash;
}

/** Lists the saved games, each with a link that opens it and a button that deletes it. */
export function showSaved() {
  const items = games().map((game) => {
    const { hash, variant, result, date } = game;
    const count = fromHash(hash)?.moves?.length ?? 0;
    const day = new Date(date).toLocaleDateString(language());
    const name = capital(word("variant", variant));
    const picture = html("div", { inert: true });
    const scene = stored(pictureOf(game), null);
    if (scene) new Board(picture).draw(scene);
    const open = html("a", { href: hash }, picture, t("savedgame", { name, count, day }));
    const forget = () => {
      keep((old) => old.filter((other) => other.hash !== hash));
      showSaved();
    };
    const button = html("button", { "aria-label": t("forget"), onclick: forget }, "✕");
    return html("li", {}, open, " ", result, " ", button);
  });
  refill(byId("savedgames"), "button", items);
}
