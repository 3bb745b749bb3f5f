// The pieces on the board. If a piece disappears from one place and an equal one appears on another, the
// piece slides there.

import { parsed, svg } from "./dom.js";

/** Duration of a slide in milliseconds. */
const GLIDE = 180;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @typedef {{ element: SVGElement, kind: string, x: number, y: number }} Drawn */

export class Standing {
  layer = svg("g", { class: "pieces" });
  /** The drawn pieces, by place and look. @type {Map<string, Drawn>} */
  #drawn = new Map();

  clear() {
    this.layer.replaceChildren();
    this.#drawn.clear();
  }

  /**
   * Draws the pieces of a scene.
   * @param {Scene} scene
   * @param {import("./ground.js").Ground} ground
   * @param {boolean} moves whether changes are animated
   */
  draw(scene, ground, moves) {
    const wanted = scene.pieces.map((piece) => ({ piece, key: `${piece.at} ${piece.svg}` }));
    const kept = new Set(wanted.map(({ key }) => key));
    const leaving = [...this.#drawn].filter(([key]) => !kept.has(key)).map(([, drawn]) => drawn);
    this.#drawn = new Map(
      wanted.map(({ piece, key }) => {
        const known = this.#drawn.get(key);
        if (known) return [key, known];
        const drawn = this.#appear(piece, scene, ground);
        const twin = leaving.findIndex(({ kind }) => kind === drawn.kind);
        const [from] = twin < 0 ? [] : leaving.splice(twin, 1);
        if (moves && !isStill()) animate(drawn, from, scene.falls ? ground.fallsFrom : null);
        from?.element.remove();
        return [key, drawn];
      }),
    );
    leaving.forEach(({ element }) => element.remove());
    this.layer.append(...[...this.#drawn.values()].map(({ element }) => element));
  }

  /**
   * @param {Piece} piece
   * @param {Scene} scene
   * @param {import("./ground.js").Ground} ground
   * @returns {Drawn}
   */
  #appear({ at, svg: kind }, scene, ground) {
    const { x, y } = ground.spot(scene.places[at]);
    const [element] = parsed(kind);
    element.setAttribute("transform", `translate(${x} ${y})`);
    element.dataset.at = String(at);
    return { element, kind, x, y };
  }

  /**
   * Returns the uppermost piece on a place.
   * @param {number} at
   */
  top(at) {
    const pieces = /** @type {SVGElement[]} */ ([...this.layer.children]);
    return pieces.filter((piece) => Number(piece.dataset.at) === at).at(-1);
  }
}

/**
 * @param {Drawn} drawn
 * @param {Drawn | undefined} from
 * @param {number | null} fallsFrom
 */
function animate({ element, x, y }, from, fallsFrom) {
  /** @type {(left: number, top: number, duration: number, easing: string) => void} */
  const slide = (left, top, duration, easing) => {
    const places = [
      [left, top],
      [x, y],
    ];
    const frames = places.map(([tx, ty]) => ({ transform: `translate(${tx}px, ${ty}px)` }));
    element.animate(frames, { duration, easing });
  };
  if (from) slide(from.x, from.y, GLIDE, "ease-out");
  else if (fallsFrom !== null) slide(x, fallsFrom, 2 * GLIDE, "cubic-bezier(.5,0,.9,.7)");
  else element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE });
}
