// What the page says about the game: the result with its reason, or the side to move and what it can do.

import { byId, capital, words } from "./dom.js";
import { first, sideName, t, word } from "./texts.js";

/** Shows a text in the status line, or in another element. @param {string} text @param {string} [id] */
export function say(text, id = "status") {
  const line = byId(id);
  // A screen reader reads the line each time it is set.
  if (line.textContent !== text) line.textContent = text;
}

/**
 * Returns the result and its reason; null if the game goes on.
 * @param {string} game
 * @param {Position} position
 * @param {number | undefined} fallen the side whose time has run out
 */
export function ending(game, { over, scene }, fallen) {
  if (fallen !== undefined) return t("end.time", { side: sideName(scene, 1 - fallen) });
  if (!over) return null;
  const { winner, reason, limit, margin } = over;
  if (winner === null) {
    const why = first(reason ? [`end.${reason}`] : [`end.${game}.draw`], { limit: limit ?? 0 });
    return why ? `${t("end.draw")}: ${why}` : t("end.draw");
  }
  const [side, other] = [sideName(scene, winner), sideName(scene, 1 - winner)];
  if (margin) return t("end.margin", { side, margin, unit: word("unit", scene.margin ?? "") });
  const loser = scene.pieces.filter((piece) => piece.side === 1 - winner).length;
  const left = loser + (scene.seats[1 - winner].hand?.count ?? 0);
  const why = first([`end.${game}.win.${left}`, `end.${game}.win`], { side, other });
  return why ? `${t("end.win", { side })}: ${why}` : t("end.win", { side });
}

/**
 * Names the side to move, and the move if later ones follow.
 * @param {import("./game.js").Game} game
 * @param {Position} position
 * @param {string} what what the side can do
 */
export function turn({ ply, moves }, { scene, side }, what) {
  const where = ply < moves.length ? ` (${t("moveof", { ply, count: moves.length })})` : "";
  return `${sideName(scene, side)}: ${what}${where}`;
}

/**
 * Shows the names of the opening and of the variant, or of the players' roles.
 * @param {Position} position
 * @param {string} program for the title
 */
export function showTitle({ opening, scene, variant }, program) {
  byId("opening").textContent = opening && t("opening", { name: opening });
  byId("opening").toggleAttribute("hidden", !opening);
  const roles = scene.seats.flatMap(({ role }) => (role ? capital(word("choice", role.name)) : []));
  const name = first([`variant.${variant}`]) ?? (roles.join(" – ") || words(variant));
  byId("title").textContent = capital(name);
  document.title = `${name} – ${program}`;
}
