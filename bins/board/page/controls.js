// Connects buttons, fields and keys to what they do.

import { byId, copy, dialog, input, messageOf, option, select, store, stored, textarea } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { playerOf, textOf } from "./link.js";
import { loadingOf, recordAt, save } from "./records.js";
import { showSaved } from "./saved.js";
import { hideGuide } from "./guide.js";
import { PERSON, assign, playerRows } from "./seats.js";
import { startSounds } from "./sounds.js";
import { say } from "./status.js";
import { startTabs } from "./tabs.js";
import { LANGUAGES, language, setLanguage, t } from "./texts.js";

/**
 * @typedef {object} Parts
 * @property {import("./game.js").Game} game
 * @property {import("./table.js").Table} table
 * @property {Player[]} players
 * @property {import("./partner.js").Partner} partner
 * @property {import("./server.js").Server} server
 * @property {import("./puzzles.js").Puzzles} puzzles
 * @property {import("./address.js").Address} address
 * @property {import("./newgame.js").NewGame} newGame
 *
 * @typedef {object} Actions
 * @property {(more?: Partial<Loading>) => Promise<boolean>} again begins a game under the same rules
 * @property {(loading: Loading) => Promise<boolean>} replace
 * @property {() => void} rematch
 * @property {() => void} review
 * @property {() => void} showRules
 * @property {(file: File) => void} load
 */

/** @type {(id: string, event: string, action: () => void) => void} */
const on = (id, event, action) => byId(id).addEventListener(event, action);

/**
 * @param {Parts} parts
 * @param {Actions} actions
 */
export function startControls(parts, { again, replace, rematch, review, showRules, load }) {
  const { game, table, players, partner, server, puzzles, address, newGame } = parts;
  on("new", "click", () => newGame.open());
  on("another", "click", () => newGame.open());
  on("rematch", "click", rematch);
  on("endreview", "click", review);
  on("seating", "click", () => dialog("players").showModal());
  on("link", "click", async () => {
    await copy(location.href);
    say(t("copied"));
  });
  byId("language").replaceChildren(...Object.entries(LANGUAGES).map(([tag, label]) => option(tag, label)));
  select("language").value = language();
  on("language", "change", () => setLanguage(select("language").value));
  on("theme", "click", () => {
    const { dataset } = document.documentElement;
    const isDark = dataset.theme
      ? dataset.theme === "dark"
      : matchMedia("(prefers-color-scheme: dark)").matches;
    dataset.theme = isDark ? "light" : "dark";
    store("theme", dataset.theme);
  });
  on("first", "click", () => table.navigation.goTo(0));
  on("back", "click", () => table.navigation.goTo(game.ply - 1));
  on("forward", "click", () => table.navigation.goTo(game.ply + 1));
  on("last", "click", () => table.navigation.goTo(game.moves.length));
  on("undo", "click", () => table.undo());
  on("redo", "click", () => table.navigation.undo(1));
  on("flip", "click", () => table.turn());
  on("go", "click", () => {
    if (table.editor.isOpen) return say(t("settingup"));
    const position = game.known();
    if (position && players[position.side].kind === PERSON) partner.discount();
    table.engine.moveOnce();
  });
  for (const id of ["analyse", "lines"]) {
    on(id, "change", () => {
      if (input("analyse").checked) partner.discount();
      table.analyse(input("analyse").checked);
    });
  }
  on("review", "click", review);
  on("note", "input", () => table.drawings.comment(textarea("note").value.trim()));
  on("place", "click", () => again({ setup: textarea("position").value.trim() }));
  on("edit", "click", () => table.edit());
  on("start", "click", () => again());
  on("copy", "click", () => copy(textarea("position").value));
  on("named", "change", async () => {
    const setup = select("named").value;
    if (setup && !(await again({ setup }))) select("named").value = "";
  });

  startSounds();
  startTabs((name) => {
    if (name === "rules" && game.game) showRules();
    else hideGuide();
    if (name === "saved") showSaved();
  });
  playerRows(players, () => {
    if (!puzzles.isShown) store("players", players.map(textOf));
    table.engine.isOn = game.ply === game.moves.length;
    table.show();
    partner.observe();
    address.remember(false);
  });
  const seated = Object(stored("players", []));
  assign(players, [playerOf(seated[0]), playerOf(seated[1])]);

  on("save", "click", () =>
    save(server, game, players, table.clocks.fallen).catch((error) => say(messageOf(error))),
  );
  on("load", "change", () => {
    const file = input("load").files?.[0];
    if (file) load(file);
  });
  on("games", "change", () => replace(loadingOf(recordAt(select("games").selectedIndex), game.game)));

  listenToKeys({
    Escape: () => table.takeBack(),
    Backspace: () => table.takeBack(),
    b: () => table.board.focus(),
  });
}
