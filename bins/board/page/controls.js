// Connects the buttons, fields and keys of the page to the parts that do the work.

import { byId, copy, dialog, input, messageOf, option, select, store, stored, textarea } from "./dom.js";
import { listenToKeys } from "./keys.js";
import { playerOf, textOf } from "./link.js";
import { commentedPly, showComment } from "./moves.js";
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
 * @property {(more?: Partial<Loading>) => Promise<boolean | null>} again begins a game under the same rules
 * @property {(loading: Loading) => Promise<boolean | null>} replace loads a game if the person gives up the
 *     last one
 * @property {() => void} rematch begins the same game again with exchanged sides
 * @property {() => void} review starts a review of the game, or ends the running one
 * @property {() => void} showRules shows how to play the game
 * @property {(file: File) => void} load loads the records of a file
 */

/** @type {(id: string, event: string, action: () => void) => void} */
const on = (id, event, action) => byId(id).addEventListener(event, action);

/** Connects all controls of the page. @param {Parts} parts @param {Actions} actions */
export function startControls(parts, actions) {
  const { game, table, newGame } = parts;
  const { rematch, review, showRules } = actions;
  on("new", "click", () => newGame.open());
  on("another", "click", () => newGame.open());
  on("rematch", "click", rematch);
  on("endreview", "click", review);
  on("review", "click", review);
  on("link", "click", async () => {
    await copy(location.href);
    say(t("copied"));
  });
  addEventListener("unstored", () => say(t("unstored"), "unstored"));
  wireLook(table);
  wireNavigation(table);
  wireEngine(parts);
  wirePositions(table, actions);
  wirePlayers(parts);
  wireRecords(parts, actions);
  startSounds();
  startTabs((name) => {
    if (name === "rules" && game.game) showRules();
    else hideGuide();
    if (name === "saved") showSaved();
  });
}

/** Connects language, theme and direction of the board. @param {Parts["table"]} table */
function wireLook(table) {
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
  on("flip", "click", () => table.turn());
}

/** Connects the buttons and keys that walk through the moves. @param {Parts["table"]} table */
function wireNavigation(table) {
  const { board, game, navigation } = table;
  on("first", "click", () => navigation.goTo(0));
  on("back", "click", () => navigation.goTo(game.wantedPly() - 1));
  on("forward", "click", () => navigation.goTo(game.wantedPly() + 1));
  on("last", "click", () => navigation.goTo(game.moves.length));
  on("undo", "click", () => table.undo());
  on("redo", "click", () => navigation.toTurn(1));
  listenToKeys({ Escape: () => table.takeBack(), Backspace: () => table.takeBack(), b: () => board.focus() });
}

/**
 * Connects the engine's moves for a person and its analysis. A game with such help does not count in the
 * person's results, and a puzzle counts as wrong.
 * @param {Parts} parts
 */
function wireEngine({ game, table, players, partner, puzzles }) {
  on("go", "click", () => {
    if (table.editor.isOpen) return say(t("settingup"));
    const position = game.known();
    if (position && players[position.side].kind === PERSON) partner.discount();
    puzzles.help();
    table.engine.moveOnce();
  });
  // Some browsers set the box again after a reload.
  input("analyse").checked = false;
  for (const id of ["analyse", "lines"]) {
    on(id, "change", () => {
      if (input("analyse").checked) {
        partner.discount();
        puzzles.help();
      }
      table.analyse(input("analyse").checked);
    });
  }
}

/** Connects the editor and the texts of positions. @param {Parts["table"]} table @param {Actions} actions */
function wirePositions(table, { again }) {
  on("place", "click", () => again({ setup: textarea("position").value.trim() }));
  on("edit", "click", () => table.edit());
  on("start", "click", () => again());
  on("copy", "click", () => copy(textarea("position").value));
  on("named", "change", async () => {
    const setup = select("named").value;
    if (setup && !(await again({ setup }))) select("named").value = "";
  });
}

/** Connects the choice of the players, and seats those of the last visit. @param {Parts} parts */
function wirePlayers({ game, table, players, partner, puzzles, address }) {
  on("seating", "click", () => dialog("players").showModal());
  playerRows(players, () => {
    if (!puzzles.isShown) store("players", players.map(textOf));
    table.engine.isOn = game.ply === game.moves.length;
    table.show();
    partner.observe();
    address.remember();
  });
  table.lesson.seated = () => address.remember();
  const [first, second] = stored("players", ["", ""]);
  assign(players, [playerOf(first), playerOf(second)]);
}

/** Connects comments, and the files of records. @param {Parts} parts @param {Actions} actions */
function wireRecords({ game, table, players, server }, { replace, load }) {
  on("note", "input", () => table.drawings.comment(commentedPly(), textarea("note").value.trim()));
  on("note", "blur", () => showComment(game, false));
  on("save", "click", () =>
    save(server, game, players, table.clocks).catch((error) => say(messageOf(error))),
  );
  on("load", "change", () => {
    const file = input("load").files?.[0];
    if (file) load(file);
  });
  on("games", "change", () => replace(loadingOf(recordAt(select("games").selectedIndex), game.game)));
}
