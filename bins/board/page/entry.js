// The steps of a move entered so far, as a path in the tree of all steps. A node may hold the move that is
// complete there.

/** Number of sequences of one length at which the search for a way gives up. */
const MAX_WAYS = 5000;

/**
 * Names the parts of a step: its action, the word that the person chooses, the node after it, and the places
 * along which the piece has come, if not directly.
 * @param {StepChild} step
 */
export const stepParts = ([name, word, node, along]) => ({ name, word, node, along });

/** Returns the parts of the last step; undefined without steps. @param {StepChild[]} steps */
function lastOf(steps) {
  const last = steps.at(-1);
  return last && stepParts(last);
}

export class Entry {
  /** @type {StepChild[]} */
  path = [];

  /** @param {StepNode} [tree] */
  constructor(tree = [null, []]) {
    this.tree = tree;
  }

  get #node() {
    return lastOf(this.path)?.node ?? this.tree;
  }

  get children() {
    const [, children] = this.#node;
    return children;
  }

  /** The move that is complete after these steps, or null. */
  get move() {
    const [move] = this.#node;
    return move;
  }

  /** @returns {Step[]} */
  get steps() {
    return this.path.map(([name, word]) => [name, word]);
  }

  /** Argument of the last step, such as the name of a place. */
  get lastWord() {
    return lastOf(this.path)?.word;
  }

  /** Returns the possible next steps to a place. @param {string} word */
  on(word) {
    return this.children.filter((step) => stepParts(step).word === word);
  }

  /**
   * Returns the shortest sequence of steps that ends at a place, so that a person can click on the target at
   * once; null if there is none or several are shortest.
   * @param {string} word
   * @returns {StepChild[] | null}
   */
  wayTo(word) {
    const [way, ...others] = shortest(this.#node, ({ steps }) => lastOf(steps)?.word === word, MAX_WAYS);
    return way && !others.length ? way : null;
  }
}

/**
 * Returns the shortest sequences of steps from a node that fit. Gives up and returns none if there are `most`
 * or more sequences of one length and none of them fits.
 * @param {StepNode} from
 * @param {(way: { node: StepNode, steps: StepChild[] }) => boolean} fits `node` is the node after the steps
 * @param {number} most
 */
function shortest(from, fits, most) {
  let level = [{ node: from, steps: /** @type {StepChild[]} */ ([]) }];
  while (level.length && level.length < most) {
    level = level.flatMap(({ node: [, children], steps }) =>
      children.map((step) => ({ node: stepParts(step).node, steps: [...steps, step] })),
    );
    const found = level.filter(fits);
    if (found.length) return found.map(({ steps }) => steps);
  }
  return [];
}

/** Returns the names of the places along which the piece travels. @param {StepChild[]} steps */
export function pathOf(steps) {
  /** @type {string[]} */
  let path = [];
  for (const { word, along } of steps.map(stepParts)) {
    if (along) path = along;
    else if (word !== null) path = [...path, word];
  }
  return path;
}

/**
 * Returns a shortest sequence of steps that plays a move; null if there is none. All of them lead to the same
 * position.
 * @param {StepNode} tree
 * @param {string} move
 */
export const stepsOf = (tree, move) =>
  shortest(tree, ({ node: [end] }) => end === move, Infinity).at(-1) ?? null;

/**
 * Returns the names of the places along which the piece of a move travels.
 * @type {(tree: StepNode, move: string) => string[]}
 */
export const pathTo = (tree, move) => pathOf(stepsOf(tree, move) ?? []);
