// Pieces in words, and their order on a place.

import { phrase, t, word } from "./texts.js";

/** Names of the shapes, in the order in which pieces are stacked on a place. */
// prettier-ignore
export const ORDER = [
  "block", "dome", "disc", "cross", "circle", "rings", "figure",
  "pawn", "knight", "bishop", "rook", "queen", "king", "count", "token",
];

/** Returns the name of a piece, or what is written on it. @param {Look} piece */
function nameOf({ shape, count, text }) {
  switch (shape) {
    case "rings":
      return t("pieceof", { count: count ?? 0 });
    case "count":
      return count;
    case "token":
      return phrase("token", text ?? "");
    default:
      return word("piece", shape);
  }
}

/** Describes the pieces on a place in words. @param {Look[]} pieces @param {string[]} sides */
export function spoken(pieces, sides) {
  const storeys = pieces.filter(({ shape }) => shape === "block").length;
  const rest = pieces
    .filter(({ shape }) => shape !== "block")
    .map((piece) => {
      const owner = piece.side === null ? "" : `${sides[piece.side]} `;
      return `${owner}${nameOf(piece)}${piece.dead ? t("outofplay") : ""}`;
    });
  if (storeys) rest.unshift(t("storeys", { count: storeys }));
  return rest.join(", ") || t("empty");
}
