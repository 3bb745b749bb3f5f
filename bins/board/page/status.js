// The status line below the board: the result of the game, or the side to move and what it can do.

import { byId, capital } from "./dom.js";

/** @param {string} text */
export function say(text) {
  const line = byId("status");
  // A screen reader reads the line each time it is set, so it is set only if its text changes.
  if (line.textContent !== text) line.textContent = text;
}

/**
 * @param {Position} position
 * @param {number | undefined} fallen the side whose time has run out
 */
export function ending({ over, scene }, fallen) {
  const names = scene.seats.map(({ name }) => capital(name));
  if (fallen !== undefined) return `${names[1 - fallen]} has won on time`;
  if (!over) return null;
  const { winner, reason, margin } = over;
  const who = winner === null ? "A draw" : `${names[winner]} has won`;
  const by = margin ? ` by ${margin}${scene.margin ? ` ${scene.margin}` : ""}` : "";
  return `${who}${by}${reason ? ` ${reason}` : ""}`;
}

/**
 * @param {import("./game.js").Game} game
 * @param {Position} position
 * @param {string} what
 */
export function turn({ ply, moves }, { scene, side }, what) {
  const where = ply < moves.length ? ` (move ${ply} of ${moves.length})` : "";
  return `${capital(scene.seats[side].name)}: ${what}${where}`;
}
