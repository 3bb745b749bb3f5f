// The table: the board, the person's entry of moves, the engine's moves, analysis, clocks.

import { byId, html, numberIn, words } from "./dom.js";
import { Board } from "./scene.js";
import { Editor } from "./editor.js";
import { Entry, pathOf, stepsOf } from "./entry.js";
import { Clocks } from "./clock.js";
import { PERSON, showSeats } from "./seats.js";
import { showBar, showExact, showGraph, showLines, valueOf } from "./analysis.js";
import { showMoves } from "./moves.js";

/** Milliseconds for a move of the engine without a clock, and for a position of a review. */
const MOVE_TIME = 700;
const REVIEW_TIME = 250;

export class Table {
  entry = new Entry();
  clocks = new Clocks();
  /** The engine moves by itself; not after one has gone back in the game. */
  engineOn = true;
  analysing = false;
  reviewing = false;
  #search = 0;
  #thinking = null;
  #preview = 0;
  #ambiguous = null;
  #sending = false;
  /** How moves were entered, by ply: the move and its steps. */
  #ways = new Map();

  constructor(server, game, players, setUp) {
    Object.assign(this, { server, game, players });
    this.board = new Board(byId("board"), {
      choose: (word, at) => (this.editor.isOpen ? this.editor.put(at) : this.choose(word)),
      grab: (word) => this.#grab(word),
      release: (word) => this.#release(word),
    });
    this.editor = new Editor(this.board, {
      check: (text) => server.ask({ type: "position", place: { ...game.place(0), setup: text } }),
      say: (text) => this.complain(text),
      done: (text) => setUp(text),
      close: () => this.show(),
    });
    setInterval(() => this.#tick(), 100);
  }

  /** Sets up another position by clicks. */
  edit() {
    const { position } = this;
    if (!position) return;
    if (!position.form.parts.length) return this.complain("Positions of this game are set up by their text.");
    this.stop();
    this.reviewing = false;
    showLines([], position.side, () => {});
    showExact(null);
    this.editor.open(position);
    byId("board").scrollIntoView({ block: "nearest" });
  }

  get position() {
    return this.game.known();
  }

  get isOver() {
    return Boolean(this.position?.over) || this.fallen !== undefined;
  }

  get fallen() {
    return this.clocks.fallen;
  }

  /** Something else is played from now on. */
  begin(engineOn) {
    this.stop();
    this.engineOn = engineOn;
    this.reviewing = false;
    this.#ways.clear();
  }

  sideOf = (ply) => this.game.known(ply)?.side;

  /** Shows the position where one looks, afresh. */
  show() {
    const { position } = this;
    if (!position) return;
    if (this.editor.isOpen) {
      this.editor.leave();
      byId("position").value = position.text;
    }
    this.entry = new Entry(position.tree);
    this.#ambiguous = null;
    this.#sending = false;
    this.board.draw(position.scene);
    showSeats(position, this.players, this.game, this.board.turned);
    this.#showEntry();
    this.#showLast();
    this.showGame();
    this.#press();
    this.#think();
  }

  /** Shows what is known about the game as a whole. */
  showGame() {
    const { game } = this;
    showMoves(game, this.sideOf, (ply) => this.goTo(ply));
    showGraph(game, this.sideOf, (ply) => this.goTo(ply));
    showBar(this.#endValue() ?? game.values.get(game.ply), this.board.turned);
    byId("first").disabled = byId("back").disabled = game.ply === 0;
    byId("last").disabled = byId("forward").disabled = game.ply === game.moves.length;
    byId("undo").disabled = game.ply === 0 && !this.entry.path.length;
    byId("redo").disabled = game.ply === game.moves.length;
  }

  #endValue() {
    const over = this.position?.over;
    if (!over) return null;
    const chance = over.winner === null ? 0.5 : 1 - over.winner;
    return { chance, text: over.winner === null ? "½" : over.winner === 0 ? "1–0" : "0–1", spoken: "the game is over", proven: true };
  }

  // Entering a move.

  get isPersons() {
    const { position } = this;
    return Boolean(position) && !this.editor.isOpen && !this.isOver && !this.#sending && (this.players[position.side].kind === PERSON || !this.engineOn || this.game.ply < this.game.moves.length);
  }

  choose(word) {
    if (!this.isPersons) return;
    const children = this.entry.on(word);
    if (children.length === 1) return this.#take([children[0]]);
    if (children.length > 1) {
      this.#ambiguous = children;
      return this.#showEntry();
    }
    // Clicking on what was chosen last takes it back; clicking on the aim of a move goes there at once.
    if (this.entry.path.at(-1)?.[1] === word) return this.takeBack();
    const way = this.entry.path.length || this.entry.children.length ? this.entry.wayTo(word) : null;
    if (way) return this.#take(way);
    if (this.entry.path.length) {
      const first = new Entry(this.entry.tree).on(word);
      if (first.length === 1) {
        this.entry = new Entry(this.entry.tree);
        this.#take(first);
      }
    }
  }

  #take(children) {
    children.forEach((child) => this.entry.take(child));
    this.#ambiguous = null;
    // What follows from the step of necessity is done with it, such as where a pushed piece goes.
    const [only, ...others] = this.entry.children;
    if (this.entry.path.length > 1 && this.entry.move === null && only?.[0] === "to" && !others.length) this.entry.take(only);
    if (this.entry.move !== null && !this.entry.children.length) return this.play(this.entry.move, this.entry.path);
    this.#showSteps();
  }

  #showSteps() {
    const { steps } = this.entry;
    const number = ++this.#preview;
    this.#showEntry();
    byId("undo").disabled = this.game.ply === 0 && !steps.length;
    if (!steps.length) return this.board.draw(this.position.scene), this.#showEntry();
    this.server.ask({ type: "preview", place: this.game.place(), steps }).then(({ scene }) => {
      if (number === this.#preview) {
        this.board.draw(scene);
        this.#showEntry();
      }
    }).catch(() => {});
  }

  /** Takes back the last step of the entry, or else the last move if the same side made it in this turn. */
  takeBack() {
    if (this.editor.isOpen) return this.show();
    if (this.#ambiguous) {
      this.#ambiguous = null;
      return this.#showEntry();
    }
    if (this.entry.back()) return this.#showSteps();
    const { ply } = this.game;
    if (ply > 0 && this.sideOf(ply - 1) === this.position?.side && this.isPersons) this.goTo(ply - 1);
  }

  #grab(word) {
    if (this.editor.isOpen) return false;
    if (!this.isPersons || this.entry.on(word).length !== 1) return this.entry.path.at(-1)?.[1] === word;
    const [child] = this.entry.on(word);
    if (!child[2][1].length) return false;
    this.#take([child]);
    return true;
  }

  #release(word) {
    if (word !== null && (this.entry.on(word).length || this.entry.wayTo(word))) this.choose(word);
    else this.takeBack();
  }

  #showEntry() {
    const { entry, position } = this;
    const lit = new Map();
    const places = new Set(position.scene.places.map(({ name }) => name));
    const choices = [];
    if (this.isPersons) {
      const children = this.#ambiguous ?? entry.children;
      for (const child of children) {
        const [name, word] = child;
        if (word !== null && places.has(word) && !this.#ambiguous) lit.set(word, lit.has(word) && lit.get(word) !== words(name) ? `${lit.get(word)} or ${words(name)}` : words(name));
        else choices.push(html("button", { type: "button", "data-step": `${name} ${word ?? ""}`, onclick: () => this.#take([child]) }, words(name), word !== null ? ` ${word}` : ""));
      }
      if (entry.move !== null && (entry.children.length || !entry.path.length) && !this.#ambiguous) choices.unshift(html("button", { type: "button", id: "done", onclick: () => this.play(entry.move, entry.path) }, "Done"));
      if (entry.path.length || this.#ambiguous) choices.push(html("button", { type: "button", id: "takeback", onclick: () => this.takeBack() }, "Take back step"));
    }
    byId("choices").replaceChildren(...choices);
    this.board.light(lit, entry.path.map(([, word]) => word).filter((word) => word !== null), pathOf(entry.path));
    this.#say(lit, choices);
  }

  #say(lit) {
    const { position, game } = this;
    const names = position.scene.seats.map(({ name }) => name);
    const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
    let text;
    if (this.fallen !== undefined) text = `${capital(names[1 - this.fallen])} has won on time`;
    else if (position.over) {
      const { winner, reason, margin } = position.over;
      text = `${winner === null ? "A draw" : `${capital(names[winner])} has won`}${margin ? ` by ${margin}` : ""}${reason ? ` ${reason}` : ""}`;
    } else {
      const asked = this.#ambiguous?.map(([name]) => words(name)) ?? [];
      const done = [...new Set([...asked, ...lit.values()].flatMap((names) => names.split(" or ")))].join(" or ");
      const waits = this.#thinking === "engine" ? "the engine thinks" : this.isPersons ? done || "to move" : "the engine is to move";
      text = `${capital(names[position.side])}: ${waits}`;
      if (game.ply < game.moves.length) text += ` (move ${game.ply} of ${game.moves.length})`;
    }
    const line = byId("status");
    if (line.textContent !== text) line.textContent = text;
  }

  async play(move, steps = null) {
    this.#ways.set(this.game.ply + 1, [move, steps]);
    const before = this.sideOf(this.game.ply);
    byId("played").textContent = `${this.position.scene.seats[before].name}: ${move}`;
    this.engineOn = true;
    this.#ambiguous = null;
    // Until the move is played nothing else can be done.
    this.#sending = true;
    this.board.light(new Map(), []);
    const problem = await this.game.play(move).then(() => null, (error) => error.message);
    if (problem === null) return this.#press(before !== this.position.side);
    this.show();
    this.complain(problem);
  }

  complain(message) {
    byId("status").textContent = message;
  }

  // Going through the game.

  async goTo(ply) {
    this.engineOn = false;
    this.reviewing = false;
    await this.game.show(ply).catch((error) => this.complain(error.message));
  }

  /** Takes back to where a person was to move last. */
  async undo() {
    if (this.entry.path.length) {
      this.entry = new Entry(this.entry.tree);
      return this.#showSteps();
    }
    await this.goTo(await this.#personsPly(-1));
  }

  async redo() {
    await this.goTo(await this.#personsPly(1));
  }

  async #personsPly(step) {
    const { game } = this;
    let ply = game.ply + step;
    const persons = this.players.some(({ kind }) => kind === PERSON);
    while (persons && ply > 0 && ply < game.moves.length && this.players[(await game.position(ply)).side].kind !== PERSON) ply += step;
    return ply;
  }

  // The engine.

  /** Lets the engine move here, whoever is to move. */
  engineMove() {
    this.engineOn = true;
    if (this.isOver) return;
    this.#play(this.players[this.position.side].kind === PERSON ? 30 : this.players[this.position.side].level);
  }

  stop() {
    this.#search += 1;
    if (this.#thinking) this.server.stop();
    this.#thinking = null;
  }

  #think() {
    this.stop();
    const { game, position } = this;
    this.board.arrows([]);
    this.#askExact();
    if (this.reviewing) return this.#review();
    const atEnd = game.ply === game.moves.length;
    if (!this.isOver && atEnd && this.engineOn && this.players[position.side].kind !== PERSON) this.#play(this.players[position.side].level);
    else if (this.analysing && !position.over) this.#analyse();
    else showLines([], position.side, () => {});
    this.#showEntry();
  }

  #play(level) {
    this.stop();
    const number = ++this.#search;
    const side = this.position.side;
    const request = { place: this.game.place(), level };
    if (this.clocks.isOn) request.clocks = [0, 1].map((each) => [Math.round(this.clocks.time(each)), Math.round(this.clocks.increment)]);
    else request.movetime = MOVE_TIME;
    this.#thinking = "engine";
    this.#showEntry();
    this.#start(number, request, side, async (best) => {
      this.#thinking = null;
      if (best?.move && this.fallen === undefined) await this.play(best.move);
    });
  }

  #analyse() {
    const number = ++this.#search;
    const { side } = this.position;
    this.#thinking = "analysis";
    this.#start(number, { place: this.game.place(), lines: Math.round(numberIn("lines", 3)) }, side, () => { this.#thinking = null; });
  }

  /** What tables know exactly, while one analyses. */
  #askExact() {
    const { game, position } = this;
    const { ply } = game;
    if (!this.analysing || position.over) return showExact(null);
    this.server.ask({ type: "exact", place: game.place() }).then((known) => {
      if (position === this.position && ply === game.ply && this.analysing) {
        showExact(known, position, (move) => this.isPersons && this.play(move));
      }
    }).catch(() => showExact(null));
  }

  /** Starts a search whose lines are shown; `done` is called unless another search came between. */
  #start(number, request, side, done) {
    const lines = [];
    const ply = this.game.ply;
    const current = () => number === this.#search;
    this.server.search(request, (line) => {
      if (!current()) return;
      lines[line.rank - 1] = line;
      const shown = lines.filter(Boolean);
      if (line.rank === 1) {
        this.game.values.set(ply, valueOf(line, side));
        showBar(this.game.values.get(ply), this.board.turned);
        showGraph(this.game, this.sideOf, (to) => this.goTo(to));
      }
      if (!this.analysing && !this.reviewing) return;
      showLines(shown, side, (move) => this.isPersons && this.play(move));
      if (this.#thinking === "analysis") this.#arrows(shown);
    }, (best) => { if (current()) done(best); }, (message) => { if (current()) this.complain(message); });
  }

  #arrows(lines) {
    const { tree } = this.position;
    this.board.arrows(lines.slice(0, 3).map((line) => pathOf(stepsOf(tree, line.moves[0]) ?? [])));
  }

  set analysis(on) {
    this.analysing = on;
    if (this.position) this.#think();
  }

  async review() {
    if (this.reviewing) {
      this.reviewing = false;
      return this.#think();
    }
    this.engineOn = false;
    this.reviewing = true;
    await this.game.show(0);
    this.#think();
  }

  /** Looks at the position and goes on to the next one. */
  #review() {
    const number = ++this.#search;
    const { game, position } = this;
    const next = () => {
      if (game.ply < game.moves.length) game.show(game.ply + 1);
      else {
        this.reviewing = false;
        this.showGame();
        this.#think();
      }
    };
    if (position.over) {
      game.values.set(game.ply, this.#endValue());
      return next();
    }
    this.#thinking = "review";
    this.#start(number, { place: game.place(), movetime: REVIEW_TIME }, position.side, (best) => {
      this.#thinking = null;
      if (best) next();
    });
  }

  #showLast() {
    const { game } = this;
    const before = game.ply > 0 ? game.known(game.ply - 1) : null;
    if (game.ply > 0 && !before) {
      const { ply } = game;
      game.position(ply - 1).then(() => { if (game.ply === ply) this.#showLast(); }).catch(() => {});
    }
    const move = game.moves[game.ply - 1];
    const [entered, way] = this.#ways.get(game.ply) ?? [];
    const steps = before ? (entered === move && way) || stepsOf(before.tree, move) : null;
    this.board.last(steps?.map(([, word]) => word) ?? [], before?.scene, steps?.some((step) => step[3]) ? pathOf(steps) : []);
  }

  // Clocks.

  #press(moved = false) {
    const { clocks, game, position } = this;
    if (!clocks.isOn || !position) return;
    const runs = !position.over && game.ply === game.moves.length && game.moves.length > 0;
    clocks.press(runs ? position.side : null, moved);
  }

  setClocks(on, minutes, seconds) {
    this.clocks.isOn = on;
    this.clocks.set(minutes, seconds);
    this.#tick();
  }

  #tick() {
    const { clocks } = this;
    for (const side of [0, 1]) {
      const face = byId(`clock${side}`);
      if (face) face.textContent = clocks.isOn ? clocks.text(side) : "";
    }
    if (this.fallen !== undefined && clocks.running !== null && this.position && !this.editor.isOpen) {
      if (this.#thinking === "engine") this.stop();
      this.#showEntry();
    }
  }

  turn() {
    this.board.turned = !this.board.turned;
    this.show();
  }
}
