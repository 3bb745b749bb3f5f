// Keys of the page. Single letters can be switched off, because speech input and unsteady hands type letters
// by mistake.

import { isAsking } from "./confirm.js";
import { input, store, stored } from "./dom.js";

/** Selector of the fields that use keys themselves. */
const FIELDS = "input:not([type=checkbox]), select, textarea";

/**
 * @param {Record<string, () => void>} keys
 * @param {Record<string, () => void>} letters
 */
export function listenToKeys(keys, letters) {
  const box = input("letters");
  box.checked = stored("letters", true);
  box.addEventListener("change", () => store("letters", box.checked));
  addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, metaKey, altKey } = event;
    const isInField = target instanceof Element && target.matches(FIELDS);
    if (isInField || isAsking() || ctrlKey || metaKey || altKey) return;
    const action = keys[key] ?? (box.checked ? letters[key] : null);
    if (!action) return;
    event.preventDefault();
    action();
  });
}
