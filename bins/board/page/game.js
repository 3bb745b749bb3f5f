// The game that is shown: its rules, first position, moves, and the shown ply. The server's answers about
// positions are kept until another game is loaded.

/** @type {Annotation} */
const NOTHING = Object.freeze({ comment: "", note: "", glyphs: "", variations: "" });

export class Game extends EventTarget {
  game = "";
  /** @type {string | null} */
  variant = null;
  /** @type {Record<string, string>} */
  options = {};
  /** @type {string | null} */
  setup = null;
  /** @type {string[]} */
  moves = [];
  ply = 0;
  /** Values of positions by ply. @type {Map<number, Value>} */
  values = new Map();
  /** Exact values of positions and of their moves by ply. @type {Map<number, Exact>} */
  exact = new Map();
  /**
   * What is written about positions, by ply; at 0 stands the comment before the first move.
   * @type {Map<number, Annotation>}
   */
  #annotations = new Map();
  /** The record from which the game was loaded. @type {GameRecord | null} */
  record = null;
  /** Whether something would be lost if another game was loaded. */
  isChanged = false;
  /** @type {Map<number, Position>} */
  #positions = new Map();
  #server;

  /** @param {import("./server.js").Server} server */
  constructor(server) {
    super();
    this.#server = server;
  }

  /**
   * The setting of the position after `ply` moves.
   * @returns {Setting}
   */
  place(ply = this.ply) {
    const { game, variant, options, setup, moves } = this;
    return {
      game,
      variant: variant || null,
      options: Object.entries(options),
      setup,
      moves: moves.slice(0, ply),
    };
  }

  async position(ply = this.ply) {
    const known = this.#positions;
    const position = known.get(ply) ?? (await this.#server.position(this.place(ply)));
    known.set(ply, position);
    return position;
  }

  known(ply = this.ply) {
    return this.#positions.get(ply);
  }

  /** @param {string} kind */
  #changed(kind) {
    this.dispatchEvent(new CustomEvent("change", { detail: kind }));
  }

  /**
   * Loads another game and returns the server's warning about its position. Nothing changes if the server
   * refuses it.
   * @param {Loading} loading
   */
  async load({
    game,
    variant = null,
    options = {},
    setup = null,
    moves = [],
    ply = moves.length,
    record = null,
  }) {
    const place = { game, variant: variant || null, options: Object.entries(options), setup, moves };
    const last = await this.#server.position(place);
    Object.assign(this, { game, variant, options, setup, ply, record, isChanged: false });
    this.moves = [...moves];
    this.values = new Map();
    this.exact = new Map();
    this.#annotations = new Map(record?.annotations.map((annotation, index) => [index + 1, annotation]));
    if (record?.before) this.#annotations.set(0, { ...NOTHING, comment: record.before });
    this.#positions = new Map([[moves.length, last]]);
    await this.position(ply);
    this.#changed("game");
    return last.warning;
  }

  /**
   * Plays a move. Moves after the shown position are replaced.
   * @param {string} move
   * @param {boolean} [keeps] whether replaced moves become a variation of the new move
   */
  async play(move, keeps = false) {
    const { ply } = this;
    const known = this.#positions;
    const position = await this.#server.position({
      ...this.place(ply),
      moves: [...this.moves.slice(0, ply), move],
    });
    // Another game may have been loaded meanwhile.
    if (known !== this.#positions) return;
    if (this.moves[ply] !== move) {
      const variations = keeps && ply < this.moves.length ? this.#variation(ply) : "";
      this.moves.splice(ply, Infinity, move);
      for (const map of [this.#positions, this.values, this.exact, this.#annotations]) {
        for (const later of [...map.keys()].filter((key) => key > ply)) map.delete(later);
      }
      if (variations) this.#annotations.set(ply + 1, { ...NOTHING, variations });
      this.isChanged = true;
    }
    this.ply = ply + 1;
    known.set(this.ply, position);
    this.#changed("move");
  }

  /**
   * The moves after a position as variations in parentheses, with what is written about them.
   * @param {number} ply
   */
  #variation(ply) {
    const [first, ...rest] = this.moves.slice(ply).map((move, index) => {
      const { comment, note, glyphs, variations } = this.annotation(ply + 1 + index);
      const comments = [note, comment].filter(Boolean).map((text) => `{${text.replace(/[{}]/g, "")}}`);
      return { text: [move, glyphs, ...comments].filter(Boolean).join(" "), variations };
    });
    const line = [first.text, ...rest.flatMap(({ text, variations }) => [text, variations])];
    // Alternatives to the first replaced move are now alternatives to the move that replaces it.
    return [`(${line.filter(Boolean).join(" ")})`, first.variations].filter(Boolean).join(" ");
  }

  /** @param {number} ply */
  async show(ply) {
    const wanted = Math.max(0, Math.min(ply, this.moves.length));
    if (wanted === this.ply) return;
    await this.position(wanted);
    this.ply = wanted;
    this.#changed("ply");
  }

  annotation(ply = this.ply) {
    return this.#annotations.get(ply) ?? NOTHING;
  }

  /**
   * Changes what is written about the shown position.
   * @param {Partial<Annotation>} change
   */
  annotate(change) {
    this.#annotations.set(this.ply, { ...this.annotation(), ...change });
    this.isChanged = true;
    this.#changed("annotation");
  }

  /** The sides that made the moves, once their positions are known. */
  async sides() {
    const sides = [];
    for (let ply = 0; ply < this.moves.length; ply++) sides.push((await this.position(ply)).side);
    return sides;
  }

  /**
   * The side that made a move, if its position is known.
   * @param {number} ply
   */
  sideAt(ply) {
    return this.known(ply)?.side;
  }
}
