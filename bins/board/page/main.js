// Puts the page together: controls, keys, the address, and the connection.

import { byId, copy, html, numberIn, store, stored } from "./dom.js";
import { Server } from "./server.js";
import { Game } from "./game.js";
import { Table } from "./table.js";
import { playerRows } from "./seats.js";
import { download, fromRecord } from "./moves.js";
import { setMarks } from "./analysis.js";
import { fromHash, toHash } from "./link.js";

const server = new Server();
const game = new Game(server);
const players = [{ kind: "person", level: 6 }, { kind: "engine", level: 6, ...stored("opponent", {}) }];
const table = new Table(server, game, players, (text) => again({ setup: text }));
let games = [];
let records = [];

// What can be played.

function showGames() {
  byId("game").replaceChildren(...games.map(({ name }) => html("option", { value: name }, name)));
  byId("game").value = game.game;
  const entry = games.find(({ name }) => name === game.game);
  const position = game.known();
  const variant = position?.variant ?? game.variant ?? "";
  const listed = (entry?.variants ?? []).map(({ name, summary }) => html("option", { value: name, title: summary }, name));
  if (variant && !listed.some(({ value }) => value === variant)) listed.push(html("option", { value: variant }, variant));
  byId("variant").replaceChildren(...listed);
  byId("variant").value = variant;
  byId("variantlabel").hidden = listed.length < 2 && !entry?.further;
  byId("further").hidden = !entry?.further;
  byId("further").value = "";
  byId("further").placeholder = entry?.further?.name ?? "";
  const known = entry?.variants.find(({ name }) => name === variant) ?? entry?.further;
  byId("summary").textContent = known?.summary ?? "";
  if (position) showOptions(position.options);
}

function showOptions(options) {
  byId("options").replaceChildren(...options.map((option) => {
    const value = game.options[option.name] ?? option.default;
    const id = `option-${option.name.replaceAll(" ", "-")}`;
    let input;
    if (option.kind === "check") {
      input = html("input", { id, type: "checkbox" });
      input.checked = value === "true";
    } else if (option.kind === "spin") {
      input = html("input", { id, type: "number", min: option.min, max: option.max });
      input.value = value;
    } else {
      input = html("select", { id }, ...option.choices.map((choice) => html("option", { value: choice }, choice)));
      input.value = value;
    }
    input.addEventListener("change", () => {
      const chosen = option.kind === "check" ? String(input.checked) : input.value;
      start({ game: game.game, variant: game.variant, options: { ...game.options, [option.name]: chosen } });
    });
    return html("label", {}, input, ` ${option.name}`);
  }));
}

/** Begins what is described and returns whether that could be done; why not is told, and everything stays. */
async function start(what) {
  table.begin(!(what.moves?.length));
  table.setClocks(byId("clockon").checked, numberIn("minutes", 5), numberIn("increment", 0));
  try {
    const warning = await game.load(what);
    if (warning) table.complain(warning);
    return true;
  } catch (error) {
    table.complain(error.message);
    showGames();
    return false;
  }
}

const again = (more = {}) => start({ game: game.game, variant: game.variant, options: game.options, ...more });

const newGame = () => again({ setup: game.setup });

game.addEventListener("change", ({ detail }) => {
  document.body.classList.remove("waiting");
  const hash = toHash(game);
  if (location.hash !== hash) history.replaceState(null, "", hash);
  if (detail === "game") {
    showGames();
    const named = game.known().named;
    byId("named").hidden = !named.length;
    byId("named").replaceChildren(html("option", { value: "" }, "named …"), ...named.map(([name, text]) => html("option", { value: text }, name)));
  }
  if (detail === "value" || detail === "comment") table.showGame();
  else table.show();
  byId("position").value = game.known()?.text ?? "";
  document.title = `${game.known()?.variant ?? game.game} – Plywright`;
  // A link or a record shows its moves at once; whose they were is asked for behind them.
  if (detail === "game" && game.moves.length) game.sides().then(() => table.showGame()).catch(() => {});
});

// Controls.

const on = (id, event, action) => byId(id).addEventListener(event, action);

on("game", "change", () => start({ game: byId("game").value }));
for (const id of ["variant", "further"]) on(id, "change", () => byId(id).value.trim() && start({ game: game.game, variant: byId(id).value.trim() }));
on("new", "click", newGame);
on("link", "click", async () => {
  await copy(location.href);
  byId("link").textContent = "Copied";
  setTimeout(() => { byId("link").textContent = "Copy link"; }, 1200);
});
on("theme", "click", () => {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("theme", root.dataset.theme); } catch { /* storage may be closed to us */ }
});
on("first", "click", () => table.goTo(0));
on("back", "click", () => table.goTo(game.ply - 1));
on("forward", "click", () => table.goTo(game.ply + 1));
on("last", "click", () => table.goTo(game.moves.length));
on("undo", "click", () => table.undo());
on("redo", "click", () => table.redo());
on("flip", "click", () => table.turn());
on("go", "click", () => table.engineMove());
on("clockon", "change", newGame);
on("minutes", "change", () => byId("clockon").checked && newGame());
on("increment", "change", () => byId("clockon").checked && newGame());
on("analyse", "change", () => { table.analysis = byId("analyse").checked; });
on("lines", "change", () => { table.analysis = byId("analyse").checked; });
on("review", "click", () => table.review());
on("note", "change", () => game.comment(byId("note").value.trim()));
on("place", "click", () => again({ setup: byId("position").value.trim() }));
on("edit", "click", () => table.edit());
on("start", "click", () => again());
on("copy", "click", () => copy(byId("position").value));
on("named", "change", () => byId("named").value && again({ setup: byId("named").value }));

function playersChanged() {
  store("opponent", players[1]);
  table.engineOn = game.ply === game.moves.length;
  table.show();
}
playerRows(players, playersChanged);

on("save", "click", async () => {
  try {
    const over = game.known(game.moves.length)?.over;
    const sides = await game.sides();
    const comments = game.moves.map((_, ply) => game.comments.get(ply + 1) ?? "");
    const names = players.map((player, side) => game.names[side] || (player.kind === "person" ? "Person" : `Plywright level ${player.level}`));
    const result = table.fallen !== undefined ? 1 - table.fallen : over ? over.winner ?? 2 : null;
    const date = new Date().toISOString().slice(0, 10).replaceAll("-", ".");
    const { text } = await server.ask({ type: "write_record", record: { place: game.place(game.moves.length), players: names, sides, comments, result, date } });
    download(`${game.game}.pgn`, text);
  } catch (error) {
    table.complain(error.message);
  }
});
/** Lists the games of a file. */
function offer(found) {
  records = found;
  byId("games").hidden = records.length < 2;
  byId("games").replaceChildren(...records.map(({ players, result }, index) => html("option", { value: index }, `${index + 1}: ${players.join(" – ")} ${result}`)));
}
on("load", "change", async () => {
  const file = byId("load").files[0];
  byId("load").value = "";
  if (!file) return;
  try {
    const answer = await server.ask({ type: "read_records", text: await file.text() });
    offer(answer.records);
    if (records.length) await start(fromRecord(records[0], game.game));
    if (answer.problems.length) table.complain(answer.problems.join("; "));
  } catch (error) {
    table.complain(error.message);
  }
});
on("games", "change", () => start(fromRecord(records[Number(byId("games").value)], game.game)));

addEventListener("keydown", (event) => {
  if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
  const action = {
    ArrowLeft: () => table.goTo(game.ply - 1), ArrowRight: () => table.goTo(game.ply + 1), Home: () => table.goTo(0), End: () => table.goTo(game.moves.length),
    Escape: () => table.takeBack(), Backspace: () => table.takeBack(), u: () => table.undo(), r: () => table.redo(), n: newGame, e: () => table.edit(), f: () => table.turn(),
    a: () => { byId("analyse").checked = !byId("analyse").checked; table.analysis = byId("analyse").checked; },
  }[event.key];
  if (!action) return;
  event.preventDefault();
  action();
});

addEventListener("hashchange", () => {
  const link = fromHash(location.hash);
  if (link && toHash(game) !== location.hash) start(link);
});

// The connection. After a restart of the server the game goes on where it was.

server.addEventListener("open", async ({ detail }) => {
  games = detail.games;
  setMarks(detail);
  byId("online").textContent = "";
  if (game.game) return table.show();
  if (detail.file) offer(detail.file.records);
  const link = fromHash(location.hash) ?? (detail.file && fromRecord(records[0], games[0].name));
  if (link && await start(link)) return;
  const complaint = byId("status").textContent;
  await start({ game: games[0].name, options: detail.rules });
  if (link) table.complain(complaint);
});
server.addEventListener("lost", () => { byId("online").textContent = "connection lost"; });
