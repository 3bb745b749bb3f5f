// A line of moves, with the position, values and annotations of each ply.

export class Line {
  /** @type {Map<number, Value>} */
  values = new Map();
  /** Exact values of positions and of their moves. @type {Map<number, Exact>} */
  exact = new Map();
  /** @type {Map<number, Position>} */
  positions = new Map();
  /** Sides to move by ply, also those of positions that are not kept. @type {Map<number, number>} */
  sides = new Map();

  /** @param {Partial<KeptLine>} data */
  constructor({ moves = [], annotations = [] }) {
    this.moves = [...moves];
    /** Annotations by ply. Ply 0 has the comment before the first move. */
    this.annotations = new Map(annotations);
  }

  /** @param {number} ply @param {Position} position */
  keep(ply, position) {
    this.positions.set(ply, position);
    this.sides.set(ply, position.side);
  }

  /** What a person has entered, without what the engine can send again. @returns {KeptLine} */
  toJSON() {
    return { moves: this.moves, annotations: [...this.annotations] };
  }

  /**
   * Stores the annotations of a ply; removes them if all texts are empty.
   * @param {number} ply
   * @param {Annotation} changed
   */
  annotate(ply, changed) {
    if (Object.values(changed).some(Boolean)) this.annotations.set(ply, changed);
    else this.annotations.delete(ply);
  }

  /** Removes what comes after a ply. @param {number} ply */
  cut(ply) {
    this.moves.length = ply;
    for (const map of [this.values, this.exact, this.annotations, this.positions, this.sides]) {
      for (const later of [...map.keys()].filter((key) => key > ply)) map.delete(later);
    }
  }

  /**
   * Returns a copy of the line up to a ply, continued by other moves.
   * @param {number} ply
   * @param {string[]} moves
   */
  branch(ply, moves) {
    // `toJSON` returns copies of the moves and the annotations.
    const other = new Line(this.toJSON());
    other.values = new Map(this.values);
    other.exact = new Map(this.exact);
    other.positions = new Map(this.positions);
    other.sides = new Map(this.sides);
    other.cut(ply);
    other.moves.push(...moves);
    return other;
  }
}
