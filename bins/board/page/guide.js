// How to play the game, in words and pictures, and the rules of the players' roles.

import { Board } from "./board.js";
import { byId, capital, html, messageOf } from "./dom.js";
import { language, ruleOf, sideName, t, word } from "./texts.js";

/** A comment in the text that stands for a picture: `moves` or `position`, its value, and a caption. */
const PICTURE = /^<!-- (moves|position): (.*?) ?\| (.*) -->$/;

/** Number of the last call that showed or hid the guide. Texts for earlier calls are dropped. */
let calls = 0;

/**
 * Shows the variant and the roles, and how to play the game, in a text from the server.
 * @param {import("./game.js").Game} game
 * @param {import("./server.js").Server} server
 * @param {string} summary the variant in a sentence
 */
export async function showGuide(game, server, summary) {
  const position = game.known();
  if (!position) return;
  const number = ++calls;
  const roles = position.scene.seats.flatMap(({ role }, side) => {
    if (!role) return [];
    const name = `${sideName(position.scene, side)}, ${capital(word("choice", role.name))}: `;
    return [html("b", {}, name), ruleOf(role), html("br")];
  });
  byId("roles").replaceChildren(
    html("b", {}, capital(word("variant", position.variant))),
    summary ? `: ${summary}` : "",
    html("br"),
    ...roles,
  );
  const place = { game: game.game, variant: null, options: [], setup: null, moves: [] };
  const failed = (/** @type {unknown} */ error) => ({ text: messageOf(error), variant: null });
  const { text, variant } = await server.howToPlay(place, language()).catch(failed);
  if (number !== calls) return;
  const lines = text.split("\n").filter(Boolean);
  byId("guide").replaceChildren(
    html("h2", {}, t("howtoplay")),
    ...lines.map((line) => part(line, { ...place, variant }, server)),
  );
}

export function hideGuide() {
  calls += 1;
  byId("guide").replaceChildren();
}

/**
 * Converts a line of the text to an element. A picture is empty until the server has sent its position.
 * @param {string} line
 * @param {Setting} place
 * @param {import("./server.js").Server} server
 */
function part(line, place, server) {
  const [, kind, text, caption] = PICTURE.exec(line) ?? [];
  if (kind) {
    const picture = html("div", { inert: true });
    const where = kind === "moves" ? { moves: text.split(" ").filter(Boolean) } : { setup: text };
    server.position({ ...place, ...where }).then(
      ({ scene }) => new Board(picture).draw(scene),
      // If the server refuses the position, only the caption is shown.
      () => {},
    );
    return html("figure", {}, picture, html("figcaption", {}, caption));
  }
  const bold = line.split("**").map((words, index) => (index % 2 ? html("b", {}, words) : words));
  return html("p", {}, ...bold);
}
