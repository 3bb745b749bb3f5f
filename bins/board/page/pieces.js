// Pieces in words, and their order on a place.

import { t, word } from "./texts.js";

/** Names of the shapes, in the order in which pieces are stacked on a place. */
export const ORDER = [
  ...["block", "dome", "disc", "cross", "circle", "rings", "figure"],
  ...["pawn", "knight", "bishop", "rook", "queen", "king", "count", "token"],
];

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
