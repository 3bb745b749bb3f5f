// The game that is shown: its rules, where it began, its moves, and where one looks. Positions come from the server and
// are kept while the game stays.

export class Game extends EventTarget {
  game = null;
  variant = null;
  options = {};
  setup = null;
  moves = [];
  ply = 0;
  /** What is known about positions, by ply: chance of the first side, text, and the best move. */
  values = new Map();
  comments = new Map();
  names = ["", ""];
  #positions = new Map();
  #server;

  constructor(server) {
    super();
    this.#server = server;
  }

  /** What the server must know to set up the position after `ply` moves. */
  place(ply = this.ply) {
    const { game, variant, options, setup, moves } = this;
    return { game, variant: variant || null, options: Object.entries(options), setup, moves: moves.slice(0, ply) };
  }

  async position(ply = this.ply) {
    if (!this.#positions.has(ply)) {
      const known = this.#positions;
      const position = await this.#server.ask({ type: "position", place: this.place(ply) });
      if (known === this.#positions) known.set(ply, position);
      return position;
    }
    return this.#positions.get(ply);
  }

  known(ply = this.ply) {
    return this.#positions.get(ply);
  }

  #changed(kind) {
    this.dispatchEvent(new CustomEvent("change", { detail: kind }));
  }

  /** Begins something else; nothing changes when the server refuses it. */
  async load({ game, variant = null, options = {}, setup = null, moves = [], ply = moves.length, comments = new Map(), names = ["", ""] }) {
    const place = { game, variant: variant || null, options: Object.entries(options), setup, moves };
    const last = await this.#server.ask({ type: "position", place });
    Object.assign(this, { game, variant, options, setup, moves: [...moves], ply, comments, names });
    this.values = new Map();
    this.#positions = new Map([[moves.length, last]]);
    await this.position(ply);
    this.#changed("game");
    return last.warning;
  }

  async play(move) {
    if (this.moves[this.ply] !== move) {
      this.moves.splice(this.ply);
      this.moves.push(move);
      const later = (map) => [...map.keys()].filter((ply) => ply > this.ply).forEach((ply) => map.delete(ply));
      [this.#positions, this.values, this.comments].forEach(later);
    }
    this.ply += 1;
    try {
      await this.position();
    } catch (error) {
      this.moves.splice(this.ply - 1);
      this.ply -= 1;
      throw error;
    }
    this.#changed("move");
  }

  async show(ply) {
    const wanted = Math.max(0, Math.min(ply, this.moves.length));
    if (wanted === this.ply) return;
    await this.position(wanted);
    this.ply = wanted;
    this.#changed("ply");
  }

  comment(text) {
    if (text) this.comments.set(this.ply, text);
    else this.comments.delete(this.ply);
    this.#changed("comment");
  }

  /** The side that made move number `ply`, once its position is known. */
  async sides() {
    const sides = [];
    for (let ply = 0; ply < this.moves.length; ply++) sides.push((await this.position(ply)).side);
    return sides;
  }

  setValue(ply, value) {
    this.values.set(ply, value);
    this.#changed("value");
  }
}
