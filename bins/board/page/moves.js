// The list of moves, and records of games.

import { byId, html } from "./dom.js";
import { verdict } from "./analysis.js";

/** The moves so far, those of one turn together. */
export function showMoves(game, sideOf, show) {
  const list = byId("moves");
  const items = [];
  let row = null, number = 0, last = null;
  game.moves.forEach((move, ply) => {
    const side = sideOf(ply);
    if (!row || (side !== last && (side === 0 || side === undefined))) {
      number += 1;
      row = html("li", { value: number });
      items.push(row);
    }
    last = side;
    const bad = verdict(game.values, ply, side, move);
    row.append(html("button", {
      type: "button", class: `ply side${side}${game.ply === ply + 1 ? " here" : ""}${bad ? " bad" : ""}`, "aria-current": game.ply === ply + 1 ? "step" : null,
      title: game.comments.get(ply + 1) ?? null, onclick: () => show(ply + 1),
    }, move + bad + (game.comments.has(ply + 1) ? " ✎" : "")));
  });
  list.replaceChildren(...items);
  const here = list.querySelector(".here");
  if (here) list.scrollTop = here.offsetTop - list.offsetTop - list.clientHeight / 2;
  byId("note").value = game.comments.get(game.ply) ?? "";
  byId("note").disabled = game.ply === 0;
}

/** A record of the server as what a game loads; one that names no game is taken for one of `otherwise`. */
export function fromRecord(record, otherwise) {
  const comments = new Map(record.comments.map((text, index) => [index + 1, text]).filter(([, text]) => text));
  return {
    game: record.game ?? otherwise, variant: record.variant, options: Object.fromEntries(record.options), setup: record.setup, moves: record.moves,
    ply: 0, comments, names: record.players,
  };
}

export function download(name, text) {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  const link = html("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
