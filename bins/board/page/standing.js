// The pieces on the board. If a piece disappears from one place and an equal one appears on another, the
// piece slides there.

import { svg } from "./dom.js";
import { drawPiece } from "./pieces.js";

/** Duration of a slide in milliseconds. */
const GLIDE = 180;

const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** @typedef {{ element: SVGElement, kind: string, x: number, y: number }} Drawn */

export class Standing {
  layer = svg("g", { class: "pieces" });
  /** The drawn pieces, by place, shape and level. @type {Map<string, Drawn>} */
  #drawn = new Map();

  clear() {
    this.layer.replaceChildren();
    this.#drawn.clear();
  }

  /**
   * Draws the pieces of a scene, and returns the number of storeys on each place.
   * @param {Scene} scene
   * @param {import("./ground.js").Ground} ground
   * @param {boolean} moves whether changes are animated
   * @returns {Map<number, number>}
   */
  draw(scene, ground, moves) {
    /** @type {Map<number, number>} */
    const storeys = new Map();
    const wanted = scene.pieces.map((piece) => {
      const level = storeys.get(piece.at) ?? 0;
      if (piece.shape === "block") storeys.set(piece.at, level + 1);
      const { at, shape, side, count, text, dead } = piece;
      return { piece, level, key: JSON.stringify([at, shape, side, count, text, dead, level]) };
    });
    const kept = new Set(wanted.map(({ key }) => key));
    const leaving = [...this.#drawn].filter(([key]) => !kept.has(key)).map(([, drawn]) => drawn);
    this.#drawn = new Map(
      wanted.map(({ piece, level, key }) => {
        const known = this.#drawn.get(key);
        if (known) return [key, known];
        const drawn = this.#appear(piece, level, scene, ground);
        const twin = leaving.findIndex(({ kind }) => kind === drawn.kind);
        const [from] = twin < 0 ? [] : leaving.splice(twin, 1);
        if (moves && !isStill()) animate(drawn, from, scene.falls ? ground.fallsFrom : null);
        from?.element.remove();
        return [key, drawn];
      }),
    );
    leaving.forEach(({ element }) => element.remove());
    this.layer.append(...[...this.#drawn.values()].map(({ element }) => element));
    return storeys;
  }

  /**
   * @param {Piece} piece
   * @param {number} level
   * @param {Scene} scene
   * @param {import("./ground.js").Ground} ground
   * @returns {Drawn}
   */
  #appear(piece, level, scene, ground) {
    const { at, shape, side, count, text } = piece;
    const { x, y } = ground.spot(scene.places[at]);
    const element = drawPiece(piece, level, scene.surface, {
      transform: `translate(${x} ${y})`,
      "data-at": at,
      "data-shape": shape,
      "data-side": side ?? "",
    });
    return { element, kind: [shape, side, count, text].join(" "), x, y };
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
