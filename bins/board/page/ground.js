// The board without pieces: plank, lines, edges, captions and places, and the coordinates of places.

import { polyline, svg } from "./dom.js";
import { sideName, t } from "./texts.js";

/** Width of a square in units of the drawing. */
const UNIT = 100;
const MARGIN = 18;
/** Width of the board's edge if it has captions, in squares. */
const CAPTIONED = 0.34;
/** Corners of a hexagon as wide as a square, with one corner at the top. */
const HEXAGON = [0, 1, 2, 3, 4, 5].map((corner) => {
  const angle = (corner * Math.PI) / 3;
  return { x: (UNIT * Math.sin(angle)) / Math.sqrt(3), y: (-UNIT * Math.cos(angle)) / Math.sqrt(3) };
});

export class Ground {
  #places;
  #isTurned;
  #pad;
  #edge;
  #box;

  /**
   * @param {Scene} scene
   * @param {boolean} isTurned
   */
  constructor(scene, isTurned) {
    const { places, captions } = scene;
    const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
    this.scene = scene;
    this.#places = places;
    this.#isTurned = isTurned;
    const has = (/** @type {Place["shape"]} */ shape) => places.some((place) => place.shape === shape);
    this.#pad = has("hexagon") ? 0.75 : has("point") ? 0.62 : 0.5;
    this.#edge = captions.length ? CAPTIONED : 0;
    this.#box = {
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    };
  }

  /**
   * Returns the coordinates of a point in the drawing.
   * @param {Spot} point
   * @returns {Spot}
   */
  spot({ x, y }) {
    const { left, right, top, bottom } = this.#box;
    return this.#isTurned
      ? { x: (left + right - x) * UNIT, y: (top + bottom - y) * UNIT }
      : { x: x * UNIT, y: y * UNIT };
  }

  /** Vertical coordinate in the drawing at which falling pieces appear. */
  get fallsFrom() {
    return this.spot({ x: 0, y: this.#box.top - 1 }).y;
  }

  get #frame() {
    const { left, right, top, bottom } = this.#box;
    const around = this.#pad + this.#edge;
    return {
      x: (left - around) * UNIT,
      y: (top - around) * UNIT,
      width: (right - left + 2 * around) * UNIT,
      height: (bottom - top + 2 * around) * UNIT,
    };
  }

  get viewBox() {
    const { x, y, width, height } = this.#frame;
    return { x: x - MARGIN, y: y - MARGIN, width: width + 2 * MARGIN, height: height + 2 * MARGIN };
  }

  plank() {
    return svg("rect", { class: "plank", ...this.#frame, rx: 22 });
  }

  lines() {
    return this.scene.lines.map(([from, to]) => {
      const [a, b] = [this.spot(from), this.spot(to)];
      return svg("line", { x1: a.x, y1: a.y, x2: b.x, y2: b.y });
    });
  }

  /** Draws the edges that belong to a side. */
  edges() {
    const { edges } = this.scene;
    return edges.map(({ side, path }) =>
      polyline(
        path.map((corner) => this.spot(corner)),
        {
          class: `edge side${side}`,
          role: "img",
          "aria-label": t("edgeof", { side: sideName(this.scene, side) }),
        },
      ),
    );
  }

  captions() {
    const { left, right, top, bottom } = this.#box;
    const beyond = this.#pad + this.#edge / 2 - 0.02;
    /** @type {(value: number, low: number, high: number) => number} */
    const inset = (value, low, high) => Math.max(low - beyond, Math.min(high + beyond, value));
    return this.scene.captions.map(({ x, y, text }) => {
      const at = this.spot({ x: inset(x, left, right), y: inset(y, top, bottom) });
      return svg("text", { class: "caption", ...at, "aria-hidden": "true" }, text);
    });
  }

  spots() {
    const names = this.#places.filter(({ shape, label }) => shape === "bar" && label);
    return [
      ...this.#places.map((place) => this.#shape(place, this.#isDark(place) ? "spot dark" : "spot")),
      ...names.map((place) =>
        svg("text", { class: "barname", ...this.spot(place), "aria-hidden": "true" }, place.label),
      ),
    ];
  }

  /**
   * Whether a place of a chequered board is dark. The lower left square is dark.
   * @param {Place} place
   */
  #isDark({ x, y }) {
    return (x - this.#box.left + this.#box.bottom - y) % 2 === 0;
  }

  /** Draws the front of a rack: a plate with a round hole at each place. */
  plate() {
    const holes = this.#places.map((place) => {
      const { x, y } = this.spot(place);
      return `M${x - 50.5} ${y - 50.5}h101v101h-101zM${x - 40} ${y}a40 40 0 1 0 80 0a40 40 0 1 0-80 0z`;
    });
    return svg("path", { class: "plate", "fill-rule": "evenodd", d: holes.join("") });
  }

  /** Creates a button for each place. */
  targets() {
    return this.#places.map((place, at) => {
      const { x, y } = this.spot(place);
      return svg(
        "g",
        {
          class: "target",
          role: "button",
          "data-at": at,
          "data-word": place.name,
          tabindex: at === 0 ? 0 : -1,
        },
        this.#shape(place, "hit"),
        svg("circle", { class: "hint", cx: x, cy: y, r: place.shape === "point" ? 15 : 13 }),
        svg("circle", { class: "halo", cx: x, cy: y, r: 45 }),
      );
    });
  }

  /**
   * @param {Place} place
   * @param {string} kind
   */
  #shape(place, kind) {
    const { x, y } = this.spot(place);
    const common = { class: `${kind} ${place.shape}`, transform: `translate(${x} ${y})` };
    if (place.shape === "hexagon") {
      const points = HEXAGON.map((corner) => `${corner.x},${corner.y}`).join(" ");
      return svg("polygon", { ...common, points });
    }
    if (place.shape === "point" && kind.startsWith("spot")) return svg("circle", { ...common, r: 8 });
    if (place.shape === "point" || place.shape === "hollow") return svg("circle", { ...common, r: 44 });
    const width = place.width * UNIT;
    const rx = place.shape === "bar" ? 30 : 0;
    return svg("rect", { ...common, x: -width / 2, y: -UNIT / 2, width, height: UNIT, rx });
  }
}
