// The games, the default first, with the files that each needs in addition to its module. The files in
// `others` are needed by other rules than the usual ones. The files in `later` are loaded in the background.

/** @type {Record<string, { files: string[], others?: string[], later?: string[] }>} */
export const GAMES = {
  mill: { files: ["nine.net"], others: ["family.net"], later: ["endgames.bin", "openings.bin"] },
  santorini: { files: ["santorini.net"] },
  "connect-four": { files: ["connect_four.net"] },
  gyges: { files: ["gyges.net"] },
  chess: { files: [] },
  othello: { files: ["othello.net"] },
  breakthrough: { files: [] },
  kalah: { files: [] },
  hex: { files: [] },
  "tic-tac-toe": { files: [] },
};
