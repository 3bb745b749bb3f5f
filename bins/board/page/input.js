// Connects mouse, finger and keys on the board to the editor of positions, if it is open, or to the game.

import { Pointer } from "./pointer.js";
import { walkByKeys } from "./walk.js";

/**
 * @typedef {object} Host
 * @property {import("./board.js").Board} board
 * @property {import("./game.js").Game} game
 * @property {import("./editor.js").Editor} editor
 * @property {import("./chooser.js").Chooser} chooser
 * @property {import("./navigation.js").Navigation} navigation
 * @property {import("./drawings.js").Drawings} drawings
 */

/** @param {Host} host */
export function startInput({ board, game, editor, chooser, navigation, drawings }) {
  /** @type {(word: string, at: number) => boolean} */
  const choose = (word, at) => {
    if (!editor.isOpen) return chooser.choose(word);
    editor.put(at);
    return true;
  };
  walkByKeys(board, choose);
  new Pointer(board, {
    choose,
    grab: (word) => !editor.isOpen && chooser.grab(word),
    release: (word) => chooser.release(word),
    draw: (from, to) => editor.isOpen || drawings.toggle(from, to),
    sketch: (from, to) => editor.isOpen || drawings.show([from, to]),
    unsketch: () => editor.isOpen || drawings.show(),
    clear: () => editor.isOpen || drawings.clear(),
    hasMove: (step) => !editor.isOpen && (step < 0 ? game.ply > 0 : game.ply < game.moves.length),
    walk: (step) => navigation.goTo(game.ply + step),
  });
}
