// The pieces on the board. A piece that disappears from one place slides to a place where an equal one
// appears.

import { parsed, svg } from "./dom.js";

/** Duration of a slide in milliseconds. */
const GLIDE = 180;

/** @typedef {import("./ground.js").Ground} Ground */

/**
 * Equal pieces have the same `picture`.
 * @typedef {{ element: SVGElement, picture: string, x: number, y: number }} Drawn
 */

export class Standing {
  layer = svg("g", { class: "pieces" });
  /** Drawn pieces by place and picture. @type {Map<string, Drawn>} */
  #drawn = new Map();

  /** Removes all pieces, so that none slides from an old place. */
  clear() {
    this.layer.replaceChildren();
    this.#drawn.clear();
  }

  /**
   * Draws the pieces of a scene. Pieces that stay keep their elements.
   * @param {Scene} scene
   * @param {Ground} ground
   * @param {boolean} isAnimated whether pieces slide, fall or fade in
   */
  draw(scene, ground, isAnimated) {
    const before = this.#drawn;
    this.#drawn = new Map();
    const arriving = [];
    for (const piece of scene.pieces) {
      const key = `${piece.at} ${piece.svg}`;
      // Equal pieces on one place cover each other.
      if (this.#drawn.has(key)) continue;
      const drawn = before.get(key) ?? newPiece(piece, scene, ground);
      if (!before.delete(key)) arriving.push(drawn);
      this.#drawn.set(key, drawn);
    }
    const leaving = [...before.values()];
    const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (const drawn of arriving) {
      const origin = takeEqual(leaving, drawn);
      if (isAnimated && !isStill) animate(drawn, origin, scene.falls ? ground.fallsFrom : null);
      origin?.element.remove();
    }
    for (const { element } of leaving) element.remove();
    // A piece of the scene covers those before it.
    for (const { element } of this.#drawn.values()) this.layer.append(element);
  }

  /** Returns the uppermost piece on a place. @param {number} at */
  top(at) {
    const pieces = /** @type {SVGElement[]} */ ([...this.layer.children]);
    return pieces.findLast((piece) => Number(piece.dataset.at) === at);
  }
}

/** @param {Piece} piece @param {Scene} scene @param {Ground} ground @returns {Drawn} */
function newPiece({ at, svg: picture }, scene, ground) {
  const { x, y } = ground.spot(scene.places[at]);
  const [element] = parsed(picture);
  element.setAttribute("transform", `translate(${x} ${y})`);
  element.dataset.at = String(at);
  return { element, picture, x, y };
}

/**
 * Removes the first equal piece from the list, and returns it.
 * @param {Drawn[]} pieces
 * @param {Drawn} piece
 */
function takeEqual(pieces, { picture }) {
  const index = pieces.findIndex((other) => other.picture === picture);
  return index < 0 ? undefined : pieces.splice(index, 1)[0];
}

/**
 * Lets a piece slide from its origin. Without one, it falls from above the board if `fallsFrom` is set, and
 * otherwise fades in.
 * @param {Drawn} piece
 * @param {Drawn | undefined} origin
 * @param {number | null} fallsFrom
 */
function animate({ element, x, y }, origin, fallsFrom) {
  /** @type {(x: number, y: number) => { transform: string }} */
  const at = (left, top) => ({ transform: `translate(${left}px, ${top}px)` });
  if (origin) {
    element.animate([at(origin.x, origin.y), at(x, y)], { duration: GLIDE, easing: "ease-out" });
  } else if (fallsFrom !== null) {
    const easing = "cubic-bezier(.5,0,.9,.7)";
    element.animate([at(x, fallsFrom), at(x, y)], { duration: 2 * GLIDE, easing });
  } else {
    element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: GLIDE });
  }
}
