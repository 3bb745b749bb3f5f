// Variations in the text of a record: lines of moves in parentheses, with comments in braces.

/** Splits a text into its variations. Those inside another one stay in its text. @param {string} text */
export function partsOf(text) {
  const parts = [];
  let [depth, start, isComment] = [0, 0, false];
  for (let at = 0; at < text.length; at++) {
    const letter = text[at];
    // A comment after a semicolon ends with its line.
    if (letter === ";" && !isComment) at = `${text}\n`.indexOf("\n", at);
    if (letter === "{" || letter === "}") isComment = letter === "{";
    if (isComment) continue;
    if (letter === "(") {
      depth += 1;
      if (depth === 1) start = at;
    } else if (letter === ")") {
      depth -= 1;
      if (depth === 0) parts.push(text.slice(start, at + 1));
    }
  }
  return parts;
}

/** Converts a variation to a record. @param {string} part */
export const recordOf = (part) => `[Result "*"]\n\n${part.slice(1, -1)} *\n`;

/**
 * Returns a variation with this number before its first move. If the variation has another number there, or
 * none, all its numbers are removed: they were made without the rules or without the moves before it.
 * @param {string} part
 * @param {string} number such as `2.` or `2...`; empty if it is unknown
 */
export function numbered(part, number) {
  const [, start, known] = /^(\((?:\{[^}]*\} )?)(?:(\d+\.+) )?/.exec(part) ?? ["", "(", ""];
  if (!number || known === number) return part;
  // Numbers in comments stay.
  const bare = part
    .slice(start.length)
    .replace(/\{[^}]*\}|;.*|(?<![^\s(])\d+\.+ /g, (found) => (/^\d/.test(found) ? "" : found));
  return `${start}${number} ${bare}`;
}

/**
 * Writes the moves after a ply as a variation, followed by the variations of the first of them.
 * @param {import("./line.js").Line} line
 * @param {number} ply
 * @param {string} before comment before the first move
 */
export function written({ moves, annotations }, ply, before) {
  /** @type {(text: string | undefined) => string} */
  const braces = (text) => (text ? `{${text.replace(/[{}]/g, "")}}` : "");
  const [first, ...rest] = moves.slice(ply).map((move, index) => {
    const { comment, note, glyphs, variations } = annotations.get(ply + 1 + index) ?? {};
    return { text: join(move, glyphs, braces(note), braces(comment)), variations };
  });
  const later = rest.flatMap(({ text, variations }) => [text, variations]);
  return join(`(${join(braces(before), first.text, ...later)})`, first.variations);
}

/** @param {(string | undefined)[]} texts */
const join = (...texts) => texts.filter(Boolean).join(" ");
