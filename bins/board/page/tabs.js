// The tabs beside the board, or under it on a phone. The menu opens further panels, each with a tab while it
// is open.

import { byId } from "./dom.js";

/** Panels whose tabs are always shown. */
const TABS = ["record", "analysis", "puzzles", "rules"];
const OF_MENU = ["setup", "file", "saved", "help"];
const PANELS = [...TABS, ...OF_MENU];

/** @type {(name: string) => void} */
let listener = () => {};

const tabOf = (/** @type {string} */ name) => /** @type {HTMLElement} */ (byId(`tab-${name}`));

/** @param {string} name */
export function openTab(name) {
  for (const panel of PANELS) {
    const isShown = panel === name;
    byId(panel).toggleAttribute("hidden", !isShown);
    tabOf(panel).toggleAttribute("hidden", OF_MENU.includes(panel) && !isShown);
    tabOf(panel).setAttribute("aria-selected", String(isShown));
    tabOf(panel).tabIndex = isShown ? 0 : -1;
  }
  byId("panels").scrollTop = 0;
  listener(name);
}

/** Whether this panel is shown. */
export const isOpen = (/** @type {string} */ name) => !byId(name).hasAttribute("hidden");

/** Connects tabs, panels and the menu. Opens the first panel. @param {(name: string) => void} onOpen */
export function startTabs(onOpen) {
  listener = onOpen;
  for (const name of PANELS) {
    const tab = tabOf(name);
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", name);
    tab.onclick = () => openTab(name);
    byId(name).setAttribute("role", "tabpanel");
    byId(name).setAttribute("aria-labelledby", tab.id);
    // A panel that can have the focus is scrolled by keys.
    byId(name).setAttribute("tabindex", "0");
  }
  byId("tabs").addEventListener("keydown", (event) => walk(/** @type {KeyboardEvent} */ (event)));
  const menu = /** @type {HTMLElement} */ (byId("menu"));
  menu.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button) return;
    menu.hidePopover();
    if (button.dataset.opens) openTab(button.dataset.opens);
  });
  openTab(TABS[0]);
}

/** Arrow keys walk from tab to tab. @param {KeyboardEvent} event */
function walk(event) {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
  event.preventDefault();
  event.stopPropagation();
  const names = PANELS.filter((name) => !tabOf(name).hidden);
  const next = names.at((names.findIndex(isOpen) + step) % names.length) ?? names[0];
  openTab(next);
  tabOf(next).focus();
}
