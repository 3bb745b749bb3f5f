// Shapes of pieces, drawn around the origin. A square has a width of 100.

import { svg } from "./dom.js";
import { t, word } from "./texts.js";

/**
 * @param {number} r
 * @param {import("./dom.js").Attributes} more
 */
const circle = (r, more) => svg("circle", { r, ...more });

/**
 * @param {string} name
 * @param {string} d
 */
const path = (name, d) => svg("path", { class: name, d });

/** @param {Look} look */
function disc({ side }, /** @type {string} */ surface) {
  const parts = [
    circle(41, { class: "shade", cy: 3 }),
    circle(40, { class: "body" }),
    circle(33, { class: "rim" }),
  ];
  // Colour-blind people cannot tell these two colours apart, so the pieces also carry signs.
  if (surface !== "rack") return parts;
  return [...parts, side === 0 ? circle(16, { class: "sign" }) : path("sign", "M-13-13 13 13M13-13-13 13")];
}

/** @param {Look} look */
const figure = ({ side }) => [
  svg("ellipse", { class: "shade", cy: 33, rx: 27, ry: 9 }),
  path("body", "M-21 34C-21 14-11 12-9-2H9C11 12 21 14 21 34Z"),
  circle(14, { class: "body", cy: -13 }),
  side === 0 ? circle(5, { class: "sign", cy: 20 }) : path("sign", "M-6 14 6 26M6 14-6 26"),
];

/** @param {Look} look */
function rings({ count }) {
  const parts = [circle(42, { class: "shade", cy: 3 }), circle(41, { class: "base" })];
  for (let ring = 0; ring < (count ?? 0); ring++) parts.push(circle(36 - 8 * ring, { class: "ring" }));
  return [...parts, svg("text", { class: "count" }, String(count))];
}

/** @param {number} level number of storeys below it */
function block(level) {
  const width = 92 - 16 * level;
  const common = { x: -width / 2, width, height: width, rx: 6 };
  return [
    svg("rect", { ...common, class: "shade", x: 1 - width / 2, y: 3 - width / 2 }),
    svg("rect", { ...common, class: `storey level${level}`, y: -width / 2 }),
  ];
}

const dome = () => [
  circle(29, { class: "shade", cy: 3 }),
  circle(28, { class: "dome" }),
  path("gleam", "M-14-9A17 17 0 0 1 4-17"),
];

/** @param {string} outline path of the body, around the centre of a square */
const man = (outline) => () => [
  svg("ellipse", { class: "shade", cy: 37, rx: 30, ry: 6 }),
  path("body", outline),
  path("body", "M-26 36V26H26V36Z"),
];

/** @param {Look} look */
const counted = ({ count }) => [
  circle(30, { class: "heap" }),
  svg("text", { class: "number" }, String(count)),
];

/** @param {Look} look */
const token = ({ text }) => [
  svg("rect", { class: "badge", x: -33, y: 16, width: 66, height: 28, rx: 14 }),
  svg("text", { class: "badgetext", y: 30 }, text),
];

/**
 * For each shape, the function that draws it. The shapes are in the order in which pieces are stacked.
 * @type {Record<string, (look: Look, level: number, surface: string) => SVGElement[]>}
 */
export const SHAPES = {
  block: (_, level) => block(level),
  dome,
  disc: (look, _, surface) => disc(look, surface),
  cross: () => [path("stroke", "M-27-27 27 27M27-27-27 27")],
  circle: () => [circle(30, { class: "stroke" })],
  rings,
  figure,
  pawn: man("M-18 26Q-12 14-7 0A13 13 0 1 1 7 0Q12 14 18 26Z"),
  knight: man("M-18 26C-18 8-4 6-4-6L-18 4-28-4-14-26-8-38 0-30C18-26 24-6 20 26Z"),
  bishop: man("M-16 26-10 8C-26-6-12-26-4-30A5 5 0 1 1 4-30C12-26 26-6 10 8L16 26Z"),
  rook: man("M-18 26-14-12-22-18V-36H-12V-28H-5V-36H5V-28H12V-36H22V-18L14-12 18 26Z"),
  queen: man("M-20 26-32-24-16-4-13-32-3-8 0-36 3-8 13-32 16-4 32-24 20 26Z"),
  king: man("M-18 26C-44 0-18-22-4-8V-24H-12V-32H-4V-40H4V-32H12V-24H4V-8C18-22 44 0 18 26Z"),
  count: counted,
  token,
};

/**
 * Draws a piece.
 * @param {Look} look
 * @param {number} level number of storeys below it
 * @param {string} surface
 * @param {import("./dom.js").Attributes} [more]
 */
export function drawPiece(look, level, surface, more = {}) {
  const { shape, side, count, dead } = look;
  const owner = side === null ? "nobody" : `side${side}`;
  return svg(
    "g",
    { class: `piece ${shape} ${owner}${dead ? " dead" : ""}`, "data-count": count ?? "", ...more },
    ...(SHAPES[shape]?.(look, level, surface) ?? []),
    dead ? path("struck", "M-24-24 24 24M24-24-24 24") : null,
  );
}

/**
 * Describes the pieces on a place in words.
 * @param {Look[]} pieces
 * @param {string[]} sides
 */
export function spoken(pieces, sides) {
  const storeys = pieces.filter(({ shape }) => shape === "block").length;
  const rest = pieces
    .filter(({ shape }) => shape !== "block")
    .map(({ shape, side, count, text, dead }) => {
      const owner = side === null ? "" : `${sides[side]} `;
      const name =
        { rings: t("pieceof", { count: count ?? 0 }), count, token: text }[shape] ?? word("piece", shape);
      return `${owner}${name}${dead ? t("outofplay") : ""}`;
    });
  if (storeys) rest.unshift(t(storeys === 1 ? "storey" : "storeys", { count: storeys }));
  return rest.join(", ") || t("empty");
}
