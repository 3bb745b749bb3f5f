// The current game: its rules, starting position and moves, and the ply that is shown. The server's answers
// are kept until another game is loaded, those of a long game in part. While a variation is shown, its moves
// replace the game's. Its changes are written to the record when it is left.

import { Line } from "./line.js";
import { partsOf, recordOf, written } from "./variations.js";

/** @type {Annotation} */
const NOTHING = Object.freeze({ comment: "", note: "", glyphs: "", variations: "" });
/** Ply from which a position is kept only if a person or a review has gone there. */
const MAX_SCENES = 300;

/**
 * A line that a shown variation has replaced.
 * @typedef {object} Left
 * @property {Line} line
 * @property {number} ply ply of the move that the variation replaces
 * @property {number} index index of the variation among those of this move
 * @property {string} before comment before its first move
 * @property {boolean} isChanged
 */

export class Game extends EventTarget {
  game = "";
  /** @type {string | null} */
  variant = null;
  /** @type {Record<string, string>} */
  options = {};
  /** @type {string | null} */
  setup = null;
  ply = 0;
  /** The record from which the game was loaded. @type {GameRecord | null} */
  record = null;
  /** Whether loading another game would lose changes. */
  isChanged = false;
  #line = new Line({});
  /** The position that the last call of `show` waits for. @type {{ line: Line, ply: number } | null} */
  #wanted = null;
  /** The lines that shown variations have replaced, the game itself first. @type {Left[]} */
  #left = [];
  #server;

  /** @param {import("./server.js").Server} server */
  constructor(server) {
    super();
    this.#server = server;
  }

  /** Whether the last position is shown of a game that is neither a variation nor loaded from a record. */
  get isGoingOn() {
    return this.ply === this.moves.length && !this.record && !this.#left.length;
  }

  /** Whether the game has what its address does not hold: a record, comments, drawings or variations. */
  get isAnnotated() {
    return this.record !== null || this.#left.length > 0 || this.#line.annotations.size > 0;
  }

  /** Returns what the game's address does not hold, for `load`. @returns {KeptGame} */
  toKept() {
    const { record, isChanged } = this;
    const left = this.#left.map((each) => ({ ...each, line: each.line.toJSON() }));
    return { fields: { record, isChanged }, line: this.#line.toJSON(), left };
  }

  /** Returns everything about the game, for `resume`. */
  snapshot() {
    const { game, variant, options, setup, ply, record, isChanged } = this;
    const fields = { game, variant, options, setup, ply, record, isChanged };
    return { fields, line: this.#line, left: this.#left };
  }

  /** Shows a game again that another one has replaced. @param {ReturnType<Game["snapshot"]>} snapshot */
  resume({ fields, line, left }) {
    Object.assign(this, fields);
    this.#line = line;
    this.#left = left;
    this.#changed("game");
  }

  get moves() {
    return this.#line.moves;
  }

  /** Values by ply, as the last search found them. */
  get values() {
    return this.#line.values;
  }

  /** Exact values of positions and of their moves, by ply. */
  get exact() {
    return this.#line.exact;
  }

  /** Ply at which the shown variation begins, or null. */
  get variationStart() {
    const left = this.#left.at(-1);
    return left ? left.ply - 1 : null;
  }

  /** Returns the rules, the starting position and the first `ply` moves, for a request. @returns {Setting} */
  place(ply = this.ply) {
    const { game, variant, options, setup, moves } = this;
    const [pairs, before] = [Object.entries(options), moves.slice(0, ply)];
    return { game, variant: variant || null, options: pairs, setup, moves: before };
  }

  /** Resolves to the position after `ply` moves, which the server may have to send. */
  async position(ply = this.ply) {
    const line = this.#line;
    const known = line.positions.get(ply);
    if (known) return known;
    const place = this.place(ply);
    const position = await this.#server.position(place);
    // Other moves may have been played meanwhile. Then the position is not one of the line.
    if (place.moves.every((move, index) => move === line.moves[index])) line.keep(ply, position);
    return position;
  }

  /** The position after `ply` moves, if the server has sent it. */
  known(ply = this.ply) {
    return this.#line.positions.get(ply);
  }

  /** Sends the event `change`. @param {string} kind `game`, `line`, `ply`, `move` or `annotation` */
  #changed(kind) {
    this.dispatchEvent(new CustomEvent("change", { detail: kind }));
  }

  #markChanged() {
    this.isChanged = true;
    for (const left of this.#left) left.isChanged = true;
  }

  /**
   * Loads a game, and returns its last position. Calls `begin` just before the game replaces the one on the
   * board. If `begin` returns false, changes nothing and returns null. If the server refuses the game,
   * changes nothing and throws an error.
   * @param {Loading} loading
   * @param {() => boolean} begin
   */
  async load(loading, begin) {
    const { game, options = {}, setup = null, moves = [], ply = moves.length, record = null, kept } = loading;
    const place = { game, variant: loading.variant || null, options: Object.entries(options), setup, moves };
    const last = await this.#server.position(place);
    const at = (/** @type {string[]} */ all, /** @type {number} */ count) =>
      this.#server.position({ ...place, moves: all.slice(0, count) });
    const shown = ply === moves.length ? last : await at(moves, ply);
    const left = (kept?.left ?? []).map((each) => ({ ...each, line: new Line(each.line) }));
    for (const { line, ply: back } of left) line.keep(back, await at(line.moves, back));
    const line = new Line({ moves, annotations: kept?.line.annotations });
    const { annotations } = line;
    if (!kept) {
      record?.annotations.forEach((some, index) => annotations.set(index + 1, { ...NOTHING, ...some }));
      if (record?.before) annotations.set(0, { ...NOTHING, comment: record.before });
    }
    line.keep(moves.length, last);
    line.keep(ply, shown);
    if (!begin()) return null;
    // The game takes the server's name of the variant. The link or record may have another name for it, or
    // none. With the name, a link leads to the same rules on a board that begins with another variant.
    const { variant } = last;
    Object.assign(this, { game, variant, options, setup, ply, record, isChanged: false, ...kept?.fields });
    this.#left = left;
    this.#line = line;
    this.#changed("game");
    return last;
  }

  /**
   * Plays a move in the shown position. Later moves are removed unless it is the first of them.
   * @param {string} move
   * @param {boolean} [keeps] whether they become a variation of the new move
   */
  async play(move, keeps = false) {
    const { ply } = this;
    // A move before the variation's first one belongs to the line from which the variation branches off.
    while (this.variationStart !== null && ply < this.variationStart) this.#leaveLine();
    this.ply = ply;
    const line = this.#line;
    const moves = [...this.moves.slice(0, ply), move];
    const position = await this.#server.position({ ...this.place(ply), moves });
    // Another game may have been loaded meanwhile.
    if (line !== this.#line) return;
    if (this.moves[ply] !== move) {
      const variations = keeps && ply < this.moves.length ? written(line, ply, "") : "";
      line.cut(ply);
      line.moves.push(move);
      if (variations) line.annotations.set(ply + 1, { ...NOTHING, variations });
      this.#markChanged();
    }
    this.ply = ply + 1;
    line.keep(this.ply, position);
    this.#changed("move");
  }

  /** Shows a position, unless another one is wanted before the server has sent it. @param {number} ply */
  async show(ply) {
    const wanted = { line: this.#line, ply: Math.max(0, Math.min(ply, this.moves.length)) };
    this.#wanted = wanted;
    const isWanted = () => this.#wanted === wanted && wanted.line === this.#line;
    try {
      await this.position(wanted.ply);
      if (!isWanted() || wanted.ply === this.ply || !this.known(wanted.ply)) return;
      this.ply = wanted.ply;
    } finally {
      if (this.#wanted === wanted) this.#wanted = null;
    }
    this.#changed("ply");
  }

  /** Ply that is shown, or that `show` waits for. */
  wantedPly = () => (this.#wanted?.line === this.#line ? this.#wanted.ply : this.ply);

  /** Texts of the variations of the last move. */
  get variations() {
    return partsOf(this.annotation().variations);
  }

  /**
   * Shows a variation of the last move, unless the person goes elsewhere or types a comment before the server
   * has answered. If its moves cannot be played, throws an error and changes nothing.
   * @param {number} index
   */
  async enter(index) {
    const { ply } = this;
    const [line, annotation] = [this.#line, this.annotation()];
    const { records, problems } = await this.#server.readRecords(recordOf(this.variations[index]));
    if (!records.length) throw new Error(problems.join("; "));
    const [{ moves, annotations, before }] = records;
    const other = line.branch(ply - 1, moves);
    const place = this.place(ply - 1);
    const first = await this.#server.position({ ...place, moves: other.moves.slice(0, ply) });
    await this.#server.position({ ...place, moves: other.moves });
    if (line !== this.#line || ply !== this.ply || annotation !== this.annotation()) return;
    this.#left.push({ line, ply, index, before, isChanged: false });
    annotations.forEach((some, number) => other.annotations.set(ply + number, { ...NOTHING, ...some }));
    other.keep(ply, first);
    this.#line = other;
    this.ply = ply;
    this.#changed("line");
  }

  /** Leaves the shown variation, and shows the line from which it branches off. */
  leave() {
    if (this.#leaveLine()) this.#changed("line");
  }

  /** Goes back to the line from which the variation branches off. Returns false without a variation. */
  #leaveLine() {
    const left = this.#left.pop();
    if (!left) return false;
    const { line, ply, index, before, isChanged } = left;
    const now = written(this.#line, ply - 1, before);
    this.#line = line;
    this.ply = ply;
    if (isChanged) {
      const variations = this.variations.with(index, now).join(" ");
      line.annotations.set(ply, { ...this.annotation(), variations });
    }
    return true;
  }

  annotation(ply = this.ply) {
    return this.#line.annotations.get(ply) ?? NOTHING;
  }

  /** Changes annotations of a position. @param {Partial<Annotation>} change */
  annotate(change, ply = this.ply) {
    const changed = { ...this.annotation(ply), ...change };
    // The moves before a variation also belong to the line that it replaces, so the change is made there too.
    const lines = this.#left.flatMap((left, index, all) =>
      all.slice(index).every((later) => ply < later.ply) ? left.line : [],
    );
    for (const line of [...lines, this.#line]) line.annotate(ply, changed);
    this.#markChanged();
    this.#changed("annotation");
  }

  /** Asks the server for each position whose side to move is unknown. */
  async learnSides() {
    for (let ply = 0; ply < this.moves.length; ply++) {
      if (this.sideAt(ply) !== undefined) continue;
      const line = this.#line;
      await this.position(ply);
      if (ply >= MAX_SCENES && ply !== this.ply) line.positions.delete(ply);
    }
  }

  /** Returns the side to move after `ply` moves, if it is known. @param {number} ply */
  sideAt(ply) {
    return this.#line.sides.get(ply);
  }
}
