// Draws a scene. Knows shapes and surfaces, but no game.

import { svg } from "./dom.js";
import { parts, spoken } from "./pieces.js";

const UNIT = 100;
const MARGIN = 18;
/** Pieces move in this time, in milliseconds. */
const GLIDE = 180;

const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

const layers = ["ground", "lines", "spots", "wake", "trail", "pieces", "front", "marks", "arrows", "targets"];

export class Board {
  #scene = null;
  #ground = "";
  #turned = false;
  #drag = null;
  #tags = new Map();

  /** `choose(word, at)` is called when a place is chosen, `grab(word)` when a piece is dragged off. */
  constructor(parent, { choose, grab, release }) {
    this.svg = svg("svg", { role: "group", "aria-label": "Board", preserveAspectRatio: "xMidYMid meet" });
    parent.append(this.svg);
    this.layer = Object.fromEntries(layers.map((name) => [name, svg("g", { class: name })]));
    this.svg.append(svg("defs", {}, ...definitions()), ...Object.values(this.layer));
    this.handlers = { choose, grab, release };
    this.lit = new Map();
    this.chosen = [];
    this.svg.addEventListener("keydown", (event) => this.#walk(event));
    this.svg.addEventListener("pointerdown", (event) => this.#down(event));
    addEventListener("pointermove", (event) => this.#move(event));
    addEventListener("pointerup", (event) => this.#up(event));
    addEventListener("pointercancel", () => this.#drop(null));
  }

  get scene() {
    return this.#scene;
  }

  set turned(turned) {
    this.#turned = turned;
    this.#ground = "";
    if (this.#scene) this.draw(this.#scene);
  }

  get turned() {
    return this.#turned;
  }

  /** Where a point of the scene is drawn. */
  spot({ x, y }) {
    const { left, top, right, bottom } = this.box;
    return this.#turned ? { x: (left + right - x) * UNIT, y: (top + bottom - y) * UNIT } : { x: x * UNIT, y: y * UNIT };
  }

  draw(scene) {
    const before = this.#scene;
    this.#scene = scene;
    const { surface, places, lines, captions } = scene;
    const ground = JSON.stringify([surface, places, lines, captions]);
    const fresh = ground !== this.#ground;
    if (fresh) this.#drawGround(scene);
    this.#ground = ground;
    this.#drawPieces(scene, fresh ? null : before);
    this.#drawMarks(scene);
    this.#label();
  }

  #drawGround({ surface, places, lines, captions }) {
    const xs = places.map((place) => place.x), ys = places.map((place) => place.y);
    this.box = { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
    const pad = places.some(({ shape }) => shape === "point") ? 0.62 : 0.5;
    const edge = captions.length ? 0.34 : 0;
    const { left, right, top, bottom } = this.box;
    const frame = { x: (left - pad - edge) * UNIT, y: (top - pad - edge) * UNIT, width: (right - left + 2 * (pad + edge)) * UNIT, height: (bottom - top + 2 * (pad + edge)) * UNIT };
    this.svg.setAttribute("viewBox", [frame.x - MARGIN, frame.y - MARGIN, frame.width + 2 * MARGIN, frame.height + 2 * MARGIN].join(" "));
    this.svg.setAttribute("class", `surface-${surface}`);
    this.layer.ground.replaceChildren(svg("rect", { class: "plank", ...frame, rx: 22 }));
    this.layer.lines.replaceChildren(...lines.map(([from, to]) => {
      const [a, b] = [this.spot(from), this.spot(to)];
      return svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y });
    }));
    const inset = (value, low, high) => Math.max(low - pad - edge / 2 + 0.02, Math.min(high + pad + edge / 2 - 0.02, value));
    this.layer.lines.append(...captions.map(({ x, y, text }) => {
      const at = this.spot({ x: inset(x, left, right), y: inset(y, top, bottom) });
      return svg("text", { class: "caption", x: at.x, y: at.y + 8, "aria-hidden": "true" }, text);
    }));
    this.layer.spots.replaceChildren(...places.map((place) => this.#placeShape(place, "spot")));
    this.layer.spots.append(...places.filter(({ shape, label }) => shape === "bar" && label).map((place) => {
      const { x, y } = this.spot(place);
      return svg("text", { class: "barname", x, y: y + 7, "aria-hidden": "true" }, place.label);
    }));
    this.layer.front.replaceChildren();
    if (surface === "rack") this.layer.front.append(this.#plate(places));
    const focused = this.svg.contains(document.activeElement) ? document.activeElement.dataset.at : undefined;
    this.layer.targets.replaceChildren(...places.map((place, at) => this.#target(place, at)));
    const again = focused === undefined ? null : this.layer.targets.children[focused];
    if (again) this.#focus(again);
    this.layer.pieces.replaceChildren();
    this.#tags.clear();
  }

  #placeShape(place, kind) {
    const { x, y } = this.spot(place);
    const common = { class: `${kind} ${place.shape}`, transform: `translate(${x} ${y})` };
    if (place.shape === "point" && kind === "spot") return svg("circle", { ...common, r: 8 });
    if (place.shape === "point" || place.shape === "hollow") return svg("circle", { ...common, r: 44 });
    const width = (place.width ?? 1) * UNIT;
    return svg("rect", { ...common, x: -width / 2, y: -UNIT / 2, width, height: UNIT, rx: place.shape === "bar" ? 30 : 0 });
  }

  /** The front of a rack: one plate with a round hole at each place. */
  #plate(places) {
    const square = (place) => { const { x, y } = this.spot(place); return `M${x - 50.5} ${y - 50.5}h101v101h-101zM${x - 40} ${y}a40 40 0 1 0 80 0a40 40 0 1 0-80 0z`; };
    return svg("path", { class: "plate", "fill-rule": "evenodd", d: places.map(square).join("") });
  }

  #target(place, at) {
    const target = svg("g", { class: "target", role: "button", "data-at": at, "data-word": place.name, tabindex: at === 0 ? 0 : -1 }, this.#placeShape(place, "hit"));
    const { x, y } = this.spot(place);
    target.append(svg("circle", { class: "hint", cx: x, cy: y, r: place.shape === "point" ? 15 : 13 }), svg("circle", { class: "halo", cx: x, cy: y, r: 45 }));
    return target;
  }

  #drawPieces(scene, before) {
    const old = new Map(this.#tags);
    const now = new Map();
    const levels = new Map();
    const fresh = [];
    for (const piece of scene.pieces) {
      const level = levels.get(piece.at) ?? 0;
      if (piece.shape === "block") levels.set(piece.at, level + 1);
      const look = JSON.stringify([piece.shape, piece.side, piece.count, piece.text, piece.dead, level]);
      const key = `${piece.at} ${look}`;
      const tags = old.get(key);
      if (tags) {
        old.delete(key);
        now.set(key, tags);
      } else fresh.push({ piece, level, look, key });
    }
    const leaving = [...old.values()];
    for (const { piece, level, look, key } of fresh) {
      const { x, y } = this.spot(scene.places[piece.at]);
      const twin = leaving.findIndex((tags) => tags.kind === kindOf(piece));
      const from = twin >= 0 ? leaving.splice(twin, 1)[0] : null;
      const element = svg("g", {
        class: `piece ${piece.shape} ${piece.side === null ? "nobody" : `side${piece.side}`}${piece.dead ? " dead" : ""}`,
        transform: `translate(${x} ${y})`, "data-at": piece.at, "data-shape": piece.shape, "data-side": piece.side ?? "", "data-count": piece.count ?? "",
      }, ...parts(piece, level, scene.surface));
      const tags = { element, kind: kindOf(piece), at: piece.at, look, x, y };
      if (before && !still()) {
        if (from) slide(element, from.x - x, from.y - y);
        else if (scene.falls) slide(element, 0, this.spot({ x: 0, y: this.box.top - 1 }).y - y, 2);
        else element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE });
      }
      from?.element.remove();
      now.set(key, tags);
    }
    leaving.forEach(({ element }) => element.remove());
    this.#tags = now;
    const order = scene.pieces.map((piece, index) => index);
    const seen = new Map();
    for (const index of order) {
      const piece = scene.pieces[index];
      const level = seen.get(piece.at) ?? 0;
      if (piece.shape === "block") seen.set(piece.at, level + 1);
      const look = JSON.stringify([piece.shape, piece.side, piece.count, piece.text, piece.dead, level]);
      this.layer.pieces.append(now.get(`${piece.at} ${look}`).element);
    }
    // How many storeys stand below a piece is hard to count: say it.
    this.layer.marks.replaceChildren(...[...seen].filter(([, level]) => level > 0).map(([at, level]) => {
      const { x, y } = this.spot(scene.places[at]);
      return svg("text", { class: "height", x: x - 41, y: y - 31, "aria-hidden": "true" }, String(level));
    }));
  }

  #drawMarks(scene) {
    this.layer.marks.append(...scene.marks.map(({ at, text }) => {
      const { x, y } = this.spot(scene.places[at]);
      return svg("g", { class: "mark", transform: `translate(${x} ${y})` }, svg("title", {}, text), svg("path", { d: "M24-44 44-24M44-44 24-24" }), svg("circle", { cx: 34, cy: -34, r: 13 }));
    }));
  }

  /** Lights the places whose words are among `lit` (word to what is done there), marks the `chosen` ones and the `path`. */
  light(lit, chosen, path = chosen) {
    this.lit = lit;
    this.chosen = chosen;
    const targets = [...this.layer.targets.children];
    const taken = new Set(this.#scene.pieces.map(({ at }) => at));
    const many = new Map();
    for (const { name } of this.#scene.places) many.set(name, (many.get(name) ?? 0) + 1);
    const { falls, places } = this.#scene;
    for (const target of targets) {
      target.classList.toggle("lit", lit.has(target.dataset.word));
      const full = taken.has(Number(target.dataset.at));
      target.classList.toggle("taken", full);
      target.classList.toggle("shared", full && (many.get(target.dataset.word) ?? 0) > 1);
      target.classList.toggle("above", falls && !full && this.#landing(target.dataset.word) !== places[target.dataset.at]);
      target.classList.toggle("chosen", chosen.includes(target.dataset.word));
    }
    const trail = path.map((word) => this.spotOf(word)).filter(Boolean);
    this.layer.trail.replaceChildren(...(trail.length > 1 ? [svg("polyline", { points: trail.map(({ x, y }) => `${x},${y}`).join(" ") })] : []));
    this.#label();
  }

  /** The last move, as words of places and its `path`; of places that share a word those where something changed. */
  last(words, before, path = []) {
    const spots = path.map((word) => this.spotOf(word)).filter(Boolean);
    this.layer.wake.replaceChildren(...(spots.length > 1 ? [svg("polyline", { points: spots.map(({ x, y }) => `${x},${y}`).join(" ") })] : []));
    const look = (scene, at) => JSON.stringify(scene.pieces.filter((piece) => piece.at === at));
    const shares = (word) => this.#scene.places.filter(({ name }) => name === word).length > 1;
    for (const target of this.layer.targets.children) {
      const { word } = target.dataset;
      const at = Number(target.dataset.at);
      target.classList.toggle("last", words.includes(word) && (!shares(word) || look(before, at) !== look(this.#scene, at)));
    }
  }

  spotOf(word) {
    const place = this.#landing(word);
    return place ? this.spot(place) : null;
  }

  /** The place of a word; of several the one to which a piece falls. */
  #landing(word) {
    const { places, pieces } = this.#scene;
    const taken = new Set(pieces.map(({ at }) => at));
    const those = places.filter(({ name }) => name === word);
    const free = those.filter((place) => !taken.has(places.indexOf(place)));
    return (free.length ? free : those).reduce((low, place) => (low && low.y >= place.y ? low : place), null);
  }

  /** Arrows, each a list of words of places, the best first. */
  arrows(list) {
    this.layer.arrows.replaceChildren(...list.flatMap((words, rank) => {
      const spots = words.map((word) => this.spotOf(word)).filter(Boolean);
      if (!spots.length) return [];
      const group = svg("g", { class: rank ? "arrow later" : "arrow" });
      const end = spots[spots.length - 1];
      if (spots.length === 1) group.append(svg("circle", { cx: end.x, cy: end.y, r: 46 }));
      else group.append(svg("polyline", { points: spots.map(({ x, y }) => `${x},${y}`).join(" "), "marker-end": "url(#head)" }));
      return [group];
    }));
  }

  #label() {
    const { places, pieces, marks, seats } = this.#scene;
    const sides = seats.map(({ name }) => name);
    for (const target of this.layer.targets.children) {
      const at = Number(target.dataset.at);
      const place = places[at];
      const what = spoken(pieces.filter((piece) => piece.at === at), sides);
      const notes = marks.filter((mark) => mark.at === at).map((mark) => `, ${mark.text}`).join("");
      const done = this.lit.get(place.name);
      const state = this.chosen.includes(place.name) ? ", chosen" : done ? `, ${done} possible` : "";
      target.setAttribute("aria-label", `${place.label ?? place.name}: ${what}${notes}${state}`);
      target.setAttribute("aria-disabled", done ? "false" : "true");
    }
  }

  #focus(target) {
    for (const other of this.layer.targets.children) other.setAttribute("tabindex", other === target ? 0 : -1);
    target.focus();
  }

  #walk(event) {
    const target = event.target.closest?.(".target");
    if (!target) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.handlers.choose(target.dataset.word, Number(target.dataset.at));
      return;
    }
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const here = this.spot(this.#scene.places[Number(target.dataset.at)]);
    let best = null;
    for (const other of this.layer.targets.children) {
      const { x, y } = this.spot(this.#scene.places[Number(other.dataset.at)]);
      const along = (x - here.x) * step[0] + (y - here.y) * step[1];
      const aside = Math.abs((x - here.x) * step[1]) + Math.abs((y - here.y) * step[0]);
      const cost = along + 3 * aside;
      if (along > 0 && (!best || cost < best.cost)) best = { other, cost };
    }
    if (best) this.#focus(best.other);
  }

  #at(event) {
    return document.elementFromPoint(event.clientX, event.clientY)?.closest?.(".target") ?? null;
  }

  #down(event) {
    const target = event.target.closest?.(".target");
    if (!target || event.button > 0) return;
    this.#drag = { target, x: event.clientX, y: event.clientY, ghost: null, touch: event.pointerType === "touch" };
    this.#focus(target);
    event.preventDefault();
  }

  #move(event) {
    const drag = this.#drag;
    if (!drag) return;
    if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > 8) {
      const word = drag.target.dataset.word;
      const top = [...this.layer.pieces.children].filter((piece) => piece.dataset.at === drag.target.dataset.at).pop();
      if (!top || !this.handlers.grab(word)) return this.#drop(null);
      const current = [...this.layer.pieces.children].filter((piece) => piece.dataset.at === drag.target.dataset.at).pop() ?? top;
      drag.ghost = current.cloneNode(true);
      drag.ghost.classList.add("ghost");
      this.layer.arrows.append(drag.ghost);
    }
    if (drag.ghost) {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
      drag.ghost.setAttribute("transform", `translate(${point.x} ${point.y})`);
    }
  }

  #up(event) {
    const drag = this.#drag;
    if (!drag) return;
    if (drag.ghost) this.#drop(this.#at(event));
    else {
      this.#drag = null;
      if (this.#at(event) === drag.target) this.handlers.choose(drag.target.dataset.word, Number(drag.target.dataset.at));
    }
  }

  #drop(target) {
    const drag = this.#drag;
    this.#drag = null;
    drag?.ghost?.remove();
    if (drag?.ghost && target !== drag.target) this.handlers.release(target?.dataset.word ?? null);
  }
}

const kindOf = ({ shape, side, count, text }) => [shape, side, count, text].join(" ");

function slide(element, dx, dy, times = 1) {
  const end = element.getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  element.animate(
    [{ transform: `translate(${end[0] + dx}px, ${end[1] + dy}px)` }, { transform: `translate(${end[0]}px, ${end[1]}px)` }],
    { duration: GLIDE * times, easing: times > 1 ? "cubic-bezier(.5,0,.9,.7)" : "ease-out" },
  );
}

function definitions() {
  const gradient = (id, ...stops) => svg("radialGradient", { id, cx: "38%", cy: "32%", r: "75%" },
    ...stops.map((color, index) => svg("stop", { offset: index / (stops.length - 1), "stop-color": color })));
  return [
    gradient("ivory", "#fffdf6", "#f1e6cd", "#c9b78f"), gradient("ebony", "#5d5752", "#2b2826", "#0f0d0c"),
    gradient("gold", "#fff0a0", "#f7cf2e", "#c99a05"), gradient("rust", "#ff9a7a", "#d6402b", "#8e1f12"),
    gradient("dome", "#9fd0ff", "#2f7fd1", "#123f7d"), gradient("boxwood", "#f8e3b0", "#dcb46a", "#a87a36"),
    svg("linearGradient", { id: "wood", x2: 1, y2: 0.25 }, ...[["0", "#d9ad72"], [".35", "#cfa063"], [".5", "#d8ae76"], [".8", "#c79656"], ["1", "#d3a468"]].map(([offset, color]) => svg("stop", { offset, "stop-color": color }))),
    svg("linearGradient", { id: "grass", x2: 0, y2: 1 }, svg("stop", { offset: 0, "stop-color": "#8fbf74" }), svg("stop", { offset: 1, "stop-color": "#6ea158" })),
    svg("linearGradient", { id: "steel", x2: 0, y2: 1 }, svg("stop", { offset: 0, "stop-color": "#2f62b8" }), svg("stop", { offset: 1, "stop-color": "#1d4488" })),
    svg("marker", { id: "head", viewBox: "0 0 10 10", refX: 7, refY: 5, markerWidth: 3.2, markerHeight: 3.2, orient: "auto-start-reverse" }, svg("path", { d: "M0 0 10 5 0 10z" })),
  ];
}
