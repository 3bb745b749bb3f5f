// Texts of the page in the person's language. Each language has one file of texts by key. Words of the games,
// such as names of steps and variants, have keys too; a word without one is shown as the game wrote it.

import { capital, html, store, stored, words } from "./dom.js";

export const LANGUAGES = { en: "English", de: "Deutsch" };

/** @type {Record<string, string>} */
let texts = {};

/** Tag of the page's language: the chosen one, the browser's first one that the page has, or `en`. */
export const language = () => {
  const wanted = [stored("language", ""), ...navigator.languages.map((tag) => tag.slice(0, 2))];
  return wanted.find((tag) => tag in LANGUAGES) ?? "en";
};

/** Loads the texts, and writes them into the page. */
export async function speak() {
  document.documentElement.lang = language();
  texts = await (await fetch(new URL(`${language()}.json`, import.meta.url))).json();
  for (const element of document.querySelectorAll("[data-text]")) {
    const text = t(/** @type {HTMLElement} */ (element).dataset.text ?? "");
    if (!element.matches("label")) element.textContent = text;
    // The label of a box follows it. Other fields follow their labels.
    else if (element.querySelector("[type=checkbox]")) element.append(" ", html("span", {}, text));
    else element.prepend(html("span", {}, text), " ");
  }
  for (const element of document.querySelectorAll("[data-label]")) {
    const label = t(/** @type {HTMLElement} */ (element).dataset.label ?? "");
    element.setAttribute("aria-label", label);
    if (element.matches("button")) element.setAttribute("title", label);
  }
}

/** @param {string} tag */
export function setLanguage(tag) {
  store("language", tag);
  location.reload();
}

/**
 * Returns a text with its fields in braces replaced; the key itself if there is none. If the field `count` is
 * 1, the text whose key ends with `.one` is preferred.
 * @param {string} key
 * @param {Record<string, string | number>} [fields]
 */
export function t(key, fields = {}) {
  const text = (fields.count === 1 ? texts[`${key}.one`] : undefined) ?? texts[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(fields[name] ?? whole));
}

/**
 * Returns the text of the first of several keys that has one, or null.
 * @param {string[]} keys
 * @param {Record<string, string | number>} [fields]
 */
export function first(keys, fields) {
  const known = keys.find((key) => key in texts);
  return known === undefined ? null : t(known, fields);
}

/**
 * Returns a word of a game in the page's language, or else as the game wrote it, without underscores.
 * @param {string} kind such as `step` or `variant`
 * @param {string} name
 */
export const word = (kind, name) => first([`${kind}.${name}`]) ?? words(name);

/**
 * Returns a text of a game, such as what stands on a piece, in the page's language if it has it.
 * @param {string} kind `mark` or `token`
 * @param {string} text
 */
export const phrase = (kind, text) => first([`${kind}.${text}`]) ?? text;

/**
 * Returns a sentence about a variant, in the page's language if it has one.
 * @param {string} game
 * @param {string} variant
 * @param {string} [summary] the sentence of the game
 */
export const summaryOf = (game, variant, summary = "") =>
  first([`rule.${game}.${variant}`, `rule.${variant}`]) ?? summary;

/**
 * Returns the rule of a role in the page's language, if it has it.
 * @param {{ name: string, rule: string }} role
 */
export const ruleOf = ({ name, rule }) => first([`role.${name}`]) ?? rule;

/**
 * Returns a choice for a part of a position, such as the state of a power, in the page's language.
 * @param {string} part
 * @param {string} choice
 */
export const choiceOf = (part, choice) => first([`part.${part}.${choice}`]) ?? choice;

/** A part of a position and its choice, in a note about a player. */
const NOTED = /([^:; ][^:;]*): ([^;]+)/g;

/**
 * Returns a note about a player, such as `Coins left: 2` or `4 discs`, in the page's language.
 * @param {string} note
 */
export function noteOf(note) {
  const counted = note.replace(/^(\d+) (\D+)$/, (_, count, unit) => `${count} ${word("unit", unit)}`);
  return counted.replace(NOTED, (_, part, choice) => `${word("part", part)}: ${choiceOf(part, choice)}`);
}

/** @param {Scene} scene @param {number} side */
export const sideName = ({ seats }, side) => capital(word("side", seats[side].name));
