// Starts the page: connects controls, keys, the address and the server to the game.

import { confirmed } from "./confirm.js";
import { byId, copy, input, messageOf, numberIn, select, store, stored, textarea } from "./dom.js";
import { Game } from "./game.js";
import { listenToKeys } from "./keys.js";
import { fromHash, toHash } from "./link.js";
import { Partner } from "./partner.js";
import { Puzzles } from "./puzzles.js";
import { loadingOf, offer, recordAt, save, showLoaded } from "./records.js";
import { showNamed, showRules } from "./rules.js";
import { PERSON, playerRows } from "./seats.js";
import { Server } from "./server.js";
import { Table } from "./table.js";
import { setMarks } from "./values.js";

const server = new Server();
const game = new Game(server);
/** @type {Player[]} */
const players = [
  { kind: PERSON, level: 6 },
  { kind: "engine", level: 6, ...stored("opponent", {}) },
];
const table = new Table(server, game, players, (text) => void again({ setup: text }));
const partner = new Partner({
  game,
  players,
  clocks: table.clocks,
  isHelped: () => table.engine.isAnalysing,
  play: async (side, level) => {
    if (!(await mayReplace())) return;
    Object.assign(players[side], { kind: "engine", level });
    showPlayers();
    await start({ game: game.game, variant: game.variant, options: game.options });
  },
});
// A game also ends when a clock has run out.
setInterval(() => table.clocks.fallen !== undefined && partner.observe(), 200);
/** @type {GameListing[]} */
let games = [];

// Loading a game.

/**
 * Loads a game. If this fails, shows the reason and returns false; nothing else changes.
 * @param {Loading} loading
 */
async function start(loading) {
  puzzles.leave();
  partner.discount();
  table.begin(!loading.moves?.length);
  table.clocks.set(input("clockon").checked, numberIn("minutes", 5), numberIn("increment", 0));
  try {
    const warning = await game.load(loading);
    if (warning) table.complain(warning);
    return true;
  } catch (error) {
    restore();
    table.complain(messageOf(error));
    return false;
  }
}

/** Resolves to whether the current game may be replaced. Asks the person if it has unsaved changes. */
async function mayReplace() {
  const { length } = game.moves;
  if (!game.isChanged || !length) return true;
  const lost = length === 1 ? "The move of this game is" : `The ${length} moves of this game are`;
  const goesOn = await confirmed(`${lost} not saved. Begin another one?`, "Begin another game");
  if (!goesOn) restore();
  return goesOn;
}

/** @param {Loading} loading */
const replace = async (loading) => (await mayReplace()) && start(loading);

const puzzles = new Puzzles({ game, server, players, mayReplace, start });

/** @param {Partial<Loading>} [more] */
const again = (more = {}) =>
  replace({ game: game.game, variant: game.variant, options: game.options, ...more });

const newGame = () => again({ setup: game.setup });

/** Sets the fields for rules and clocks to those of the loaded game. */
function restore() {
  if (!game.game) return;
  showRules(game, games, again);
  showLoaded(game.record);
  const { isOn, minutes, increment } = table.clocks;
  input("clockon").checked = isOn;
  input("minutes").value = String(minutes);
  input("increment").value = String(increment / 1000);
  if (location.hash !== toHash(game)) history.replaceState(null, "", toHash(game));
}

game.addEventListener("change", (event) => {
  const { detail } = /** @type {CustomEvent<string>} */ (event);
  const position = game.known();
  if (!position) return;
  document.body.classList.remove("waiting");
  if (location.hash !== toHash(game)) history.replaceState(null, "", toHash(game));
  if (detail === "game") {
    showRules(game, games, again);
    showNamed(position.named);
  }
  if (detail === "annotation") table.showGame();
  else table.show();
  partner.observe();
  if (detail === "move") puzzles.played();
  textarea("position").value = position.text;
  byId("opening").textContent = position.opening && `Opening: ${position.opening}`;
  byId("opening").toggleAttribute("hidden", !position.opening);
  document.title = `${position.variant} – Plywright`;
  // The moves of a link or a record are listed at once. Their sides follow when the server has sent the
  // positions.
  if ((detail === "game" || detail === "line") && game.moves.length) {
    game.sides().then(
      () => table.showGame(),
      // If the server does not answer, the moves stay without sides.
      () => {},
    );
  }
});

// Controls.

/** @type {(id: string, event: string, action: () => void) => void} */
const on = (id, event, action) => byId(id).addEventListener(event, action);

on("game", "change", () => replace({ game: select("game").value }));
on("variant", "change", () => replace({ game: game.game, variant: select("variant").value }));
on("further", "change", () => {
  const variant = input("further").value.trim();
  if (variant) replace({ game: game.game, variant });
});
on("new", "click", newGame);
on("link", "click", async () => {
  await copy(location.href);
  byId("link").textContent = "Copied";
  setTimeout(() => (byId("link").textContent = "Copy link"), 1200);
});
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
  const position = game.known();
  if (position && players[position.side].kind === PERSON) partner.discount();
  table.engine.moveOnce();
});
on("clockon", "change", newGame);
for (const id of ["minutes", "increment"]) on(id, "change", () => input("clockon").checked && newGame());
for (const id of ["analyse", "lines"]) {
  on(id, "change", () => {
    if (input("analyse").checked) partner.discount();
    table.analyse(input("analyse").checked);
  });
}
on("review", "click", () => table.engine.review());
on("note", "change", () => table.comment(input("note").value.trim()));
on("place", "click", () => again({ setup: textarea("position").value.trim() }));
on("edit", "click", () => table.edit());
on("start", "click", () => again());
on("copy", "click", () => copy(textarea("position").value));
on("named", "change", async () => {
  const setup = select("named").value;
  if (setup && !(await again({ setup }))) select("named").value = "";
});

/** Shows the fields in which a person chooses who plays each side. */
function showPlayers() {
  playerRows(players, () => {
    store("opponent", players[1]);
    table.engine.isOn = game.ply === game.moves.length;
    table.show();
    partner.observe();
  });
}

showPlayers();

on("save", "click", () =>
  save(server, game, players, table.clocks.fallen).catch((error) => table.complain(messageOf(error))),
);
on("load", "change", async () => {
  const file = input("load").files?.[0];
  if (!file) return;
  const text = file.text();
  input("load").value = "";
  try {
    const { records, problems } = await server.readRecords(await text);
    if (records.length && (await mayReplace())) {
      offer(records);
      await start(loadingOf(records[0], game.game));
    }
    if (problems.length) table.complain(problems.join("; "));
  } catch (error) {
    table.complain(messageOf(error));
  }
});
on("games", "change", () => replace(loadingOf(recordAt(select("games").selectedIndex), game.game)));

listenToKeys(
  {
    ArrowLeft: () => table.navigation.goTo(game.ply - 1),
    ArrowRight: () => table.navigation.goTo(game.ply + 1),
    Home: () => table.navigation.goTo(0),
    End: () => table.navigation.goTo(game.moves.length),
    Escape: () => table.takeBack(),
    Backspace: () => table.takeBack(),
  },
  {
    a: () => input("analyse").click(),
    b: () => table.focusBoard(),
    e: () => table.edit(),
    f: () => table.turn(),
    n: newGame,
    r: () => table.navigation.undo(1),
    u: () => table.undo(),
  },
);

addEventListener("hashchange", () => {
  const link = fromHash(location.hash);
  if (link && toHash(game) !== location.hash) replace(link);
});

// The connection. After the server has restarted, the game continues.

server.addEventListener("open", async (event) => {
  const { detail } = /** @type {CustomEvent<Hello>} */ (event);
  games = detail.games;
  setMarks(detail);
  table.engine.hasTree = detail.tree;
  byId("online").textContent = "";
  if (game.game) return table.show();
  if (detail.file) offer(detail.file.records);
  const first = detail.file?.records[0];
  const link = fromHash(location.hash) ?? (first && loadingOf(first, games[0].name));
  if (link && (await start(link))) return;
  const complaint = byId("status").textContent ?? "";
  await start({ game: games[0].name, options: detail.rules });
  if (link) table.complain(complaint);
});
server.addEventListener("lost", (event) => {
  byId("online").textContent = /** @type {CustomEvent<string>} */ (event).detail;
});
// An engine in the page lists the variants of a game only after it has loaded the game.
server.addEventListener("games", (event) => {
  games = /** @type {CustomEvent<GameListing[]>} */ (event).detail;
});
