// Entering a move step by step. The server sends the moves as a tree of steps: a node is [move or null, children], a
// child is [what is done, the word it is done with or null, node, path], the path only where a piece travels along places
// that it is not asked for. A node with a move may end the entry there.

export class Entry {
  constructor(tree) {
    this.tree = tree ?? [null, []];
    this.path = [];
  }

  get node() {
    return this.path.length ? this.path[this.path.length - 1][2] : this.tree;
  }

  get children() {
    return this.node[1];
  }

  /** The move that is complete as it stands. */
  get move() {
    return this.node[0];
  }

  get steps() {
    return this.path.map(([name, word]) => [name, word]);
  }

  take(child) {
    this.path.push(child);
  }

  back() {
    return this.path.pop() !== undefined;
  }

  /** What can be done next with a word. */
  on(word) {
    return this.children.filter((child) => child[1] === word);
  }

  /** The shortest way on that comes to a word later, if there is only one: a person may click on the aim at once. */
  wayTo(word) {
    let level = [[this.node, []]];
    while (level.length && level.length < 5000) {
      const next = level.flatMap(([node, way]) => node[1].map((child) => [child[2], [...way, child]]));
      const found = next.filter(([, way]) => way[way.length - 1][1] === word);
      if (found.length) return found.length === 1 ? found[0][1] : null;
      level = next;
    }
    return null;
  }
}

/** The words of the places along which steps lead. */
export function pathOf(steps) {
  return steps.reduce((words, [, word, , path]) => path ?? (word === null ? words : [...words, word]), []);
}

/** The steps of a move in a tree, the first way of playing it; null when it is not there. */
export function stepsOf(tree, move) {
  const stack = [[tree, []]];
  let best = null;
  while (stack.length) {
    const [node, steps] = stack.pop();
    if (node[0] === move && (!best || steps.length < best.length)) best = steps;
    for (const child of node[1]) stack.push([child[2], [...steps, child]]);
  }
  return best;
}
