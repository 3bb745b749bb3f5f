// The games that this browser has saved by itself, the newest first.

import { byId, capital, html, store, stored } from "./dom.js";
import { fromHash } from "./link.js";
import { language, t, word } from "./texts.js";

const MAX_GAMES = 30;
/** A game with fewer moves is not saved. */
const MIN_MOVES = 2;

/** @typedef {{ hash: string, variant: string, result: string, date: number }} Saved */

/** Hash of the current game's address when it was saved last. */
let current = "";

/** @returns {Saved[]} */
const games = () => stored("games", []);

/** Whether one game is the beginning of another. @param {string} hash @param {string} longer */
function isBeginning(hash, longer) {
  const [one, other] = [fromHash(hash), fromHash(longer)];
  if (!one || !other || one.game !== other.game || one.variant !== other.variant) return false;
  return one.setup === other.setup && `${other.moves?.join(" ")} `.startsWith(`${one.moves?.join(" ")} `);
}

/** Makes the next save add a game instead of replacing the last one. */
export const leaveGame = () => (current = "");

/**
 * Saves the current game. It replaces its own earlier saves, and games that are its beginning.
 * @param {string} variant
 * @param {string} result
 */
export function saveGame(variant, result) {
  const { hash } = location;
  if ((fromHash(hash)?.moves ?? []).length < MIN_MOVES) return;
  const others = games().filter((game) => game.hash !== current && !isBeginning(game.hash, hash));
  current = hash;
  store("games", [{ hash, variant, result, date: Date.now() }, ...others].slice(0, MAX_GAMES));
}

/** Lists the saved games. A click opens one, and a second button forgets it. */
export function showSaved() {
  const items = games().map(({ hash, variant, result, date }) => {
    const count = fromHash(hash)?.moves?.length ?? 0;
    const day = new Date(date).toLocaleDateString(language());
    const name = capital(word("variant", variant));
    const open = html("a", { href: hash }, t("savedgame", { name, count, day }));
    const forget = () => {
      store(
        "games",
        games().filter((game) => game.hash !== hash),
      );
      showSaved();
    };
    const button = html("button", { type: "button", "aria-label": t("forget"), onclick: forget }, "✕");
    return html("li", {}, open, " ", result, " ", button);
  });
  byId("savedgames").replaceChildren(...items);
}
