// Helpers for elements, short texts, and values that the browser stores.

const SVG = "http://www.w3.org/2000/svg";
/** Begins the keys of stored values, because other pages of the same host store some too. */
const PREFIX = "plywright.";

/**
 * Returns a function that finds an element by its id. Throws an error if there is none of this type.
 * @template {Element} T
 * @param {new () => T} type
 * @returns {(id: string) => T}
 */
const finder = (type) => (id) => {
  const element = document.getElementById(id);
  if (element instanceof type) return element;
  throw new Error(`the page has no ${type.name} named ${id}`);
};

export const byId = finder(Element);
export const button = finder(HTMLButtonElement);
export const dialog = finder(HTMLDialogElement);
export const input = finder(HTMLInputElement);
export const select = finder(HTMLSelectElement);
export const textarea = finder(HTMLTextAreaElement);

/**
 * @typedef {Record<string, string | number | boolean | null | undefined | ((event: any) => void)>} Attributes
 * @typedef {Node | string | null | undefined} Child
 */

/**
 * Sets attributes, adds listeners and appends children. Leaves out missing children, and attributes that are
 * missing or false.
 * @param {Element} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
}

/**
 * Creates an element. A button in a form needs the attribute `type`, because it otherwise submits the form.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes] a function is a listener for the event whose name follows `on`
 * @param {...Child} children
 */
export function html(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  fill(element, attributes, children);
  return element;
}

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS(SVG, name);
  fill(element, attributes, children);
  return element;
}

/** @type {(id: string, label: string, onclick: () => void) => HTMLButtonElement} */
export const action = (id, label, onclick) => html("button", { id, onclick }, label);

/** Creates an entry of a list. @param {string | number} value @param {string} label */
export const option = (value, label) => html("option", { value }, label);

/**
 * Parses SVG text into elements. The text must come from the engine, because it is not checked.
 * @param {string} text
 * @returns {SVGGraphicsElement[]}
 */
export function parsed(text) {
  const holder = svg("g");
  holder.innerHTML = text;
  return /** @type {SVGGraphicsElement[]} */ ([...holder.children]);
}

/**
 * Replaces the children of an element. If one had the focus, the first new element that matches `selector`
 * gets it.
 * @param {Element} parent
 * @param {string} selector
 * @param {(Node | string | null)[]} children
 */
export function refill(parent, selector, children) {
  const hadFocus = parent.contains(document.activeElement);
  parent.replaceChildren(...children.filter((child) => child !== null));
  const next = parent.querySelector(selector);
  if (hadFocus && next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/**
 * Calls a function that replaces elements. If it replaces the element with the focus, the new element with
 * the same id gets the focus.
 * @param {() => void} change
 */
export function keepFocus(change) {
  const id = document.activeElement?.id;
  change();
  if (id && document.activeElement?.id !== id) document.getElementById(id)?.focus();
}

/** @param {Spot[]} spots */
export const polyline = (spots, more = {}) =>
  svg("polyline", { points: spots.map(({ x, y }) => `${x},${y}`).join(" "), ...more });

/**
 * Replaces the underscores of a name by spaces, and separates a version at its end such as `v2`.
 * @param {string} name
 */
export const words = (name) => name.replaceAll("_", " ").replace(/(v\d)$/, " $1");

/** @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/**
 * Returns a stored value, or `fallback` if there is none or it cannot be read.
 * @template T
 * @param {string} key
 * @param {T} fallback
 * @returns {T}
 */
export function stored(key, fallback) {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + key) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * Stores a value; `undefined` removes it. If the browser has no room or does not allow it, sends the event
 * `unstored` to the window and returns false.
 * @param {string} key
 * @param {unknown} value
 */
export function store(key, value) {
  try {
    if (value === undefined) localStorage.removeItem(PREFIX + key);
    else localStorage.setItem(PREFIX + key, JSON.stringify(value));
    return true;
  } catch {
    dispatchEvent(new Event("unstored"));
    return false;
  }
}

/**
 * Sets a check box to the value that is stored under its id, and stores each change of the box.
 * @param {string} id
 * @param {boolean} otherwise value of the box if none is stored
 * @param {() => void} [changed] called after a change
 */
export function storedBox(id, otherwise, changed = () => {}) {
  const box = input(id);
  box.checked = stored(id, otherwise);
  box.onchange = () => {
    store(id, box.checked);
    changed();
  };
}

/**
 * Copies a text to the clipboard. If the browser refuses, copies it in the old way, from a selected field.
 * @param {string} text
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = html("textarea", { readonly: true });
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }
}

/**
 * Returns the number in a field, within its bounds.
 * @param {string} id
 * @param {number} otherwise for an empty field
 */
export function numberIn(id, otherwise) {
  const { value, min, max } = input(id);
  return Math.max(Number(min), Math.min(Number(max), value === "" ? otherwise : Number(value)));
}
