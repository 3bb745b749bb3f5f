// The two players: their names, pieces in hand, roles and clocks.

import { byId, html, select, svg } from "./dom.js";
import { drawPiece } from "./pieces.js";

export const PERSON = "person";
/** Highest level: full strength. */
export const MAX_LEVEL = 30;

/**
 * Shows the fields in which a person chooses who plays each side.
 * @param {Player[]} players
 * @param {() => void} changed
 */
export function playerRows(players, changed) {
  const rows = players.map((player, side) => {
    const ordinal = ["First", "Second"][side];
    const update = () => {
      player.kind = select(`player${side}`).value;
      player.level = Number(select(`level${side}`).value);
      changed();
    };
    const kind = html(
      "select",
      { id: `player${side}`, "aria-label": `Who plays the ${ordinal.toLowerCase()} side`, onchange: update },
      html("option", { value: PERSON }, "Person"),
      html("option", { value: "engine" }, "Engine"),
    );
    kind.value = player.kind;
    const level = html(
      "select",
      { id: `level${side}`, onchange: update },
      ...Array.from({ length: MAX_LEVEL + 1 }, (_, value) => html("option", { value }, String(value))),
    );
    level.value = String(player.level);
    const name = html("span", { id: `playername${side}` }, ordinal);
    return html("div", { class: "player" }, name, kind, html("label", {}, "level ", level));
  });
  byId("playerrows").replaceChildren(...rows);
}

/**
 * Shows the Elo ratings of the measured levels beside them.
 * @param {[number, number][]} ratings
 */
export function rateLevels(ratings) {
  const known = new Map(ratings);
  for (const side of [0, 1]) {
    for (const option of select(`level${side}`).options) {
      const elo = known.get(Number(option.value));
      option.textContent = elo === undefined ? option.value : `${option.value}, Elo ${elo}`;
    }
  }
}

/**
 * Gives sides to these players, and shows them. A side for which there is none keeps its player.
 * @param {Player[]} players
 * @param {(Player | null)[]} seats
 */
export function assign(players, seats) {
  players.forEach((player, side) => {
    Object.assign(player, seats[side]);
    select(`player${side}`).value = player.kind;
    select(`level${side}`).value = String(player.level);
  });
}

/**
 * Assigns a side to a person, and the other side to the engine.
 * @param {Player[]} players
 * @param {number} side
 */
export function seatPerson(players, side) {
  const seats = players.map((player, index) => ({ ...player, kind: index === side ? PERSON : "engine" }));
  assign(players, seats);
}

/**
 * Draws the pieces in hand.
 * @param {{ shape: string, count: number }} hand
 * @param {number} side
 * @param {string} surface
 */
function hand({ shape, count }, side, surface) {
  const stones = Array.from({ length: count }, (_, index) =>
    drawPiece({ shape, side }, 0, surface, { transform: `translate(${26 + index * 30} 30) scale(.55)` }),
  );
  const viewBox = `0 0 ${Math.max(60, 52 + (count - 1) * 30)} 60`;
  const attributes = {
    class: `hand surface-${surface}`,
    viewBox,
    role: "img",
    "aria-label": `${count} in hand`,
  };
  return svg("svg", attributes, ...stones);
}

/**
 * Returns the name of a player.
 * @param {import("./game.js").Game} game
 * @param {Player} player
 * @param {number} side
 */
const nameOf = (game, { kind, level }, side) =>
  game.record?.players[side] ?? (kind === PERSON ? "person" : `engine, level ${level}`);

/**
 * Shows name, role, pieces in hand and note of both sides.
 * @param {Position} position
 * @param {Player[]} players
 * @param {import("./game.js").Game} game
 * @param {boolean} isTurned
 */
export function showSeats({ scene, side: toMove, over }, players, game, isTurned) {
  const { places, pieces, seats, surface } = scene;
  // Pieces that belong to neither side have no colour of a side.
  const hasSquares = places.some(({ shape }) => shape === "square");
  const isShared = !hasSquares && pieces.length > 0 && pieces.every(({ side }) => side === null);
  seats.forEach((seat, side) => {
    const { name, role, note } = seat;
    const box = byId(`seat${isTurned ? 1 - side : side}`);
    const isToMove = !over && side === toMove;
    box.setAttribute(
      "class",
      `seat side${side} ${surface}${isShared ? " shared" : ""}${isToMove ? " turn" : ""}`,
    );
    const who = html(
      "div",
      { class: "who" },
      html("span", { class: "swatch", "aria-hidden": "true" }),
      html("strong", {}, name),
      html("span", { class: "kind" }, nameOf(game, players[side], side)),
      html("span", { class: "clock", id: `clock${side}` }),
    );
    const rule = role && html("p", { class: "role" }, html("b", {}, role.name), " ", role.rule);
    const extras = html(
      "div",
      { class: "extras" },
      seat.hand && hand(seat.hand, side, surface),
      note && html("span", { class: "note" }, note),
    );
    box.replaceChildren(who, rule ?? "", seat.hand || note ? extras : "");
    byId(`playername${side}`).textContent = name;
  });
}
