// All texts of the page stand in its language files, and these are complete.

import { expect, test } from "@playwright/test";
import { readFileSync, readdirSync } from "node:fs";

const PAGES = ["../page/", "../../web/page/"].map((folder) => new URL(folder, import.meta.url));
/** Modules that cannot read the language files: two run in a worker, one says why nothing is loaded. */
const APART = ["worker.js", "tables.js", "early.js"];
/** Words that need no translation: names of keys, of tags in records and of the program. */
const NAMES =
  /^(Enter|Escape|Home|End|Backspace|Plywright|Level|Goal|Themes|English|Deutsch|Range|Suspending|GET)$/;
const HTML = [
  "Plywright",
  "PGN",
  "SGF",
  "MIF",
  "This page needs JavaScript.",
  "This page needs a newer browser: Chromium 123, Firefox 125, Safari 17.5 or later.",
];

const read = (/** @type {string} */ name, folder = PAGES[0]) => readFileSync(new URL(name, folder), "utf8");
const [english, german] = ["en.json", "de.json"].map((name) => JSON.parse(read(name)));
const modules = PAGES.flatMap((folder) =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".js") && !APART.includes(name))
    .map((name) => [name, read(name, folder)]),
);
const fields = (/** @type {string} */ text) => text.match(/\{\w+\}/g) ?? [];

test("the languages have the same keys and fields", () => {
  // Games describe their variants and gods in English, so only other languages have texts for these.
  const keys = (texts) => Object.keys(texts).filter((key) => !/^(rule|role)\./.test(key));
  expect(keys(english)).toEqual(keys(german));
  for (const [key, text] of Object.entries(english)) {
    expect(fields(text), key).toEqual(expect.arrayContaining(fields(german[key])));
    expect(text && german[key], key).not.toBe("");
  }
});

test("every key of the page has a text", () => {
  for (const [name, text] of modules) {
    for (const [, key] of text.matchAll(/(?<![\w])t\("([^"]+)"/g)) {
      expect(english, name).toHaveProperty([key]);
    }
  }
  for (const [, key] of read("index.html").matchAll(/data-(?:text|label|tab)="([^"]*)"/g)) {
    expect(english).toHaveProperty([key]);
  }
});

test("no text stands outside the language files", () => {
  const style = read("style.css");
  const isClass = (word) => style.includes(`.${word}`) || /[$-]/.test(word);
  const isWord = (word) => /^\p{L}\p{Ll}{2,}$/u.test(word);
  for (const [name, text] of modules) {
    for (const line of text.split("\n").map((it) => it.trimStart())) {
      const isCode = !/^[/*]/.test(line) && !line.startsWith("import ");
      // Errors for programmers are not translated.
      if (!isCode || line.includes("throw new Error(") || line.includes("import(")) continue;
      const quote = line.includes('"') ? '"' : "`";
      for (const literal of line.split(quote).filter((_, index) => index % 2)) {
        const isCapital =
          /^[A-Z][\p{L} .:,…]*$/u.test(literal) && /[a-z]/.test(literal) && !/^(Arrow|Page)/.test(literal);
        expect(!isCapital || NAMES.test(literal), `${name}: ${literal}`).toBe(true);
        const words = literal.split(" ").filter(isWord);
        const isSentence = words.length > 1 && !words.every(isClass);
        expect(!isSentence || /[.#([=]/.test(literal), `${name}: ${literal}`).toBe(true);
      }
    }
  }
  for (const [, part] of read("index.html").matchAll(/>([^<>]*\p{L}[^<>]*)</gu)) {
    expect(HTML).toContain(part.trim());
  }
});
