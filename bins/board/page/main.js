// Starts the page: connects controls, keys, the address and the server to the game.

import { Address } from "./address.js";
import { chosenClock } from "./clock.js";
import { confirmed } from "./confirm.js";
import { byId, copy, input, messageOf, select, store, stored, textarea } from "./dom.js";
import { Game } from "./game.js";
import { listenToKeys } from "./keys.js";
import { playerOf, textOf } from "./link.js";
import { Partner } from "./partner.js";
import { Puzzles } from "./puzzles.js";
import { loadingOf, offer, recordAt, save, showLoaded } from "./records.js";
import { showNamed, showRules } from "./rules.js";
import { PERSON, assign, playerRows, rateLevels } from "./seats.js";
import { Server } from "./server.js";
import { Table } from "./table.js";
import { setMarks } from "./values.js";

const server = new Server();
const game = new Game(server);
/** @type {Player[]} */
const players = [
  { kind: PERSON, level: 6 },
  { kind: "engine", level: 6 },
];
const table = new Table(server, game, players, (text) => void again({ setup: text }));
const partner = new Partner({
  game,
  players,
  clocks: table.clocks,
  isHelped: () => table.engine.isAnalysing,
  play: async (side, level) => {
    if (!(await mayReplace())) return;
    const seats = players.map((_, index) => (index === side ? playerOf(`engine ${level}`) : null));
    const { game: name, variant, options } = game;
    await start({ game: name, variant, options, players: seats });
  },
});
// A game also ends when a clock has run out.
setInterval(() => table.clocks.fallen !== undefined && partner.observe(), 200);
/** @type {GameListing[]} */
let games = [];

/** Whether the browser's Back leads from the next loaded game to the one that it replaces. */
let isStep = false;

// Loading a game.

/**
 * Loads a game. If this fails, shows the reason and returns false; nothing else changes.
 * @param {Loading} loading
 * @param {boolean} [isLinked] whether the game comes from the address
 */
async function start(loading, isLinked = false) {
  puzzles.leave();
  partner.discount();
  const { moves = [], ply = moves.length } = loading;
  table.begin(ply === moves.length);
  const before = { seats: players.map((player) => ({ ...player })), clock: table.clocks.now };
  assign(players, loading.players ?? []);
  table.clocks.set(loading.clock ?? chosenClock());
  isStep = !isLinked;
  try {
    const warning = await game.load(loading);
    if (warning) table.complain(warning);
    return true;
  } catch (error) {
    assign(players, before.seats);
    table.clocks.set(before.clock);
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
async function replace(loading) {
  puzzles.resume();
  return (await mayReplace()) && start(loading);
}

/** Takes the game from the board, and returns a function that brings it back. */
function setAside() {
  table.clocks.press(null, false);
  const [whole, clock, isOn] = [game.whole(), table.clocks.text, table.engine.isOn];
  const seats = players.map((player) => ({ ...player }));
  return () => {
    table.begin(isOn);
    assign(players, seats);
    table.clocks.set(clock);
    game.resume(whole);
  };
}

const puzzles = new Puzzles({ game, server, setAside, start });
const address = new Address({ game, players, clocks: table.clocks, isAside: () => puzzles.isShown });

/** @param {Partial<Loading>} [more] */
function again(more = {}) {
  puzzles.resume();
  return replace({ game: game.game, variant: game.variant, options: game.options, ...more });
}

function newGame() {
  puzzles.resume();
  return again({ setup: game.setup });
}

/** Sets the fields for rules and clocks to those of the loaded game. */
function restore() {
  if (!game.game) return;
  showRules(game, games, again);
  showLoaded(game.record);
  table.clocks.showFields();
  address.remember(false);
}

game.addEventListener("change", (event) => {
  const { detail } = /** @type {CustomEvent<string>} */ (event);
  const position = game.known();
  if (!position) return;
  document.body.classList.remove("waiting");
  if (detail === "game") {
    showRules(game, games, again);
    showNamed(position.named);
    table.clocks.showFields();
    rateLevels(position.ratings);
  }
  if (detail === "annotation") table.showGame();
  else table.show();
  // Back leads to a person's last turn. If it led to the engine's turns, the engine would move at once.
  const mover = game.sideAt(game.ply - 1);
  const isPersons = mover !== undefined && players[mover].kind === PERSON;
  address.remember(detail === "game" ? isStep : detail === "move" && isPersons);
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

// The moves that another address replaces stay in the browser's history; annotations would be lost.
addEventListener("hashchange", async () => {
  const link = address.other;
  if (!link) return;
  puzzles.resume();
  if (!game.isAnnotated || (await mayReplace())) await start(link, true);
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
  const loading = address.first(detail) ?? (first && loadingOf(first, games[0].name));
  if (loading && (await start(loading, true))) return;
  const complaint = byId("status").textContent ?? "";
  await start({ game: games[0].name, options: detail.rules }, true);
  if (loading) table.complain(complaint);
});
server.addEventListener("lost", (event) => {
  byId("online").textContent = /** @type {CustomEvent<string>} */ (event).detail;
});
// An engine in the page lists the variants of a game only after it has loaded the game.
server.addEventListener("games", (event) => {
  games = /** @type {CustomEvent<GameListing[]>} */ (event).detail;
});
