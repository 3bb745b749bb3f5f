// Keys of the page. Single letters can be switched off, because speech input and unsteady hands type them by
// mistake.

import { isAsking } from "./confirm.js";
import { input, storedBox } from "./dom.js";

/** Fields that use keys themselves. */
const FIELDS = "input:not([type=checkbox]), select, textarea";

/** Ids of the buttons and boxes that the keys click. @type {Record<string, string>} */
const BUTTONS = {
  ...{ ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" },
  ...{ a: "analyse", e: "edit", f: "flip", h: "hint", n: "new", r: "redo", u: "undo" },
};

/** The button that a key has pressed last; null after a click by a pointer. @type {Element | null} */
let pressed = null;

/**
 * Gives the board the focus if the button that a key has pressed is gone, such as one of a promotion.
 * @param {import("./board.js").Board} board
 */
export function rescueFocus(board) {
  const { activeElement, body } = document;
  const isFree = activeElement === null || activeElement === body || activeElement === pressed;
  if (!pressed || pressed.getClientRects().length || !isFree) return;
  pressed = null;
  board.focus();
}

/** @param {Record<string, () => void>} others what further keys do */
export function listenToKeys(others) {
  const notePress = (/** @type {MouseEvent} */ { target, detail }) => {
    const { activeElement } = document;
    // `detail` is 0 for a click without a pointer. After a dialogue, the browser itself moves the focus.
    const isByKey = detail === 0 && target === activeElement && !activeElement?.closest("dialog");
    pressed = isByKey ? activeElement : null;
  };
  // The button is noted before its own listener acts.
  addEventListener("click", notePress, true);
  storedBox("letters", true);
  addEventListener("keydown", (event) => {
    const { target, ctrlKey, metaKey, altKey } = event;
    const isInField = target instanceof Element && target.matches(FIELDS);
    if (isInField || isAsking() || ctrlKey || metaKey || altKey) return;
    // With Caps Lock, letters are capitals.
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!(key in BUTTONS || key in others) || (key.length === 1 && !input("letters").checked)) return;
    event.preventDefault();
    if (key in others) others[key]();
    else document.getElementById(BUTTONS[key])?.click();
  });
}
