// Shows a scene, and on top of it the possible steps, the last move and arrows.

import { parsed, polyline, svg } from "./dom.js";
import { Ground } from "./ground.js";
import { placesOf } from "./markup.js";
import { spoken } from "./pieces.js";
import { Standing } from "./standing.js";
import { phrase, t, word as wordFor } from "./texts.js";

const group = (/** @type {string} */ name) => svg("g", { class: name });

/** @param {string} id */
function arrowHead(id) {
  const tip = { refX: 7, refY: 5 };
  const size = { markerWidth: 3.2, markerHeight: 3.2 };
  const attributes = { id, viewBox: "0 0 10 10", orient: "auto-start-reverse", ...tip, ...size };
  return svg("marker", attributes, svg("path", { d: "M0 0 10 5 0 10z" }));
}

export class Board {
  svg = svg("svg", { role: "group", "aria-label": t("board"), preserveAspectRatio: "xMidYMid meet" });
  standing = new Standing();
  #layers = {
    ground: group("below"),
    wake: group("wake"),
    trail: group("trail"),
    pieces: this.standing.layer,
    front: group("before"),
    marks: group("marks"),
    drawn: group("drawn"),
    arrows: group("arrows"),
    targets: group("targets"),
  };
  /** @type {Ground | null} */
  #ground = null;
  #drawnGround = "";
  isTurned = false;
  /** What a click on a lit place does, in words, by the place's name. @type {Map<string, string>} */
  #lit = new Map();
  /** @type {string[]} */
  #chosen = [];

  /** @param {Element} parent */
  constructor(parent) {
    parent.append(this.svg);
    const heads = svg("defs", {}, arrowHead("head"), arrowHead("drawnhead"));
    this.svg.append(heads, ...Object.values(this.#layers));
    new ResizeObserver(() => this.#measure()).observe(this.svg);
  }

  get scene() {
    return this.ground.scene;
  }

  get ground() {
    if (!this.#ground) throw new Error("nothing is drawn yet");
    return this.#ground;
  }

  turn() {
    this.isTurned = !this.isTurned;
    this.#drawnGround = "";
  }

  /** @returns {SVGElement[]} */
  get targets() {
    return /** @type {SVGElement[]} */ ([...this.#layers.targets.children]);
  }

  /** @param {Scene} scene */
  draw(scene) {
    const isFresh = scene.svg.ground !== this.#drawnGround;
    this.#ground = new Ground(scene, this.isTurned);
    if (isFresh) this.#drawGround();
    this.#drawnGround = scene.svg.ground;
    this.standing.draw(scene, this.ground, !isFresh);
    this.#layers.marks.replaceChildren(...this.ground.layer(scene.svg.notes));
    this.#label();
  }

  #drawGround() {
    const { ground } = this;
    const { surface, svg: drawing } = ground.scene;
    const { x, y, width, height } = ground.area;
    this.svg.setAttribute("viewBox", `${x} ${y} ${width} ${height}`);
    this.svg.setAttribute("class", `surface-${surface}`);
    const gradients = svg("defs", {}, ...parsed(drawing.gradients));
    this.#layers.ground.replaceChildren(gradients, ...ground.layer(drawing.ground));
    this.#layers.front.replaceChildren(...ground.layer(drawing.front));
    const focused = this.targets.findIndex((target) => target === document.activeElement);
    const spots = [...this.#layers.ground.querySelectorAll(".spot")];
    this.#layers.targets.replaceChildren(...ground.targets(spots));
    if (this.targets[focused]) this.focus(this.targets[focused]);
    this.standing.clear();
    this.#measure();
  }

  /**
   * Sets `--pixel` in the style, the size of a screen pixel in units of the drawing, so that text is legible
   * on small boards.
   */
  #measure() {
    const { width, height } = this.#ground?.area ?? { width: 0, height: 0 };
    const box = this.svg.getBoundingClientRect();
    const pixel = Math.max(width / box.width, height / box.height);
    if (Number.isFinite(pixel)) this.svg.style.setProperty("--pixel", `${pixel}px`);
  }

  /**
   * Lights the places of possible steps, and shows the steps entered so far.
   * @param {Map<string, string>} lit what a click on a place does, in words, by the place's name
   * @param {string[]} chosen places of the steps so far
   * @param {string[]} [path] places along which the piece travels
   */
  light(lit, chosen, path = chosen) {
    this.#lit = lit;
    this.#chosen = chosen;
    const { falls, places, pieces } = this.scene;
    const taken = new Set(pieces.map(({ at }) => at));
    for (const target of this.targets) {
      const { at, word } = placeOf(target);
      const isTaken = taken.has(at);
      target.classList.toggle("lit", lit.has(word));
      target.classList.toggle("taken", isTaken);
      target.classList.toggle("shared", isTaken && this.#isShared(word));
      target.classList.toggle("above", falls && !isTaken && this.#landing(word) !== places[at]);
      target.classList.toggle("chosen", chosen.includes(word));
    }
    this.#layers.trail.replaceChildren(...this.#track(path));
    this.#label();
  }

  /**
   * Marks the places of the last move, and draws the path of its piece.
   * @param {string[]} words its places; of places that share a name, only changed ones are marked
   * @param {Scene | null} before the scene before the move; null without a move
   * @param {string[]} [path] places along which the piece came
   */
  showLastMove(words, before, path = []) {
    this.#layers.wake.replaceChildren(...this.#track(path));
    /** @type {(scene: Scene | null, at: number) => string} */
    const look = (scene, at) => JSON.stringify(scene?.pieces.filter((piece) => piece.at === at));
    for (const target of this.targets) {
      const { at, word } = placeOf(target);
      const hasChanged = !this.#isShared(word) || look(before, at) !== look(this.scene, at);
      target.classList.toggle("last", words.includes(word) && hasChanged);
    }
  }

  /** Whether several places have this name, such as those of a column. @param {string} word */
  #isShared(word) {
    return this.scene.places.filter(({ name }) => name === word).length > 1;
  }

  /** Returns the coordinates of the places with these names. @param {string[]} words */
  #spots(words) {
    return words.flatMap((word) => {
      const place = this.#landing(word);
      return place ? [this.ground.spot(place)] : [];
    });
  }

  /** Returns a list with a line along these places; empty for a single place. @param {string[]} path */
  #track(path) {
    const spots = this.#spots(path);
    return spots.length > 1 ? [polyline(spots)] : [];
  }

  /**
   * Returns the place with a name; of several, such as those of a column, the lowest free one, or else the
   * lowest.
   * @param {string} word
   */
  #landing(word) {
    const { places, pieces } = this.scene;
    const taken = new Set(pieces.map(({ at }) => places[at]));
    const those = places.filter(({ name }) => name === word);
    const free = those.filter((place) => !taken.has(place));
    const lowest = (free.length ? free : those).toSorted((a, b) => b.y - a.y);
    return lowest.at(0);
  }

  /** Shows the engine's moves as arrows, the best first. @param {string[][]} paths the places of each move */
  showArrows(paths) {
    const drawn = paths.map((path, rank) => this.#arrow(path, rank ? "arrow later" : "arrow", "head"));
    this.#layers.arrows.replaceChildren(...drawn);
  }

  /** Shows what a person has drawn. @param {string[]} drawings */
  showDrawings(drawings) {
    const names = this.scene.places.map(({ name }) => name);
    const arrows = drawings.map((drawing) =>
      this.#arrow(placesOf(drawing, names) ?? [], "arrow", "drawnhead"),
    );
    this.#layers.drawn.replaceChildren(...arrows);
  }

  /**
   * Returns an arrow along several places, or a circle around a single one.
   * @param {string[]} path
   * @param {string} name class of the element
   * @param {string} head id of the arrow's head
   */
  #arrow(path, name, head) {
    const spots = this.#spots(path);
    if (spots.length > 1) {
      return svg("g", { class: name }, polyline(spots, { "marker-end": `url(#${head})` }));
    }
    return svg("g", { class: name }, ...spots.map(({ x, y }) => svg("circle", { cx: x, cy: y, r: 46 })));
  }

  /** Sets the labels of the places for screen readers. */
  #label() {
    const { places, pieces, marks, seats } = this.scene;
    const sides = seats.map(({ name }) => wordFor("side", name));
    for (const target of this.targets) {
      const { at, word: name } = placeOf(target);
      const here = pieces.filter((piece) => piece.at === at);
      const what = spoken(here, sides);
      const notes = marks.filter((mark) => mark.at === at).map(({ text }) => `, ${phrase("mark", text)}`);
      const done = this.#lit.get(name);
      const state = this.#chosen.includes(name) ? t("chosen") : done ? t("possible", { done }) : "";
      target.setAttribute("aria-label", `${places[at].label ?? name}: ${what}${notes.join("")}${state}`);
      target.setAttribute("aria-disabled", String(!done));
    }
  }

  /** Returns the box of a place on the screen, or null. @param {string} word */
  boxOf(word) {
    const target = this.targets.find(({ dataset }) => dataset.word === word);
    return target?.querySelector(".hit")?.getBoundingClientRect() ?? null;
  }

  /** Moves the focus to a place, the only one that the Tab key then reaches. */
  focus(target = this.targets.find((each) => each.getAttribute("tabindex") === "0")) {
    for (const other of this.targets) other.setAttribute("tabindex", other === target ? "0" : "-1");
    target?.focus();
  }

  /**
   * Adds a copy of the uppermost piece on a place, for the caller to move with the pointer, and returns it;
   * null if there is no piece.
   * @param {number} at
   */
  ghost(at) {
    const copy = this.standing.top(at)?.cloneNode(true);
    if (!(copy instanceof SVGElement)) return null;
    copy.classList.add("ghost");
    this.svg.append(copy);
    return copy;
  }
}

/** Returns the index and the name of a target's place. @param {SVGElement} target */
export const placeOf = ({ dataset }) => ({ at: Number(dataset.at), word: dataset.word ?? "" });
