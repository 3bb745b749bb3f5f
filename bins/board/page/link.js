// Converts a game to the fragment of the page's address and back: game, variant, changed options, players,
// clocks, starting position, moves and the shown ply.

import { PERSON } from "./seats.js";
import { MAX_LEVEL } from "./strength.js";

/** Fields for the players of both sides. */
const SEATS = ["first", "second"];

/** Returns the text for a player: `person`, or `engine` and its level. */
export const textOf = (/** @type {Player} */ { kind, level }) =>
  kind === PERSON ? PERSON : `${kind} ${level}`;

/**
 * Reads a text of the form that `textOf` writes; null for any other.
 * @param {unknown} text
 * @returns {Player | null}
 */
export function playerOf(text) {
  if (text === PERSON) return { kind: PERSON, level: 6 };
  const level = /^engine (\d{1,9})$/.exec(String(text))?.[1];
  return level ? { kind: "engine", level: Math.min(Number(level), MAX_LEVEL) } : null;
}

/**
 * @param {import("./game.js").Game} game
 * @param {Player[]} players
 * @param {import("./clock.js").Clocks} clocks
 * @param {number} ply
 */
export function toHash({ game, variant, options, setup, moves }, players, clocks, ply) {
  const fields = new URLSearchParams({ game });
  if (variant) fields.set("variant", variant);
  for (const [name, value] of Object.entries(options)) fields.set(`option.${name}`, value);
  players.forEach((player, side) => fields.set(SEATS[side], textOf(player)));
  if (clocks.isOn) fields.set("clock", clocks.text);
  if (setup) fields.set("position", setup);
  if (moves.length) fields.set("moves", moves.join(" "));
  if (ply !== moves.length) fields.set("ply", String(ply));
  return `#${fields}`;
}

/**
 * Returns the game in a fragment; null if it names none. Invalid parts are left out.
 * @param {string} hash
 * @returns {Loading | null}
 */
export function fromHash(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const game = fields.get("game");
  if (!game) return null;
  /** @type {Record<string, string>} */
  const options = {};
  for (const [name, value] of fields) if (name.startsWith("option.")) options[name.slice(7)] = value;
  const moves = (fields.get("moves") ?? "").split(" ").filter(Boolean);
  const ply = Number.parseInt(fields.get("ply") ?? "", 10);
  return {
    game,
    options,
    moves,
    variant: fields.get("variant"),
    setup: fields.get("position"),
    ply: Number.isInteger(ply) ? Math.max(0, Math.min(ply, moves.length)) : moves.length,
    players: SEATS.map((name) => playerOf(fields.get(name) ?? "")),
    clock: fields.get("clock") ?? "",
  };
}

/**
 * Whether the game in the fragment `hash` is the beginning of the one in `longer`.
 * @param {string} hash
 * @param {string} longer
 */
export function isBeginning(hash, longer) {
  const [one, other] = [hash, longer].map((each) => {
    /** @type {Partial<Loading>} */
    const { game, variant, options, setup, moves = [] } = fromHash(each) ?? {};
    return { rules: JSON.stringify([game, variant, options, setup]), moves: `${moves.join(" ")} ` };
  });
  return one.rules === other.rules && other.moves.startsWith(one.moves);
}
