// Positions and windows for pictures.

/** A position with two gods, figures and tokens of both sides, and towers of every height. */
export const SANTORINI =
  "game=santorini&variant=clio-europa&position=0000401301112300001100000/1/clio[2|A3]:B3,D3/europa[C5]:C4,C2";

/** Widths and heights of windows in pixels, with the least size of a square board in each. */
export const WINDOWS = [
  [1920, 1080, 960],
  [1366, 768, 640],
  [844, 390, 320],
  [390, 844, 370],
  [320, 568, 290],
];

/** Names of the pictures of boards, with the fragments of the page's address that show their positions. */
export const BOARDS = {
  mill: "game=mill&moves=d6 f4 d2 b4 d7 d5 g1 b6",
  "mill-diagonals": "game=mill&variant=twelve-mens-morris&moves=a7 b6 g1 e5 d6",
  "mill-two-rings": "game=mill&variant=six-mens-morris&moves=a1 e5 b3",
  "mill-nine-points": "game=mill&variant=three-mens-morris&moves=b2 a3 c1",
  "mill-marked": "game=mill&variant=zhi-qi&moves=a1 d2 a4 f4 a7 xd2 b4",
  santorini: "game=santorini&position=0000401301112300001300000/1/mortal:B3,D3/mortal:C4,C2",
  "santorini-gods": SANTORINI,
  gyges: "game=gyges&moves=5|4|5 30|31|6 2|8",
  "connect-four": "game=connect-four&moves=4 4 3 3 2 5 6",
  othello: "game=othello&moves=f5 d6 c3 d3 c4",
  breakthrough: "game=breakthrough&moves=b2c3 g7f6 c3d4 f6e5 d4e5",
  kalah: "game=kalah&moves=c1 f1 c2 a1",
  chequered: "game=chess",
  hex: "game=hex&moves=b9 f6 d8 e5 g4",
  hexagons: "game=hex&moves=b9 f6 d8",
  "tic-tac-toe": "game=tic-tac-toe&moves=b2 a1 c3",
};
