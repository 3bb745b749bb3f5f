// Starts the page: connects controls, keys, the address and the server to the game.

import { Address } from "./address.js";
import { confirmed } from "./confirm.js";
import { startControls } from "./controls.js";
import { byId, capital, input, messageOf, option, select } from "./dom.js";
import { Game } from "./game.js";
import { showGuide } from "./guide.js";
import { NewGame, rulesText } from "./newgame.js";
import { Partner } from "./partner.js";
import { Puzzles } from "./puzzles.js";
import { listRecords, loadingOf, selectRecord, textIn } from "./records.js";
import { leaveGame, saveGame } from "./saved.js";
import { PERSON, assign, rateLevels } from "./seats.js";
import { Server } from "./server.js";
import { ending, say, showTitle } from "./status.js";
import { Table } from "./table.js";
import { isOpen, openTab } from "./tabs.js";
import { speak, summaryOf, t } from "./texts.js";
import { setMarks } from "./values.js";

await speak();

const server = new Server();
const game = new Game(server);
/** @type {Player[]} */
const players = [
  { kind: PERSON, level: 6 },
  { kind: "engine", level: 6 },
];
const table = new Table(server, game, players, {
  setUp: (text) => void again({ setup: text }),
  helped: () => partner.discount(),
  hintOfPuzzle: () => puzzles.hint(),
  fell: () => recordGame(),
});
const partner = new Partner(table, (side, level) =>
  again({ players: players.map((_, index) => ({ kind: index === side ? "engine" : PERSON, level })) }),
);
let games = /** @type {GameListing[]} */ ([]);
/** Name of the program, for the title. */
let program = "";

/** Whether Back leads from the next loaded game to the one that it replaces. */
let isStep = false;
/** The game that is being loaded, or null. @type {Loading | null} */
let wanted = null;

/**
 * Loads a game, and ends a puzzle. Resolves to true if the game is loaded, and to null if another one was
 * chosen meanwhile. If the server refuses the game, shows the reason and resolves to false. The game on the
 * board then stays, but its result does not count.
 * @param {Loading} loading
 * @param {{ isLinked?: boolean }} [source] whether the game comes from the address
 */
async function start(loading, { isLinked = false } = {}) {
  puzzles.leave();
  partner.discount();
  wanted = loading;
  // The game on the board stays until the other one is loaded, without its engine and clocks.
  table.engine.stop();
  table.clocks.press(null);
  try {
    const last = await game.load(loading, () => takeOver(loading, isLinked));
    if (last?.warning) say(last.warning);
    return last && true;
  } catch (error) {
    if (wanted !== loading) return null;
    restore();
    stay();
    say(messageOf(error));
    return false;
  }
}

/**
 * Gives engine, players and clocks to a loaded game, just before it is shown. If another game was chosen
 * meanwhile, changes nothing and returns false.
 * @param {Loading} loading
 * @param {boolean} isLinked
 */
function takeOver(loading, isLinked) {
  if (wanted !== loading) return false;
  wanted = null;
  const { moves = [], ply = moves.length, kept } = loading;
  // The engine does not go on with a variation or an unchanged record that the browser has kept.
  const isRecord = kept?.fields.record?.moves.join(" ") === moves.join(" ");
  table.begin(ply === moves.length && !isRecord && !kept?.left.length);
  partner.discount();
  assign(players, loading.players ?? []);
  table.clocks.set(loading.clock ?? table.clocks.full);
  isStep = !isLinked;
  return true;
}

/**
 * Resolves to whether the current game may be replaced. If it has unsaved changes, asks the person. After a
 * refusal, shows the game's own record and address again.
 */
async function mayReplace() {
  const { length } = game.moves;
  const last = game.known(length);
  // The browser keeps a finished game by itself, without annotations.
  const isOver = last && (last.over || table.clocks.hasLost(last.side));
  if (!game.isChanged || !length || (isOver && !game.isAnnotated)) return true;
  const goesOn = await confirmed(t("lose", { count: length }));
  if (!goesOn) restore();
  return goesOn;
}

/** @param {Loading} loading */
async function replace(loading) {
  puzzles.resume();
  return (await mayReplace()) && start(loading);
}

/** Stops the clocks, and takes a snapshot of the game. Returns a function that brings the game back. */
function setAside() {
  table.clocks.press(null);
  const [snapshot, clock, begin, count] = [game.snapshot(), table.clocks.text, table.hold(), partner.hold()];
  const seats = players.map((player) => ({ ...player }));
  return () => {
    wanted = null;
    // The browser's history already has this game.
    isStep = false;
    begin();
    count();
    assign(players, seats);
    table.clocks.set(clock);
    game.resume(snapshot);
  };
}

const puzzles = new Puzzles(table, { setAside, start });
const address = new Address({ game, players, puzzles, table });

/** @param {Partial<Loading>} [more] */
function again(more = {}) {
  puzzles.resume();
  return replace({ game: game.game, variant: game.variant, options: game.options, ...more });
}

const newGame = new NewGame(table, {
  games: () => games,
  begin: (loading) => {
    puzzles.resume();
    // Under the same rules, the new game begins from the position that was set up.
    const isSame = rulesText(loading, games) === rulesText(game, games);
    return replace({ ...loading, setup: isSame ? game.setup : null });
  },
  drop: () => wanted && game.game && stay(),
  analyse: () => {
    openTab("analysis");
    if (!input("analyse").checked) input("analyse").click();
  },
});

/** Begins the same game again with exchanged sides; after a puzzle, the game that the puzzle has replaced. */
function rematch() {
  puzzles.resume();
  const [one, other] = players.map((player) => ({ ...player }));
  return again({ setup: game.setup, players: [other, one] });
}

/** Lists the records of a file, and loads the first if the game may be replaced. @param {File} file */
async function load(file) {
  const text = textIn(file);
  input("load").value = "";
  try {
    const { records, problems } = await server.readRecords(await text);
    if (records.length) puzzles.resume();
    if (records.length && (await mayReplace())) {
      listRecords(records);
      openTab("record");
      await start(loadingOf(records[0], game.game));
    }
    if (!records.length || problems.length) say(problems.join("; ") || t("nogames"));
  } catch (error) {
    say(messageOf(error));
  }
}

function review() {
  if (table.editor.isOpen) return say(t("settingup"));
  openTab("analysis");
  table.engine.toggleReview();
  address.remember();
}

/** Shows how to play the game, and its variant in a sentence. */
function showRules() {
  const variant = game.known()?.variant ?? "";
  const listing = games.find(({ name }) => name === game.game);
  const listed = listing?.variants.find(({ name }) => name === variant);
  showGuide(game, server, summaryOf(game.game, variant, listed?.summary));
}

/** Counts the result of a finished game, and saves the game in the browser. */
function recordGame() {
  const position = game.known();
  partner.observe();
  // Nothing is saved during a review, or while a puzzle, a record, an earlier ply or a variation is shown.
  if (!position || puzzles.isShown || table.engine.isReviewing || !game.isGoingOn) return;
  saveGame(position.variant, ending(game.game, position, table.clocks.fallen) ?? "", position.scene);
}

/** Shows record and address of the game on the board again, after another one was refused. */
function restore() {
  if (!game.game) return;
  selectRecord(game.record);
  address.remember();
}

/** Lets the game on the board go on. Drops one that is being loaded. */
function stay() {
  wanted = null;
  if (!table.editor.isOpen) table.show();
}

/** Shows what stays until another game is loaded. @param {Position} position */
function showLoaded(position) {
  leaveGame();
  const named = position.named.map(([name, text]) => option(text, name));
  select("named").replaceChildren(option("", t("named")), ...named);
  select("named").hidden = !named.length;
  selectRecord(game.record);
  if (isOpen("rules")) showRules();
  puzzles.showRating();
  rateLevels(position.ratings);
}

game.addEventListener("change", (event) => {
  const { detail } = /** @type {CustomEvent<string>} */ (event);
  const position = game.known();
  if (!position) return;
  document.body.classList.remove("waiting");
  if (detail === "game") showLoaded(position);
  if (detail === "annotation") table.showMoves();
  else table.showGame();
  // Back leads to a person's last turn. From the engine's turns, the engine would move at once.
  const mover = game.sideAt(game.ply - 1);
  const isPersons = mover !== undefined && players[mover].kind === PERSON;
  address.remember(detail === "game" ? isStep : detail === "move" && isPersons);
  recordGame();
  if (detail === "move") puzzles.judge();
  showTitle(position, program);
  // The moves of a link or a record are listed at once. Their sides follow with the positions.
  if ((detail === "game" || detail === "line") && game.moves.length) {
    game.learnSides().then(
      () => table.showMoves(),
      // Without an answer, the moves stay without sides.
      () => {},
    );
  }
});

startControls(
  { game, table, players, partner, server, puzzles, address, newGame },
  { again, replace, rematch, review, showRules, load },
);

// If another address replaces the game, Back leads to its moves but not to its annotations, so the page asks.
addEventListener("hashchange", async () => {
  const [link, { hash }] = [address.other, location];
  // Back and Forward may lead to the game on the board before another one is loaded.
  if (!link && wanted && game.game) stay();
  if (!link) return;
  puzzles.resume();
  // A game that comes back after a puzzle has written its address. This entry of the browser's history must
  // keep the address of the link.
  address.write(hash);
  if (!game.isAnnotated || (await mayReplace())) await start(link, { isLinked: true });
});

server.addEventListener("open", async (event) => {
  const { detail } = /** @type {CustomEvent<Hello>} */ (event);
  games = detail.games;
  program = detail.program;
  setMarks(detail);
  table.engine.hasTree = detail.tree;
  byId("online").textContent = "";
  // After a lost connection, the game continues.
  if (game.game) return table.show();
  byId("title").textContent = capital(program);
  if (detail.file) listRecords(detail.file.records);
  const record = detail.file?.records[0];
  const loading = address.first(detail) ?? (record && loadingOf(record, games[0].name));
  if (loading && (await start(loading, { isLinked: true })) !== false) return;
  const complaint = byId("status").textContent ?? "";
  await start({ game: games[0].name, options: detail.rules }, { isLinked: true });
  if (loading) say(complaint);
});
server.addEventListener("lost", (event) => {
  byId("online").textContent = /** @type {CustomEvent<string>} */ (event).detail;
});
// An engine in the page lists the variants of a game only after it has loaded the game.
server.addEventListener("games", (event) => {
  games = /** @type {CustomEvent<GameListing[]>} */ (event).detail;
});
