// The shapes of pieces, drawn around the origin in hundredths of a square.

import { svg } from "./dom.js";

const circle = (r, more) => svg("circle", { r, ...more });

function disc(side, surface) {
  const parts = [circle(41, { class: "shade", cy: 3 }), circle(40, { class: "body" }), circle(33, { class: "rim" })];
  // On some surfaces the colours of the sides differ little for some eyes: a sign tells them apart as well.
  if (surface === "rack") parts.push(side === 0 ? circle(16, { class: "sign" }) : svg("path", { class: "sign", d: "M-13-13 13 13M13-13-13 13" }));
  return parts;
}

function figure(side) {
  const body = "M-21 34C-21 14-11 12-9-2H9C11 12 21 14 21 34Z";
  return [
    svg("ellipse", { class: "shade", cy: 33, rx: 27, ry: 9 }),
    svg("path", { class: "body", d: body }),
    circle(14, { class: "body", cy: -13 }),
    side === 0 ? circle(5, { class: "sign", cy: 20 }) : svg("path", { class: "sign", d: "M-6 14 6 26M6 14-6 26" }),
  ];
}

function rings(number) {
  const parts = [circle(42, { class: "shade", cy: 3 }), circle(41, { class: "base" })];
  for (let ring = 0; ring < number; ring++) parts.push(circle(35 - 12 * ring, { class: "ring" }));
  parts.push(svg("text", { class: "count", y: 5 }, String(number)));
  return parts;
}

/** Storeys get smaller towards the top. */
export const storeyWidth = (level) => 92 - 16 * level;

function block(level) {
  const width = storeyWidth(level);
  return [
    svg("rect", { class: "shade", x: -width / 2 + 1, y: -width / 2 + 3, width, height: width, rx: 6 }),
    svg("rect", { class: `storey level${level}`, x: -width / 2, y: -width / 2, width, height: width, rx: 6 }),
  ];
}

const token = (text) => [
  svg("rect", { class: "badge", x: -24, y: 20, width: 48, height: 24, rx: 12 }),
  svg("text", { class: "badgetext", y: 37 }, text),
];

/** The parts of a piece; `level` counts the storeys below it. */
export function parts({ shape, side, count, text, dead }, level, surface) {
  const drawn = {
    disc: () => disc(side, surface),
    figure: () => figure(side),
    rings: () => rings(count),
    block: () => block(level),
    dome: () => [circle(29, { class: "shade", cy: 3 }), circle(28, { class: "dome" }), svg("path", { class: "gleam", d: "M-14-9A17 17 0 0 1 4-17" })],
    cross: () => [svg("path", { class: "stroke", d: "M-27-27 27 27M27-27-27 27" })],
    circle: () => [circle(30, { class: "stroke" })],
    token: () => token(text),
  }[shape]?.() ?? [];
  if (dead) drawn.push(svg("path", { class: "struck", d: "M-24-24 24 24M24-24-24 24" }));
  return drawn;
}

const NAMES = { disc: "stone", figure: "figure", cross: "cross", circle: "circle", dome: "dome", block: "storey" };

/** What stands on a place, in words. */
export function spoken(pieces, sides) {
  const storeys = pieces.filter(({ shape }) => shape === "block").length;
  const rest = pieces.filter(({ shape }) => shape !== "block").map((piece) => {
    const owner = piece.side === null ? "" : `${sides[piece.side]} `;
    const name = { rings: `piece of ${piece.count}`, token: piece.text }[piece.shape] ?? NAMES[piece.shape];
    return `${owner}${name}${piece.dead ? ", out of play" : ""}`;
  });
  if (storeys) rest.unshift(storeys === 1 ? "1 storey" : `${storeys} storeys`);
  return rest.join(", ") || "empty";
}
