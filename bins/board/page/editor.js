// Editor of positions. The server describes the text of a position as a form of constant parts and parts to
// choose: pieces on places, and others from lists. The editor composes the text from them.

import { action, byId, capital, html, keepFocus, messageOf, option, parsed, svg, textarea } from "./dom.js";
import { ORDER, spoken } from "./pieces.js";
import { say } from "./status.js";
import { choiceOf, t, word } from "./texts.js";

/**
 * Returns all parts of a form that are not lists, also those inside lists.
 * @param {Part[]} parts
 * @returns {LeafPart[]}
 */
const leaves = (parts) =>
  parts.flatMap((part) => (typeof part !== "string" && "parts" in part ? leaves(part.parts) : [part]));

/** @type {(part: LeafPart) => part is PlacePart} */
const isPlace = (part) => typeof part !== "string" && "at" in part;

/** Returns the position text of a form. @param {Form} form @param {Place[]} places */
function formText({ kinds, parts }, places) {
  const slots = leaves(parts).filter(isPlace);
  /** @type {(part: Part) => string} */
  const text = (part) => {
    if (typeof part === "string") return part;
    if ("parts" in part) return part.parts.map(text).filter(Boolean).join(part.between);
    if ("at" in part) return kinds[part.kind][part.chosen].written ?? places[part.at].name;
    if ("sides" in part) return part.sides[part.chosen];
    if ("choices" in part) return part.choices[part.chosen][0];
    if ("counted" in part) {
      const [kind, choice] = part.counted;
      return String(slots.filter((slot) => slot.kind === kind && slot.chosen === choice).length);
    }
    return String(part.chosen);
  };
  return parts.map(text).join("");
}

/** A kind of place, and one of the choices for it. @typedef {{ kind: number, choice: number }} Tool */

export class Editor {
  /** @type {Form | null} */
  #form = null;
  /** @type {Scene | null} */
  #scene = null;
  /** The parts that describe places. @type {PlacePart[]} */
  #slots = [];
  /** The selected tool; null for the eraser. @type {Tool | null} */
  #tool = null;
  /** Number of the last check of the position. Answers to earlier checks are dropped. */
  #checks = 0;
  #table;

  /** @param {import("./table.js").Table} table */
  constructor(table) {
    this.#table = table;
  }

  get isOpen() {
    return this.#form !== null;
  }

  /** @param {Position} position */
  open({ form, scene }) {
    this.#form = structuredClone(form);
    this.#scene = { ...scene, marks: [], svg: { ...scene.svg, notes: "" } };
    this.#slots = leaves(this.#form.parts).filter(isPlace);
    this.#tool = this.#tools[0];
    this.show();
  }

  /** Closes the editor. The caller draws another scene. */
  leave() {
    this.#form = null;
    this.#checks += 1;
    byId("tools").replaceChildren();
    this.#table.board.svg.classList.remove("editing");
  }

  get #text() {
    return this.#form && this.#scene ? formText(this.#form, this.#scene.places) : "";
  }

  /** All choices that have pieces. The eraser takes the place of the others. @returns {Tool[]} */
  get #tools() {
    const tools = (this.#form?.kinds ?? []).flatMap((choices, kind) =>
      choices.map((_, choice) => ({ kind, choice })),
    );
    return tools.filter((tool) => this.#pieces(tool).length);
  }

  /** @param {Tool} tool */
  #pieces({ kind, choice }) {
    return this.#form?.kinds[kind][choice].pieces ?? [];
  }

  get #sides() {
    return this.#scene?.seats.map(({ name }) => word("side", name)) ?? [];
  }

  /** @param {Tool} tool */
  #name(tool) {
    return spoken(this.#pieces(tool), this.#sides);
  }

  /**
   * Puts the pieces of the selected tool on a place, or removes them if they are there. The eraser empties
   * the place.
   * @param {number} at
   */
  put(at) {
    const here = this.#slots.filter((slot) => slot.at === at);
    const tool = this.#tool;
    if (!tool) return this.#empty(here);
    const slot = here.find(({ kind }) => kind === tool.kind);
    if (!slot) return;
    slot.chosen = slot.chosen === tool.choice ? 0 : tool.choice;
    // A place holds at most one piece of each shape, so an equal shape of another kind is removed.
    this.#empty(here.filter((other) => other !== slot && this.#shape(other) === this.#shape(slot)));
  }

  /** Shape of the topmost piece of a place; undefined without one. @param {PlacePart} slot */
  #shape({ kind, chosen }) {
    return this.#pieces({ kind, choice: chosen }).at(-1)?.shape;
  }

  /** Sets parts to their first choice, which is empty, and draws the position. @param {PlacePart[]} slots */
  #empty(slots) {
    for (const slot of slots) slot.chosen = 0;
    this.show();
  }

  /** Draws and checks the position. */
  show() {
    if (!this.#scene) return;
    const pieces = this.#slots.flatMap(({ at, kind, chosen }) =>
      this.#pieces({ kind, choice: chosen }).map((piece) => ({ ...piece, at })),
    );
    pieces.sort((a, b) => a.at - b.at || ORDER.indexOf(a.shape) - ORDER.indexOf(b.shape));
    this.#scene = { ...this.#scene, pieces };
    const tool = this.#tool ? t("put", { what: this.#name(this.#tool) }) : t("clear");
    const { board } = this.#table;
    board.draw(this.#scene);
    // Drawing another or a turned board replaces the classes.
    board.svg.classList.add("editing");
    board.showArrows([]);
    board.showLastMove([], null);
    board.light(new Map(this.#scene.places.map(({ name }) => [name, tool])), []);
    this.#showChoices();
    this.#check();
  }

  /**
   * Writes the text of the position to its field, and lets the server check whether a game can begin there.
   * Says the result, and enables the button that begins the game.
   */
  async #check() {
    const number = ++this.#checks;
    const setup = this.#text;
    textarea("position").value = setup;
    let isPlayable = false;
    let verdict;
    try {
      const { warning } = await this.#table.server.position({ ...this.#table.game.place(0), setup });
      isPlayable = true;
      verdict = warning ? t("playablebut", { warning }) : t("playable");
    } catch (error) {
      verdict = t("notyet", { problem: messageOf(error) });
    }
    if (number !== this.#checks) return;
    byId("playfrom").toggleAttribute("disabled", !isPlayable);
    say(verdict);
  }

  #showChoices() {
    const fields = leaves(this.#form?.parts ?? []).map((part, index) => this.#field(part, `field${index}`));
    const eraser = action("eraser", t("eraser"), () => this.#choose(null));
    eraser.setAttribute("aria-pressed", String(!this.#tool));
    const play = action("playfrom", t("playfrom"), () => this.#table.actions.setUp(this.#text));
    play.className = "main";
    play.disabled = true;
    const parts = [
      ...this.#tools.map((tool, index) => this.#toolButton(tool, `tool${index}`)),
      eraser,
      action("empty", t("emptyboard"), () => this.#empty(this.#slots)),
      ...fields.filter((field) => field !== null),
      play,
      action("leave", t("leave"), () => this.#table.showGame()),
    ];
    keepFocus(() => byId("tools").replaceChildren(...parts));
  }

  /** @param {Tool} tool @param {string} id */
  #toolButton(tool, id) {
    const isOn = this.#tool?.kind === tool.kind && this.#tool.choice === tool.choice;
    const pieces = this.#pieces(tool).flatMap((piece) => parsed(piece.svg));
    const icon = svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...pieces);
    const name = this.#name(tool);
    const state = { "aria-label": t("put", { what: name }), "aria-pressed": String(isOn) };
    const onclick = () => this.#choose(tool);
    return html("button", { class: "tool", id, title: name, ...state, onclick }, icon);
  }

  /** @param {Tool | null} tool */
  #choose(tool) {
    this.#tool = tool;
    this.show();
  }

  /**
   * Creates the input field of a part; null for a place and for a part without a choice.
   * @param {LeafPart} part
   * @param {string} id
   */
  #field(part, id) {
    if (typeof part === "string" || "at" in part || "counted" in part) return null;
    if ("range" in part) return this.#numberField(part, id);
    if ("sides" in part) return this.#listField(part, id, capital(t("tomove")), this.#sides);
    const choices = part.choices.map(([, name]) => choiceOf(part.name, name));
    return this.#listField(part, id, word("part", part.name), choices);
  }

  /** @param {NumberPart} part @param {string} id */
  #numberField(part, id) {
    const [min, max] = part.range;
    const input = html("input", { id, type: "number", min, max });
    input.value = String(part.chosen);
    input.onchange = () => {
      const value = Math.round(Number(input.value)) || 0;
      this.#set(part, Math.max(min, Math.min(max, value)));
    };
    return html("label", {}, `${word("part", part.name)} `, input);
  }

  /**
   * @param {SidePart | WordPart} part
   * @param {string} id
   * @param {string} label
   * @param {string[]} choices
   */
  #listField(part, id, label, choices) {
    const list = html("select", { id }, ...choices.map((choice, value) => option(value, choice)));
    list.value = String(part.chosen);
    list.onchange = () => this.#set(part, Number(list.value));
    return html("label", {}, `${label} `, list);
  }

  /**
   * Changes the choice of a part, and draws the position.
   * @param {{ chosen: number }} part
   * @param {number} value
   */
  #set(part, value) {
    part.chosen = value;
    this.show();
  }
}
