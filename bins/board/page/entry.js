// The steps entered so far of a move, as a path in the tree of all steps. A node with a move is the end of
// that move.

export class Entry {
  /** @type {StepChild[]} */
  path = [];

  /** @param {StepNode} [tree] */
  constructor(tree = [null, []]) {
    this.tree = tree;
  }

  get node() {
    return this.path.at(-1)?.[2] ?? this.tree;
  }

  get children() {
    return this.node[1];
  }

  /** The move that is complete after these steps, or null. */
  get move() {
    return this.node[0];
  }

  /** @returns {Step[]} */
  get steps() {
    return this.path.map(([name, word]) => [name, word]);
  }

  /** Name of the place of the last step. */
  get lastWord() {
    return this.path.at(-1)?.[1];
  }

  /** @param {StepChild} child */
  take(child) {
    this.path.push(child);
  }

  /** Takes back a step. Returns false if there was none. */
  back() {
    return this.path.pop() !== undefined;
  }

  /**
   * Returns the possible next steps to the place with this name.
   * @param {string} word
   */
  on(word) {
    return this.children.filter((child) => child[1] === word);
  }

  /**
   * Returns the shortest sequence of steps that ends at a place, so that a person can click on the target at
   * once. Returns null if there is none or several are shortest.
   * @param {string} word
   * @returns {StepChild[] | null}
   */
  wayTo(word) {
    /** @type {[StepNode, StepChild[]][]} */
    let level = [[this.node, []]];
    while (level.length && level.length < 5000) {
      /** @type {[StepNode, StepChild[]][]} */
      const next = level.flatMap(([node, way]) =>
        node[1].map((child) => /** @type {[StepNode, StepChild[]]} */ ([child[2], [...way, child]])),
      );
      const found = next.filter(([, way]) => way.at(-1)?.[1] === word);
      if (found.length) return found.length === 1 ? found[0][1] : null;
      level = next;
    }
    return null;
  }
}

/**
 * Returns the names of the places along which the piece travels by these steps.
 * @param {StepChild[]} steps
 */
export function pathOf(steps) {
  /** @type {string[]} */
  let path = [];
  for (const [, word, , along] of steps) path = along ?? (word === null ? path : [...path, word]);
  return path;
}

/**
 * Returns the shortest sequence of steps that plays a move; null if the tree does not contain the move.
 * @param {StepNode} tree
 * @param {string} move
 */
export function stepsOf(tree, move) {
  /** @type {[StepNode, StepChild[]][]} */
  const stack = [[tree, []]];
  /** @type {StepChild[] | null} */
  let best = null;
  for (let next = stack.pop(); next; next = stack.pop()) {
    const [node, steps] = next;
    if (node[0] === move && (!best || steps.length < best.length)) best = steps;
    for (const child of node[1]) stack.push([child[2], [...steps, child]]);
  }
  return best;
}
