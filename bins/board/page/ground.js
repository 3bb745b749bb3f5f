// The board without pieces, and the coordinates of places. The engine draws the board; the page can turn it.

import { parsed, svg } from "./dom.js";
import { phrase, sideName, t } from "./texts.js";

/** Width of a square in units of the drawing. */
const UNIT = 100;

export class Ground {
  #isTurned;

  /** @param {Scene} scene @param {boolean} isTurned */
  constructor(scene, isTurned) {
    this.scene = scene;
    this.area = scene.svg.area;
    this.#isTurned = isTurned;
  }

  /**
   * Converts a point from squares to units of the drawing, and turns it with the board.
   * @param {Spot} point
   * @returns {Spot}
   */
  spot({ x, y }) {
    return this.#turned({ x: x * UNIT, y: y * UNIT });
  }

  /** @param {Spot} point */
  #turned({ x, y }) {
    if (!this.#isTurned) return { x, y };
    const { x: left, y: top, width, height } = this.area;
    return { x: 2 * left + width - x, y: 2 * top + height - y };
  }

  /** Vertical coordinate at which falling pieces appear, a square above the highest place. */
  get fallsFrom() {
    return this.spot({ x: 0, y: Math.min(...this.scene.places.map(({ y }) => y)) - 1 }).y;
  }

  /**
   * Returns the elements of a layer, turned with the board. An element with a translation moves to the turned
   * spot but stays upright.
   * @param {string} text
   */
  layer(text) {
    const elements = parsed(text);
    elements.forEach((element) => this.#nameParts(element));
    if (!this.#isTurned) return elements;
    const { x, y, width, height } = this.area;
    const turn = `rotate(180 ${x + width / 2} ${y + height / 2})`;
    for (const element of elements.flatMap(({ children }) => [...children])) {
      if (!(element instanceof SVGGraphicsElement)) continue;
      const at = element.transform.baseVal.consolidate()?.matrix;
      const spot = at && this.#turned({ x: at.e, y: at.f });
      element.setAttribute("transform", spot ? `translate(${spot.x} ${spot.y})` : turn);
    }
    return elements;
  }

  /** Names the edges that belong to a side, and the marks, in the page's language. @param {Element} layer */
  #nameParts(layer) {
    for (const side of [0, 1]) {
      for (const title of layer.querySelectorAll(`.edge.side${side} title`)) {
        title.textContent = t("edgeof", { side: sideName(this.scene, side) });
      }
    }
    for (const title of layer.querySelectorAll(".mark title")) {
      title.textContent = phrase("mark", title.textContent ?? "");
    }
  }

  /** Creates a button for each place. @param {Element[]} spots the drawn places */
  targets(spots) {
    return this.scene.places.map((place, at) => {
      const { x, y } = this.spot(place);
      const hit = /** @type {SVGElement} */ (spots[at].children[0].cloneNode());
      hit.setAttribute("class", "hit");
      const isPoint = place.shape === "point";
      if (isPoint) hit.setAttribute("r", "44");
      const hint = svg("circle", { class: "hint", r: isPoint ? 15 : 13 });
      const halo = svg("circle", { class: "halo", r: 45 });
      const data = { "data-at": at, "data-word": place.name };
      const button = { class: "target", role: "button", tabindex: at === 0 ? 0 : -1, ...data };
      return svg("g", { ...button, transform: `translate(${x} ${y})` }, hit, hint, halo);
    });
  }
}
