// The dialogue that begins a game.

import { Board } from "./board.js";
import { chosenClock } from "./clock.js";
import { button, byId, capital, dialog, html, input, keepFocus, messageOf, option, select } from "./dom.js";
import { playerOf, textOf } from "./link.js";
import { PERSON, levelName } from "./seats.js";
import { MAX_LEVEL } from "./strength.js";
import { ruleOf, sideName, summaryOf, t, word } from "./texts.js";

const LEVELS = [0, 3, 6, 9, 12, 15, 18, 21, 24, MAX_LEVEL];
/** Minimum number of choices of a picker: an option such as a role, which stands above the custom rules. */
const MIN_PICKER_CHOICES = 8;
/** Level of both sides when the engine plays against itself. */
const WATCHED_LEVEL = 18;

// Entries of the list of opponents. The others are `person`, and `engine` with a level, such as `engine 6`.
const NOBODY = "nobody";
const WATCH = "watch";
const engineAt = (/** @type {number} */ level) => textOf({ kind: "engine", level });
const DEFAULT_OPPONENT = engineAt(6);

/**
 * @typedef {object} Host
 * @property {() => GameListing[]} games
 * @property {(loading: Loading) => Promise<boolean | null>} begin starts a game, if the person gives up the
 *     last one
 * @property {() => void} drop drops the game that is being loaded
 * @property {() => void} analyse switches the analysis on
 *
 * @typedef {{ game: string, variant: string | null, options: Record<string, string> }} Rules
 */

/** Returns the entry of the list of opponents that means these players. @param {Player[]} players */
function opponentOf(players) {
  const engine = players.find(({ kind }) => kind !== PERSON);
  if (!engine) return PERSON;
  return players.some(({ kind }) => kind === PERSON) ? textOf(engine) : WATCH;
}

/**
 * Returns the players that an entry of the list of opponents means. Two persons keep the levels of `players`.
 * @param {string} opponent
 * @param {number} side the person's side against the engine
 * @param {Player[]} players
 * @returns {Player[]}
 */
function playersFor(opponent, side, players) {
  if (opponent === PERSON || opponent === NOBODY) return players.map((each) => ({ ...each, kind: PERSON }));
  const engine = playerOf(opponent) ?? { kind: "engine", level: WATCHED_LEVEL };
  const person = opponent === WATCH ? engine : { ...engine, kind: PERSON };
  return players.map((_, index) => (index === side ? person : engine));
}

/**
 * Returns the rules of a game as text. Without a variant, they are those of the first one in the list.
 * @param {Pick<Loading, "game" | "variant" | "options">} rules
 * @param {GameListing[]} games
 */
export function rulesText({ game, variant, options = {} }, games) {
  const [standard] = games.find(({ name }) => name === game)?.variants ?? [];
  return JSON.stringify([game, variant ?? standard?.name, options]);
}

export class NewGame {
  /** The chosen rules. @type {Rules} */
  #rules = { game: "", variant: null, options: {} };
  /** Whether a game is being loaded that this dialogue has begun. */
  #isBeginning = false;
  /** Number of the last request for a starting position. Answers to earlier requests are dropped. */
  #requests = 0;
  #table;
  #host;

  /** @param {import("./table.js").Table} table @param {Host} host */
  constructor(table, host) {
    this.#table = table;
    this.#host = host;
    select("game").onchange = () => this.#choose({ game: select("game").value, variant: null, options: {} });
    select("variant").onchange = () => this.#choose({ variant: select("variant").value, options: {} });
    select("against").onchange = () => this.#showSide();
    for (const id of ["minutes", "increment"]) input(id).onchange = () => (input("clockon").checked = true);
    button("begin").onclick = (event) => {
      event.preventDefault();
      this.#begin();
    };
    button("cancel").onclick = () => dialog("newgame").close();
    dialog("newgame").onclose = () => {
      byId("preview").replaceChildren();
      if (this.#isBeginning) host.drop();
    };
  }

  /** Opens the dialogue with the rules, players and clocks of the game. */
  open() {
    const { clocks, game, players } = this.#table;
    const { options, variant } = game;
    this.#rules = { game: game.game, variant, options };
    const engine = players.findIndex(({ kind }) => kind !== PERSON);
    clocks.showFields();
    dialog("newgame").showModal();
    this.#choose({}).then(() => {
      select("against").value = opponentOf(players);
      if (!select("against").value) select("against").value = DEFAULT_OPPONENT;
      select("yourside").value = String(engine === 0 ? 1 : 0);
      this.#showSide();
    });
  }

  /** Changes the rules, and shows their starting position. @param {Partial<Rules>} change */
  async #choose(change) {
    const { server } = this.#table;
    const rules = (this.#rules = { ...this.#rules, ...change });
    const number = ++this.#requests;
    button("begin").disabled = true;
    byId("refused").textContent = t("loading");
    select("game").replaceChildren(...this.#host.games().map(({ name }) => option(name, word("game", name))));
    select("game").value = rules.game;
    const options = Object.entries(rules.options);
    try {
      const position = await server.position({ ...rules, options, setup: null, moves: [] });
      if (number !== this.#requests || !dialog("newgame").open) return;
      this.#show(position);
      button("begin").disabled = false;
      // The server warns of unusable tables only once for the same rules, so the game itself will not.
      byId("refused").textContent = position.warning ?? "";
    } catch (error) {
      if (number === this.#requests) byId("refused").textContent = messageOf(error);
    }
  }

  /** @param {Position} position */
  #show(position) {
    const { games } = this.#host;
    const listing = games().find(({ name }) => name === this.#rules.game);
    this.#showVariants(listing, position.variant);
    keepFocus(() => this.#showOptions(position));
    const against = select("against").value;
    const current = this.#table.players.find(({ kind, level }) => kind !== PERSON && !LEVELS.includes(level));
    const levels = [...LEVELS, ...(current ? [current.level] : [])].map((level) =>
      option(engineAt(level), levelName(level, position.ratings)),
    );
    select("against").replaceChildren(
      html("optgroup", { label: t("engine") }, ...levels),
      ...[PERSON, NOBODY, WATCH].map((kind) => option(kind, t(`against.${kind}`))),
    );
    select("against").value = against || DEFAULT_OPPONENT;
    const side = select("yourside").value;
    const sides = [0, 1].map((index) => option(String(index), sideName(position.scene, index)));
    select("yourside").replaceChildren(...sides, option("random", t("random")));
    select("yourside").value = side || "0";
    byId("preview").replaceChildren();
    new Board(byId("preview")).draw(position.scene);
  }

  /**
   * Lists the variants. Those whose names begin with the name of another one are grouped with it.
   * @param {GameListing | undefined} listing
   * @param {string} variant
   */
  #showVariants(listing, variant) {
    const variants = listing?.variants ?? [];
    const names = variants.map(({ name }) => name);
    // A variant that is not listed comes from the options below, such as two roles.
    const unlisted = names.includes(variant) ? [] : [option(variant, t("chosenbelow"))];
    const baseOf = (/** @type {string} */ name) => names.find((base) => name.startsWith(`${base}-`)) ?? name;
    const items = names
      .filter((name) => baseOf(name) === name)
      .map((base) => {
        const family = names.filter((name) => baseOf(name) === base);
        const choices = family.map((name) => option(name, capital(word("variant", name))));
        if (choices.length === 1) return choices[0];
        return html("optgroup", { label: capital(word("variant", base)) }, ...choices);
      });
    select("variant").replaceChildren(...items, ...unlisted);
    select("variant").value = variant;
    byId("variantlabel").toggleAttribute("hidden", names.length + unlisted.length < 2);
    const listed = variants.find(({ name }) => name === variant);
    byId("summary").textContent = capital(summaryOf(this.#rules.game, variant, listed?.summary));
  }

  /** @param {Position} position */
  #showOptions({ options, scene }) {
    const shown = options.filter((each) => each !== null);
    const isPicker = (/** @type {Option} */ { choices = [] }) => choices.length >= MIN_PICKER_CHOICES;
    const pickers = shown.filter(isPicker).map((each) => this.#field(each));
    const others = shown.filter((each) => !isPicker(each)).map((each) => this.#field(each));
    const roles = scene.seats.map(({ role }) => html("p", { class: "role" }, role ? ruleOf(role) : ""));
    // A game lists the pickers in the order of the sides whose roles they set.
    byId("pickers").replaceChildren(...pickers.flatMap((field, side) => [field, roles[side] ?? ""]));
    byId("options").replaceChildren(...others);
    byId("custom").toggleAttribute("hidden", !others.length);
  }

  /** Creates the field of an option. @param {Option} spec */
  #field(spec) {
    const { name, kind, min, max, choices = [] } = spec;
    const value = this.#rules.options[name] ?? spec.default;
    const change = (/** @type {string} */ chosen) =>
      this.#choose({ options: { ...this.#rules.options, [name]: chosen } });
    const label = word("option", name).replace(/([a-z])([A-Z])/g, "$1 $2");
    const id = `option-${name.replaceAll(" ", "-")}`;
    if (kind === "combo") {
      const items = choices.map((choice) => option(choice, capital(word("choice", choice))));
      const list = html("select", { id, onchange: () => change(list.value) }, ...items);
      list.value = value;
      return html("label", {}, html("span", {}, label), list);
    }
    const isCheck = kind === "check";
    const field = html("input", { id, type: isCheck ? "checkbox" : "number", min, max });
    field.checked = value === "true";
    if (!isCheck) field.value = value;
    field.onchange = () => change(isCheck ? String(field.checked) : field.value);
    return html("label", {}, html("span", {}, label), field);
  }

  /** Shows the choice of the side, which only a person against the engine has. */
  #showSide() {
    const isAgainstEngine = playerOf(select("against").value)?.kind === "engine";
    byId("sidelabel").toggleAttribute("hidden", !isAgainstEngine);
  }

  async #begin() {
    const opponent = select("against").value;
    const chosen = select("yourside").value;
    const side = chosen === "random" ? Math.floor(2 * Math.random()) : Number(chosen);
    const players = playersFor(opponent, side, this.#table.players);
    this.#isBeginning = true;
    const isBegun = await this.#host.begin({ ...this.#rules, players, clock: chosenClock() });
    this.#isBeginning = false;
    if (!isBegun) return;
    dialog("newgame").close();
    if (opponent === NOBODY) this.#host.analyse();
  }
}
