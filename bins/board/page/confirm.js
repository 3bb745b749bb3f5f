// Asks for confirmation before something is lost.

import { byId, dialog } from "./dom.js";

/**
 * Shows a question, and resolves to whether the person confirms it by the button whose value is `yes`.
 * @param {string} question
 * @returns {Promise<boolean>}
 */
export function confirmed(question) {
  const box = dialog("confirm");
  byId("question").textContent = question;
  box.returnValue = "";
  box.showModal();
  return new Promise((resolve) => {
    box.onclose = () => resolve(box.returnValue === "yes");
  });
}

/** Whether a dialogue or a menu is shown. Keys then belong to it. */
export const isAsking = () => document.querySelector("dialog[open], [popover]:popover-open") !== null;
