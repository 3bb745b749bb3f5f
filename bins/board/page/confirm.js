// Asks for confirmation before something is lost.

import { byId, button, dialog } from "./dom.js";

/**
 * Shows a question, and resolves to whether the person confirms it.
 * @param {string} question
 * @param {string} yes label of the button that confirms
 * @returns {Promise<boolean>}
 */
export function confirmed(question, yes) {
  const box = dialog("confirm");
  byId("question").textContent = question;
  button("yes").textContent = yes;
  return new Promise((resolve) => {
    box.returnValue = "";
    box.onclose = () => resolve(box.returnValue === "yes");
    button("yes").onclick = () => box.close("yes");
    button("no").onclick = () => box.close("");
    box.showModal();
  });
}

/** Whether a dialogue or a menu is shown. Keys then belong to it. */
export const isAsking = () => document.querySelector("dialog[open], [popover]:popover-open") !== null;
