// The two players: who they are, what they hold, their roles and their clocks.

import { byId, html, svg } from "./dom.js";
import { parts } from "./pieces.js";

export const PERSON = "person";
const LEVELS = 30;

/** The rows in which players are chosen. */
export function playerRows(players, changed) {
  byId("playerrows").replaceChildren(...players.map((player, side) => {
    const kind = html("select", { id: `player${side}`, "aria-label": `Who plays the ${["first", "second"][side]} side` },
      html("option", { value: PERSON }, "Person"), html("option", { value: "engine" }, "Engine"));
    const level = html("input", { id: `level${side}`, type: "number", min: 0, max: LEVELS, "aria-label": "Level" });
    kind.value = player.kind;
    level.value = player.level;
    const update = () => {
      player.kind = kind.value;
      player.level = Math.max(0, Math.min(LEVELS, Math.round(Number(level.value)) || 0));
      changed();
    };
    kind.addEventListener("change", update);
    level.addEventListener("change", update);
    return html("div", { class: "player" }, html("span", { id: `playername${side}` }, ["First", "Second"][side]), kind, html("label", {}, "level ", level));
  }));
}

function hand({ shape, count }, side, surface) {
  const stones = Array.from({ length: count }, (_, index) =>
    svg("g", { transform: `translate(${26 + index * 30} 30) scale(.55)`, class: `piece ${shape} side${side}` }, ...parts({ shape, side }, 0, surface)));
  return svg("svg", { class: `hand surface-${surface}`, viewBox: `0 0 ${Math.max(60, 52 + (count - 1) * 30)} 60`, role: "img", "aria-label": `${count} in hand` }, ...stones);
}

/** Shows what belongs to both sides. */
export function showSeats(position, players, game, flipped) {
  const { scene, side: toMove, over } = position;
  scene.seats.forEach((seat, side) => {
    const box = byId(`seat${flipped ? 1 - side : side}`);
    const player = players[side];
    const who = game.names[side] || (player.kind === PERSON ? "person" : `engine, level ${player.level}`);
    const turn = !over && side === toMove;
    const shared = scene.pieces.length > 0 && scene.pieces.every((piece) => piece.side === null) && !scene.places.some(({ shape }) => shape === "square");
    box.className = `seat side${side} ${scene.surface}${shared ? " shared" : ""}${turn ? " turn" : ""}`;
    const swatch = html("span", { class: "swatch", "aria-hidden": "true" });
    const content = [html("div", { class: "who" }, swatch, html("strong", {}, seat.name), html("span", { class: "kind" }, who), html("span", { class: "clock", id: `clock${side}` }))];
    if (seat.role) content.push(html("p", { class: "role" }, html("b", {}, seat.role.name), " ", seat.role.rule));
    const extras = html("div", { class: "extras" });
    if (seat.hand) extras.append(hand(seat.hand, side, scene.surface));
    if (seat.note) extras.append(html("span", { class: "note" }, seat.note));
    if (seat.hand || seat.note) content.push(extras);
    box.replaceChildren(...content);
    byId(`playername${side}`).textContent = seat.name;
  });
}
