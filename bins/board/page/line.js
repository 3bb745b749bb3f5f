// A line of moves. For each ply, it stores the position and its values and annotations.

export class Line {
  /** @type {Map<number, Value>} */
  values = new Map();
  /** Exact values of positions and of their moves. @type {Map<number, Exact>} */
  exact = new Map();
  /**
   * Annotations of the moves, by ply. Ply 0 has the comment before the first move.
   * @type {Map<number, Annotation>}
   */
  annotations = new Map();
  /** @type {Map<number, Position>} */
  positions = new Map();

  /** @param {string[]} [moves] */
  constructor(moves = []) {
    this.moves = moves;
  }

  get #maps() {
    return [this.values, this.exact, this.annotations, this.positions];
  }

  /**
   * Removes all moves and data after a ply.
   * @param {number} ply
   */
  cut(ply) {
    this.moves.length = ply;
    for (const map of this.#maps) {
      for (const later of [...map.keys()].filter((key) => key > ply)) map.delete(later);
    }
  }

  /**
   * Returns a copy of the line up to a ply, continued by other moves.
   * @param {number} ply
   * @param {string[]} moves
   */
  branch(ply, moves) {
    const other = new Line([...this.moves]);
    other.values = new Map(this.values);
    other.exact = new Map(this.exact);
    other.annotations = new Map(this.annotations);
    other.positions = new Map(this.positions);
    other.cut(ply);
    other.moves.push(...moves);
    return other;
  }
}
