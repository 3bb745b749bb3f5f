// The steps entered so far of a move, as a path in the tree of all steps. A node with a move is the end of
// that move.

/** Limit of the search for the way to a place. */
const MAX_WAYS = 5000;

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
    const ways = shortest(this.node, (_, way) => way.at(-1)?.[1] === word, MAX_WAYS);
    return ways.length === 1 ? ways[0] : null;
  }
}

/**
 * Returns the shortest sequences of steps from a node that fit; none if too many shorter ones do not.
 * @param {StepNode} from
 * @param {(node: StepNode, way: StepChild[]) => boolean} fits
 * @param {number} most number of sequences of one length above which no longer ones are tried
 */
function shortest(from, fits, most) {
  /** @type {[StepNode, StepChild[]][]} */
  let level = [[from, []]];
  while (level.length && level.length < most) {
    level = level.flatMap(([node, way]) =>
      node[1].map((child) => /** @type {[StepNode, StepChild[]]} */ ([child[2], [...way, child]])),
    );
    const found = level.filter(([node, way]) => fits(node, way));
    if (found.length) return found.map(([, way]) => way);
  }
  return [];
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
export const stepsOf = (tree, move) => shortest(tree, ([end]) => end === move, Infinity).at(-1) ?? null;

/**
 * Returns the names of the places along which the piece of a move travels.
 * @type {(tree: StepNode, move: string) => string[]}
 */
export const pathTo = (tree, move) => pathOf(stepsOf(tree, move) ?? []);
