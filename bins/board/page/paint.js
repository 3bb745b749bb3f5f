// Gradients and arrow heads that the style of the board refers to.

import { svg } from "./dom.js";

/**
 * @param {string} id
 * @param {...string} colors from the light to the shadow
 */
const ball = (id, ...colors) =>
  svg(
    "radialGradient",
    { id, cx: "38%", cy: "32%", r: "75%" },
    ...colors.map((color, index) =>
      svg("stop", { offset: index / (colors.length - 1), "stop-color": color }),
    ),
  );

/**
 * @param {string} id
 * @param {{ x2: number, y2: number }} towards
 * @param {...[number, string]} stops
 */
const plane = (id, towards, ...stops) =>
  svg(
    "linearGradient",
    { id, ...towards },
    ...stops.map(([offset, color]) => svg("stop", { offset, "stop-color": color })),
  );

/** @param {string} id */
const head = (id) =>
  svg(
    "marker",
    {
      id,
      viewBox: "0 0 10 10",
      refX: 7,
      refY: 5,
      markerWidth: 3.2,
      markerHeight: 3.2,
      orient: "auto-start-reverse",
    },
    svg("path", { d: "M0 0 10 5 0 10z" }),
  );

export const paint = () =>
  svg(
    "defs",
    {},
    ball("ivory", "#fffdf6", "#f1e6cd", "#c9b78f"),
    ball("ebony", "#5d5752", "#2b2826", "#0f0d0c"),
    ball("gold", "#fff0a0", "#f7cf2e", "#c99a05"),
    ball("rust", "#ff9a7a", "#d6402b", "#8e1f12"),
    ball("dome", "#9fd0ff", "#2f7fd1", "#123f7d"),
    ball("boxwood", "#f8e3b0", "#dcb46a", "#a87a36"),
    plane(
      "wood",
      { x2: 1, y2: 0.25 },
      [0, "#d9ad72"],
      [0.35, "#cfa063"],
      [0.5, "#d8ae76"],
      [0.8, "#c79656"],
      [1, "#d3a468"],
    ),
    plane("grass", { x2: 0, y2: 1 }, [0, "#8fbf74"], [1, "#6ea158"]),
    plane("steel", { x2: 0, y2: 1 }, [0, "#2f62b8"], [1, "#1d4488"]),
    head("head"),
    head("drawnhead"),
  );
