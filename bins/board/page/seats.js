// The two players: their names, pieces in hand, roles and clocks.

import { byId, capital, dialog, html, option, parsed, refill, select, svg } from "./dom.js";
import { EXPERT, MAX_LEVEL } from "./strength.js";
import { noteOf, ruleOf, sideName, t, word } from "./texts.js";

export const PERSON = "person";
/** Number of neighbouring levels that share a name. */
const BAND = 3;

/**
 * Returns the name of a level, with its Elo rating if it was measured.
 * @param {number} level
 * @param {[number, number][]} ratings measured levels with their Elo ratings, in ascending order
 */
export function levelName(level, ratings) {
  const measured = ratings.findLast(([known]) => known === Math.min(level, EXPERT));
  const band = Math.min(Math.floor(level / BAND), Math.floor(EXPERT / BAND) + 1);
  const name = level >= EXPERT ? t("band.full") : t(`band.${band}`);
  return t(measured ? "rated" : "level", { level, name, elo: measured?.[1] ?? "" });
}

/**
 * Creates the fields for the players. `assign` fills them.
 * @param {Player[]} players
 * @param {() => void} changed
 */
export function playerRows(players, changed) {
  const rows = players.map((player, side) => {
    const onchange = () => {
      player.kind = select(`player${side}`).value;
      player.level = Number(select(`level${side}`).value);
      changed();
    };
    const name = html("span", { id: `playername${side}` });
    const kind = html("select", { id: `player${side}`, "aria-label": t(`plays.${side}`), onchange });
    kind.append(option(PERSON, t(PERSON)), option("engine", t("engine")));
    const level = html("select", { id: `level${side}`, "aria-label": t("strength"), onchange });
    level.append(...Array.from({ length: MAX_LEVEL + 1 }, (_, value) => option(value, levelName(value, []))));
    return html("div", { class: "player" }, name, kind, level);
  });
  byId("playerrows").replaceChildren(...rows);
}

/** Shows Elo ratings beside the measured levels. @param {[number, number][]} ratings */
export function rateLevels(ratings) {
  for (const side of [0, 1]) {
    for (const each of select(`level${side}`).options) {
      each.textContent = levelName(Number(each.value), ratings);
    }
  }
}

/**
 * Changes the players, and shows them in the fields. A side whose seat is null or missing keeps its player.
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

/** Lets a person play a side, and the engine the other one. @param {Player[]} players @param {number} side */
export function seatPerson(players, side) {
  const seats = players.map((player, index) => ({ ...player, kind: index === side ? PERSON : "engine" }));
  assign(players, seats);
}

/** @param {{ count: number, svg: string }} hand */
function hand({ count, svg: look }) {
  const stones = Array.from({ length: count }, (_, index) => {
    const [stone] = parsed(look);
    stone.setAttribute("transform", `translate(${26 + index * 30} 30) scale(.55)`);
    return stone;
  });
  const viewBox = `0 0 ${Math.max(60, 52 + (count - 1) * 30)} 60`;
  return svg("svg", { class: "hand", viewBox, role: "img", "aria-label": t("inhand", { count }) }, ...stones);
}

/** @param {import("./game.js").Game} game @param {Player} player @param {number} side */
const nameOf = (game, { kind, level }, side) =>
  game.record?.players[side] ?? (kind === PERSON ? t("person") : t("enginelevel", { level }));

/**
 * Shows name, role, pieces in hand and note of both sides. A click on a name opens the choice of the players.
 * @param {Position} position
 * @param {Player[]} players
 * @param {import("./game.js").Game} game
 * @param {boolean} isTurned
 */
export function showSeats({ scene, side: toMove, over }, players, game, isTurned) {
  scene.seats.forEach((seat, side) => {
    const { role, note } = seat;
    const box = byId(`seat${isTurned ? 1 - side : side}`);
    const isToMove = !over && side === toMove;
    box.setAttribute("class", isToMove ? "seat turn" : "seat");
    const swatch = { class: "swatch", viewBox: "-50 -50 100 100", "aria-hidden": "true" };
    const who = html(
      "button",
      { class: "who", title: t("players"), onclick: () => dialog("players").showModal() },
      seat.svg && svg("svg", swatch, ...parsed(seat.svg)),
      html("strong", {}, sideName(scene, side)),
      html("span", { class: "kind" }, nameOf(game, players[side], side)),
    );
    refill(box, ".who", [
      who,
      role && html("b", { class: "role", title: ruleOf(role) }, capital(word("choice", role.name))),
      seat.hand && hand(seat.hand),
      note && html("span", { class: "note" }, noteOf(note)),
      html("span", { class: "clock", id: `clock${side}` }),
    ]);
    byId(`playername${side}`).textContent = sideName(scene, side);
  });
}
