// The tabs beside the board, or under it on a phone. The menu opens further panels, each with a tab while it
// is open.

import { byId, html } from "./dom.js";
import { t } from "./texts.js";

/** Names of the panels, in the order of their tabs. */
const PANELS = [...byId("panels").children].map(({ id }) => id);
/** Panels that the menu opens. Their tabs are shown only while the panels are open. */
const OF_MENU = ["setup", "file", "saved", "help"];

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

/**
 * Creates a tab for each panel, and connects the menu. Opens the first panel.
 * @param {(name: string) => void} onOpen
 */
export function startTabs(onOpen) {
  listener = onOpen;
  for (const name of PANELS) {
    const panel = /** @type {HTMLElement} */ (byId(name));
    const onclick = () => openTab(name);
    const attributes = { id: `tab-${name}`, role: "tab", "aria-controls": name, onclick };
    byId("tabs").append(html("button", attributes, t(panel.dataset.tab ?? "")));
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${name}`);
    // A panel that can have the focus is scrolled by keys.
    panel.tabIndex = 0;
  }
  byId("tabs").addEventListener("keydown", (event) => walk(/** @type {KeyboardEvent} */ (event)));
  const menu = /** @type {HTMLElement} */ (byId("menu"));
  menu.addEventListener("click", ({ target }) => {
    const button = target instanceof Element ? target.closest("button") : null;
    if (!button) return;
    menu.hidePopover();
    if (button.dataset.opens) openTab(button.dataset.opens);
  });
  openTab(PANELS[0]);
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
