// What the engine thinks, for a person: lines, a bar, a graph.

import { byId, html, svg } from "./dom.js";

/** Losses of winning chance from which a move is a mistake or a blunder, as the server says. */
let marks = { mistake: 1, blunder: 1 };
export function setMarks({ mistake, blunder }) {
  marks = { mistake, blunder };
}

const LINE_MOVES = 12;

/** The value of a line from the first side's view. */
export function valueOf(line, side) {
  const chance = side === 0 ? line.chance : 1 - line.chance;
  const sign = side === 0 ? 1 : -1;
  const signed = (number) => (number > 0 ? "+" : number < 0 ? "−" : "") + Math.abs(number).toFixed(2);
  if (line.ends !== null) {
    const wins = line.ends * sign > 0;
    return { chance, text: `${wins ? "+" : "−"}W${Math.abs(line.ends)}`, spoken: `${wins ? "first" : "second"} side wins in ${Math.abs(line.ends)}`, proven: true, best: line.moves[0] };
  }
  const units = signed(Math.round(line.units * sign) / 100);
  return { chance, text: units, spoken: `${units}, the first side's chance is ${Math.round(chance * 100)} percent`, proven: false, best: line.moves[0] };
}

export function showBar(value, turned) {
  const bar = byId("bar");
  const chance = value?.chance ?? 0.5;
  bar.classList.toggle("turned", turned);
  bar.firstElementChild.style.height = `${100 * chance}%`;
  bar.lastElementChild.textContent = value?.text ?? "";
  bar.setAttribute("aria-label", value ? `Evaluation: ${value.spoken}` : "no evaluation");
}

/** The lines of a search; a click plays the first move of one. */
export function showLines(lines, side, play) {
  const list = byId("pv");
  // Elements stay while lines come: one that is replaced under the pointer cannot be clicked on.
  while (list.children.length > lines.length) list.lastChild.remove();
  while (list.children.length < lines.length) {
    list.append(html("li", {}, html("button", { type: "button", title: "Play this move" }, html("b"), " ", html("span", { class: "firstmove" }), " ", html("span"))));
  }
  lines.forEach((line, rank) => {
    const value = valueOf(line, side);
    const item = list.children[rank];
    const [text, first, more] = item.firstChild.children;
    item.className = value.proven ? "proven" : "";
    item.firstChild.onclick = () => play(line.moves[0]);
    text.textContent = value.text;
    first.textContent = line.moves[0];
    more.textContent = line.moves.slice(1, LINE_MOVES).join(" ");
  });
  const best = lines[0];
  byId("depth").textContent = best
    ? `depth ${best.depth}, ${short(best.nodes)} nodes, ${short(best.speed)}/s${best.tables ? `, ${short(best.tables)} from tables` : ""}${best.ends !== null ? ", proven" : ""}`
    : "";
}

/** What tables say about the position and its moves, best moves first; `known` is null where nothing is asked. */
export function showExact(known, position, play) {
  const box = byId("exact");
  const { value, moves = [] } = known ?? {};
  box.hidden = !value && !moves.some((move) => move.value);
  if (box.hidden) return box.replaceChildren();
  const names = position.scene.seats.map(({ name }) => name);
  const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
  const told = { win: `${capital(names[position.side])} wins in ${value?.plies} plies`, loss: `${capital(names[1 - position.side])} wins in ${value?.plies} plies`, draw: "A draw" };
  const groups = [["win", "Wins"], ["draw", "Draws"], ["loss", "Loses"], [undefined, "Not known"]].map(([word, label]) => {
    const those = moves.filter((move) => move.value?.word === word);
    those.sort((a, b) => (word === "loss" ? -1 : 1) * ((a.value?.plies ?? 0) - (b.value?.plies ?? 0)));
    const buttons = those.map(({ move, value: after }) => html("button", { type: "button", class: word, title: "Play this move", onclick: () => play(move) }, move, after?.plies ? html("small", {}, ` ${after.plies}`) : ""));
    return those.length ? html("div", {}, html("b", {}, label), " ", ...buttons) : null;
  });
  box.replaceChildren(html("p", {}, html("strong", {}, "Exactly: "), value ? told[value.word] : "not known"), ...groups.filter(Boolean));
}

function short(number) {
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} M`;
  return number >= 1e4 ? `${Math.round(number / 1e3)} k` : String(number);
}

/** How bad `move`, which has number `ply`, was: "", "?" or "??". */
export function verdict(values, ply, side, move) {
  const before = values.get(ply), after = values.get(ply + 1);
  if (!before || !after || side === undefined || before.best === move) return "";
  const loss = (before.chance - after.chance) * (side === 0 ? 1 : -1);
  return loss >= marks.blunder ? "??" : loss >= marks.mistake ? "?" : "";
}

export function showGraph(game, sideOf, show) {
  const graph = byId("graph");
  const count = Math.max(1, game.moves.length);
  const x = (ply) => 300 * ply / count;
  const y = (chance) => 66 - 62 * chance;
  const known = [...game.values].filter(([ply]) => ply <= game.moves.length).sort(([a], [b]) => a - b);
  const parts = [svg("rect", { class: "lower", y: y(0.5), width: 300, height: 70 - y(0.5) }), svg("line", { class: "middle", x2: 300, y1: y(0.5), y2: y(0.5) })];
  if (known.length > 1) parts.push(svg("polyline", { points: known.map(([ply, { chance }]) => `${x(ply)},${y(chance)}`).join(" ") }));
  for (const [ply, { chance }] of known) {
    const bad = ply > 0 ? verdict(game.values, ply - 1, sideOf(ply - 1), game.moves[ply - 1]) : "";
    if (bad || known.length === 1) parts.push(svg("circle", { class: bad === "??" ? "blunder" : bad ? "mistake" : "", cx: x(ply), cy: y(chance), r: 3 }));
  }
  parts.push(svg("line", { class: "here", x1: x(game.ply), x2: x(game.ply), y2: 70 }));
  graph.replaceChildren(...parts);
  graph.onclick = (event) => {
    const { left, width } = graph.getBoundingClientRect();
    show(Math.round((event.clientX - left) / width * count));
  };
}
