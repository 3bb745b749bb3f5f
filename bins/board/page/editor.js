// Setting up a position by clicks. The server sends the text of a position as a form: parts that stay, and parts that are
// chosen, most of them by place. Things are put on places, the rest is chosen from lists, and the text follows.

import { byId, html, svg } from "./dom.js";
import { parts as drawn, spoken } from "./pieces.js";

/** All parts of a form, those in lists too. */
const flat = (parts) => parts.flatMap((part) => (part.parts ? flat(part.parts) : [part]));

/** The text that a filled-in form stands for. */
export function formText(form, places) {
  const all = flat(form.parts);
  const text = (part) => {
    if (typeof part === "string") return part;
    if (part.parts) return part.parts.map(text).filter(Boolean).join(part.between);
    if (part.at !== undefined) return form.kinds[part.kind][part.chosen].written ?? places[part.at].name;
    if (part.sides) return part.sides[part.chosen];
    if (part.choices) return part.choices[part.chosen][0];
    if (part.counted) return String(all.filter(({ kind, chosen }) => kind === part.counted[0] && chosen === part.counted[1]).length);
    return String(part.chosen);
  };
  return form.parts.map(text).join("");
}

export class Editor {
  #form = null;
  #tool = null;
  #asked = 0;

  /** `check(text)` promises a position or fails; `done(text)` plays from there; `close` goes back. */
  constructor(board, { check, say, done, close }) {
    Object.assign(this, { board, check, say, done, close });
  }

  get isOpen() {
    return this.#form !== null;
  }

  open({ form, scene }) {
    this.#form = structuredClone(form);
    this.scene = { ...scene, marks: [] };
    this.slots = flat(this.#form.parts).filter((part) => typeof part.at === "number");
    this.#tool = this.tools()[0];
    this.#changed();
  }

  /** Leaves the form; whoever calls it shows something else. */
  leave() {
    this.#form = null;
    this.#asked += 1;
    this.board.svg.classList.remove("editing");
  }

  /** Everything that can be put on a place, as kind and choice. */
  tools() {
    const tools = this.#form.kinds.flatMap((choices, kind) => choices.map((_, choice) => ({ kind, choice })));
    return tools.filter(({ kind, choice }) => this.#form.kinds[kind][choice].pieces.length);
  }

  name({ kind, choice }) {
    return spoken(this.#form.kinds[kind][choice].pieces, this.scene.seats.map(({ name }) => name));
  }

  /** Puts what is chosen on a place, or takes it away where it stands already. */
  put(at) {
    const here = this.slots.filter((slot) => slot.at === at);
    if (!this.#tool) here.forEach((slot) => { slot.chosen = 0; });
    else {
      const { kind, choice } = this.#tool;
      const slot = here.find((other) => other.kind === kind);
      if (!slot) return;
      const top = (each) => this.#form.kinds[each.kind][each.chosen].pieces.at(-1)?.shape;
      slot.chosen = slot.chosen === choice ? 0 : choice;
      // Two of a shape do not stand on one place.
      here.filter((other) => other !== slot && top(other) === top(slot)).forEach((other) => { other.chosen = 0; });
    }
    this.#changed();
  }

  #changed() {
    const pieces = this.slots.flatMap(({ at, kind, chosen }) => this.#form.kinds[kind][chosen].pieces.map((piece) => ({ ...piece, at })));
    pieces.sort((a, b) => a.at - b.at || rank(a) - rank(b));
    this.scene = { ...this.scene, pieces };
    this.board.svg.classList.add("editing");
    this.board.draw(this.scene);
    this.board.arrows([]);
    this.board.last([], null);
    const tool = this.#tool ? `put ${this.name(this.#tool)}` : "clear";
    this.board.light(new Map(this.scene.places.map(({ name }) => [name, tool])), []);
    this.#showChoices();
    this.#checkText();
  }

  async #checkText() {
    const text = formText(this.#form, this.scene.places);
    const number = ++this.#asked;
    byId("position").value = text;
    const { problem, warning } = await this.check(text).catch((error) => ({ problem: error.message }));
    if (number !== this.#asked) return;
    byId("playfrom").disabled = Boolean(problem);
    this.say(problem ? `Not a position yet: ${problem}` : `This position can be played${warning ? `, but ${warning}` : ""}.`);
  }

  #showChoices() {
    const focused = document.activeElement?.id;
    const names = this.scene.seats.map(({ name }) => name);
    const tool = (each, index) => {
      const { pieces } = this.#form.kinds[each.kind][each.choice];
      let level = 0;
      const icon = pieces.flatMap((piece) => [svg("g", { class: `piece ${piece.shape} ${piece.side === null ? "nobody" : `side${piece.side}`}${piece.dead ? " dead" : ""}`, "data-count": piece.count }, ...drawn(piece, piece.shape === "block" ? level++ : level, this.scene.surface))]);
      const isOn = this.#tool?.kind === each.kind && this.#tool.choice === each.choice;
      return html("button", { type: "button", class: "tool", id: `tool${index}`, title: this.name(each), "aria-label": `Put ${this.name(each)}`, "aria-pressed": String(isOn), onclick: () => this.#choose(each) },
        svg("svg", { class: `surface-${this.scene.surface}`, viewBox: "-50 -50 100 100", "aria-hidden": "true" }, ...icon));
    };
    const fields = flat(this.#form.parts).map((part, index) => this.#field(part, index, names)).filter(Boolean);
    byId("choices").replaceChildren(
      ...this.tools().map(tool),
      html("button", { type: "button", id: "eraser", "aria-pressed": String(!this.#tool), onclick: () => this.#choose(null) }, "Take away"),
      html("button", { type: "button", id: "empty", onclick: () => { this.slots.forEach((slot) => { slot.chosen = 0; }); this.#changed(); } }, "Empty board"),
      ...fields,
      html("button", { type: "button", id: "playfrom", class: "main", disabled: true, onclick: () => this.done(formText(this.#form, this.scene.places)) }, "Play from here"),
      html("button", { type: "button", id: "leave", onclick: () => this.close() }, "Leave"),
    );
    if (focused) byId(focused)?.focus();
  }

  #choose(tool) {
    this.#tool = tool;
    this.#changed();
  }

  #field(part, index, names) {
    const id = `field${index}`;
    const set = (value) => { part.chosen = value; this.#changed(); };
    const list = (label, choices) => {
      const select = html("select", { id, onchange: () => set(Number(select.value)) }, ...choices.map((choice, value) => html("option", { value }, choice)));
      select.value = part.chosen;
      return html("label", {}, `${label} `, select);
    };
    if (part.sides) return list("To move", names);
    if (part.choices) return list(part.name, part.choices.map(([, label]) => label));
    if (!part.range) return null;
    const [min, max] = part.range;
    const input = html("input", { id, type: "number", min, max, onchange: () => set(Math.max(min, Math.min(max, Math.round(Number(input.value)) || 0))) });
    input.value = part.chosen;
    return html("label", {}, `${part.name} `, input);
  }
}

const SHAPES = ["block", "dome", "disc", "cross", "circle", "rings", "figure", "token"];
const rank = ({ shape }) => SHAPES.indexOf(shape);
