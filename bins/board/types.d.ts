// Messages of the server, and the values that the page's modules pass to each other.

/** A point of the board, in squares from the upper left. */
interface Spot {
  x: number;
  y: number;
}

interface Place extends Spot {
  name: string;
  label: string | null;
  shape: "square" | "point" | "hollow" | "hexagon" | "bar";
  width: number;
}

/** What a piece looks like; `side` is null for a piece of nobody. */
interface Look {
  shape: string;
  side: number | null;
  count?: number | null;
  text?: string | null;
  dead?: boolean;
}

interface Piece extends Look {
  /** Index of its place. */
  at: number;
}

interface Seat {
  name: string;
  role: { name: string; rule: string } | null;
  hand: { shape: string; count: number } | null;
  note: string | null;
}

/** Everything on the table. */
interface Scene {
  surface: string;
  /** Whether pieces fall in from the top of their column. */
  falls: boolean;
  /** Unit of the margin that decides the game; null in a game without margins. */
  margin: string | null;
  places: Place[];
  lines: [Spot, Spot][];
  /** Edges that belong to a side. */
  edges: { side: number; path: Spot[] }[];
  captions: (Spot & { text: string })[];
  pieces: Piece[];
  marks: { at: number; text: string }[];
  seats: Seat[];
}

/** A choice for the contents of a place; its text is null if it is the place's name. */
interface Choice {
  written: string | null;
  pieces: Look[];
}

interface PlacePart {
  at: number;
  kind: number;
  chosen: number;
}
interface SidePart {
  sides: [string, string];
  chosen: number;
}
interface WordPart {
  name: string;
  choices: [string, string][];
  chosen: number;
}
interface NumberPart {
  name: string;
  range: [number, number];
  chosen: number;
}
interface CountPart {
  counted: [number, number];
}
interface ListPart {
  between: string;
  parts: Part[];
}
type LeafPart = string | PlacePart | SidePart | WordPart | NumberPart | CountPart;
/** A part of a position's text. */
type Part = LeafPart | ListPart;

/** The form of a position's text. */
interface Form {
  kinds: Choice[][];
  parts: Part[];
}

/** A step of a move: what is done, and the word with which it is done. */
type Step = [string, string | null];
/** The steps that are possible, and the move that is complete here. */
type StepNode = [string | null, StepChild[]];
/** A step with what follows, and with the places along which a piece travels. */
type StepChild = [string, string | null, StepNode, string[]?];

interface Option {
  name: string;
  kind: "check" | "spin" | "combo";
  default: string;
  min?: number;
  max?: number;
  choices?: string[];
}

interface Over {
  /** The winning side; null for a draw. */
  winner: number | null;
  reason: string;
  margin: number | null;
}

/** The answer about a position. */
interface Position {
  variant: string;
  text: string;
  side: number;
  over: Over | null;
  scene: Scene;
  form: Form;
  tree: StepNode;
  options: (Option | null)[];
  named: [string, string][];
  warning: string | null;
}

/** A position as the server sets it up: rules, first position and moves. */
interface Setting {
  game: string;
  variant: string | null;
  options: [string, string][];
  setup: string | null;
  moves: string[];
}

interface ExactValue {
  word: "win" | "draw" | "loss";
  plies: number | null;
  /** The margin for the side to move, in a game decided by points. */
  points: number | null;
}

interface Exact {
  /** An error of the tables, which are used as far as they go. */
  warning: string | null;
  value: ExactValue | null;
  moves: { move: string; value: ExactValue | null }[];
}

interface SearchRequest {
  place: Setting;
  level?: number;
  movetime?: number;
  clocks?: [number, number][];
  lines?: number;
}

/** A line of a search. */
interface Line {
  rank: number;
  depth: number;
  units: number | null;
  ends: number | null;
  chance: number;
  nodes: number;
  speed: number;
  tables: number;
  moves: string[];
}

/** What a record says about a move. */
interface Annotation {
  comment: string;
  note: string;
  glyphs: string;
  variations: string;
}

/** A game of a file. */
interface GameRecord {
  game: string | null;
  variant: string | null;
  options: [string, string][];
  setup: string | null;
  players: [string, string];
  result: string;
  moves: string[];
  annotations: Annotation[];
  before: string;
  tags: [string, string][];
}

interface Records {
  records: GameRecord[];
  problems: string[];
}

/** A game to write as a record. */
interface RecordRequest {
  place: Setting;
  players: string[];
  sides: number[];
  annotations: Annotation[];
  before: string;
  tags: [string, string][];
  result: number | null;
  format: string;
  date: string;
}

interface Variant {
  name: string;
  summary: string;
}

interface GameListing {
  name: string;
  variants: Variant[];
  further: Variant | null;
}

/** The server's first message. */
/** A move of a tree of openings; the chance and the exact value are from the mover's view. */
interface ExploredMove {
  move: string;
  /** Games that the first side won, that were drawn, and that the second side won. */
  results: [number, number, number];
  chance: number | null;
  exact: ExactValue["word"] | null;
}

interface Hello {
  /** Whether there is a tree of openings. */
  tree: boolean;
  games: GameListing[];
  mistake: number;
  blunder: number;
  rules: Record<string, string>;
  file: Records | null;
}

/** What happens on a connection. */
interface Listener {
  receive: (message: any) => void;
  /** There is no connection; it will be opened again. Nothing that was sent is answered. */
  lost: (reason: string) => void;
}

/** A message to the server. */
interface PageRequest {
  id: number;
  type: string;
  place?: Setting;
  [field: string]: unknown;
}

/** A way to send messages to the server, or to the engine that stands in for it. */
interface Transport {
  readonly isOpen: boolean;
  /** Throws an error if the message cannot be sent. */
  send: (request: PageRequest) => void;
}

type Connect = (listener: Listener) => Transport;

/** A game to load. */
interface Loading {
  game: string;
  variant?: string | null;
  options?: Record<string, string>;
  setup?: string | null;
  moves?: string[];
  ply?: number;
  record?: GameRecord | null;
}

/** The value of a position for the first side. */
interface Value {
  chance: number;
  text: string;
  spoken: string;
  proven: boolean;
  best?: string;
}

interface Player {
  kind: string;
  level: number;
}
