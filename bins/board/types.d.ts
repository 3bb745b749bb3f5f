// Types of the messages between page and server, and of values that the page's modules share. A side is 0 for
// the first and 1 for the second.

/** A point of the drawing. A square has width 1; x grows to the right, y downwards. */
interface Spot {
  x: number;
  y: number;
}

/** A place of the board. */
interface Place extends Spot {
  /** The word that actions use for the place. */
  name: string;
  /** Name of the place for people, if it differs from `name`. */
  label: string | null;
  shape: "square" | "point" | "hollow" | "hexagon" | "bar";
  /** Width in squares. */
  width: number;
}

/** The look of a piece. */
interface Look {
  shape: string;
  /** The piece's owner; null for a piece of neither side. */
  side: number | null;
  /** Number drawn on the piece. */
  count?: number | null;
  /** Word drawn on the piece. */
  text?: string | null;
  /** Whether the piece is out of play but still on the board. */
  dead?: boolean;
  /** Drawing of the piece around the origin, as an SVG element. A square is 100 units wide. */
  svg: string;
}

interface Piece extends Look {
  /** Index of its place. */
  at: number;
}

/** Information about a side, shown beside the board. */
interface Seat {
  name: string;
  role: { name: string; rule: string } | null;
  /** Shape, number and drawing of the pieces in hand. */
  hand: { shape: string; count: number; svg: string } | null;
  note: string | null;
  /** Drawing of a piece of the side; null if no pieces belong to it. */
  svg: string | null;
}

/** Drawing of a board in layers, each an SVG element. */
interface Drawing {
  /** Area that the board covers, with a margin. */
  area: Spot & { width: number; height: number };
  /** Elements to which the layers and the pieces refer. */
  gradients: string;
  /** The board, with an element of the class `spot` for each place. */
  ground: string;
  /** What hides parts of the pieces. */
  front: string;
  notes: string;
}

/** A position as data for drawing. */
interface Scene {
  surface: string;
  /** Whether a new piece falls from the top of its column. */
  falls: boolean;
  /** Unit of the margin that decides the game; null in a game without margins. */
  margin: string | null;
  places: Place[];
  pieces: Piece[];
  marks: { at: number; text: string }[];
  seats: Seat[];
  svg: Drawing;
}

/** One of the possible contents of a place. */
interface Choice {
  /** Text of the choice in the position's text; null if the name of the place is written. */
  written: string | null;
  /** Pieces on the place, from the bottom up. */
  pieces: Look[];
}

/** The contents of a place. */
interface PlacePart {
  /** Index of the place in the scene. */
  at: number;
  /** Index in the form's `kinds` of the list of choices for the place. */
  kind: number;
  /** Index of the current choice. */
  chosen: number;
}
/** The side to move. */
interface SidePart {
  /** Words for the first and the second side in the position's text. */
  sides: [string, string];
  chosen: number;
}
/** One of several words. */
interface WordPart {
  name: string;
  /** For each choice, its word in the position's text, then its label for people. */
  choices: [string, string][];
  chosen: number;
}
/** A whole number. */
interface NumberPart {
  name: string;
  /** Minimum and maximum. */
  range: [number, number];
  chosen: number;
}
/** The number of places with a choice. */
interface CountPart {
  /** Index of the list of choices in `kinds`, then index of the counted choice in that list. */
  counted: [number, number];
}
/** Parts joined by a separator; empty parts are left out. */
interface ListPart {
  /** The separator. */
  between: string;
  parts: Part[];
}
type LeafPart = string | PlacePart | SidePart | WordPart | NumberPart | CountPart;
/** A part of a position's text. */
type Part = LeafPart | ListPart;

/** A position's text as a form, from which the editor composes the text. */
interface Form {
  /** Lists of choices for places. The first choice of each list is an empty place. */
  kinds: Choice[][];
  parts: Part[];
}

/** A step of a move: the name of an action, and its argument or null. */
type Step = [string, string | null];
/** A node of the tree of steps: the move that is complete there or null, and the possible next steps. */
type StepNode = [string | null, StepChild[]];
/** A possible step: action, argument, the node after it, and a piece's path unless that is direct. */
type StepChild = [string, string | null, StepNode, string[]?];

/** An option that sets a rule. */
interface Option {
  name: string;
  kind: "check" | "spin" | "combo";
  default: string;
  min?: number;
  max?: number;
  choices?: string[];
}

/** The end of a game. */
interface Over {
  /** The winning side; null for a draw. */
  winner: number | null;
  /** The rule that ended the game, `repetition` or `limit`; empty after any other ending. */
  reason: string;
  /** Number of both sides' moves without progress after which the rule `limit` ends the game. */
  limit: number | null;
  /** The winner's lead in points; null in a game without margins. */
  margin: number | null;
}

/** The reply to a request for a position. */
interface Position {
  variant: string;
  text: string;
  side: number;
  over: Over | null;
  scene: Scene;
  form: Form;
  tree: StepNode;
  /** The options of the rules; null for an option that the page cannot show. */
  options: (Option | null)[];
  /** Names and texts of positions of the game. */
  named: [string, string][];
  /** Name of the last named position of the game; null if there is none. */
  opening: string | null;
  /** Measured levels with their Elo ratings, in ascending order. */
  ratings: [number, number][];
  warning: string | null;
}

/** A position as a request describes it: game, rules, starting position and moves. */
interface Setting {
  game: string;
  /** Null for the default variant. */
  variant: string | null;
  options: [string, string][];
  /** Text of the starting position; null for the start of the game. */
  setup: string | null;
  moves: string[];
}

/** An exact value, for the side to move. */
interface ExactValue {
  word: "win" | "draw" | "loss";
  /** Plies to the end of the game; null if unknown. */
  plies: number | null;
  /** The lead in points; null in a game that is not decided by points. */
  points: number | null;
}

/** Exact values of a position and of its moves; null where they are unknown. */
interface Exact {
  /** Warning of the engine, such as an error of its tables; null without one. */
  warning: string | null;
  value: ExactValue | null;
  moves: { move: string; value: ExactValue | null }[];
}

/** The settings of a search. Without `movetime` and `clocks`, it is endless. */
interface SearchRequest {
  place: Setting;
  /** Level of strength, 0 to 30; absent for an analysis at full strength. */
  level?: number;
  /** Time limit in milliseconds. */
  movetime?: number;
  /** Remaining time and increment of both sides, in milliseconds. */
  clocks?: [number, number][];
  /** Number of principal variations, 1 by default, at most 10. */
  lines?: number;
}

/** A principal variation of a search. Values are for the side to move. */
interface Line {
  /** 1 for the best line. */
  rank: number;
  /** Depth in plies. */
  depth: number;
  /** Score in reported units; null for a win or loss of known length. */
  units: number | null;
  /** The winner's turns to the end, negative if the side to move loses; null without a known length. */
  ends: number | null;
  /** Winning chance, 0 to 1. */
  chance: number;
  nodes: number;
  /** Nodes a second. */
  speed: number;
  /** Number of positions found in tables. */
  tables: number;
  moves: string[];
}

/** The annotations of a move in a record. */
interface Annotation {
  comment: string;
  /** Data of the engine's search, in the form of a comment. */
  note: string;
  /** Numeric annotation glyphs, separated by spaces. */
  glyphs: string;
  /** Alternatives to the move, as written in the record. */
  variations: string;
}

/** A recorded game. */
interface GameRecord {
  game: string | null;
  variant: string | null;
  options: [string, string][];
  setup: string | null;
  players: [string, string];
  result: string;
  moves: string[];
  /** Annotations of the moves, without empty fields and without empty ones at the end. */
  annotations: Partial<Annotation>[];
  /** Comment before the first move. */
  before: string;
  tags: [string, string][];
}

/** The games of a file. */
interface Records {
  records: GameRecord[];
  /** Errors in games that could not be read. */
  problems: string[];
}

/** A game to write as a record. */
interface RecordRequest {
  place: Setting;
  players: string[];
  annotations: Annotation[];
  /** Comment before the first move. */
  before: string;
  tags: [string, string][];
  /** 0 or 1 for the side that won, 2 for a draw, null for an unfinished game. */
  result: number | null;
  /** The ending of the file's name: pgn, sgf or mif. */
  format: string;
  /** Date of the game, such as 2026.01.31. */
  date: string;
}

/** A set of rules. */
interface Variant {
  name: string;
  summary: string;
}

/** A game that the server offers. */
interface GameListing {
  name: string;
  variants: Variant[];
}

/** A move of an opening tree. The winning chance and the exact value are the mover's; null if unknown. */
interface ExploredMove {
  move: string;
  /** Numbers of games that the first side won, of draws, and of games that the second side won. */
  results: [number, number, number];
  chance: number | null;
  exact: ExactValue["word"] | null;
}

/** The server's first message. */
interface Hello {
  /** Name of the program, for the title. */
  program: string;
  /** Whether the server has an opening tree. */
  tree: boolean;
  games: GameListing[];
  /** Loss of winning chance, 0 to 1, from which a move is a mistake. */
  mistake: number;
  /** Loss of winning chance, 0 to 1, from which a move is a blunder. */
  blunder: number;
  /** Options of the rules at the start. */
  rules: Record<string, string>;
  /** The recorded games to show first; null for a new game. */
  file: Records | null;
}

/** Functions that a connection calls. */
interface Listener {
  receive: (message: any) => void;
  /** The connection is lost and will be opened again. Requests that were sent get no answer. */
  lost: (reason: string) => void;
}

/** A request to the server. The answer repeats its id. */
interface PageRequest {
  id: number;
  type: string;
  place?: Setting;
  record?: RecordRequest;
  [field: string]: unknown;
}

/** A connection to the server, or to the engine in the page that replaces it. */
interface Transport {
  readonly isOpen: boolean;
  /** Sends a request. Throws an error if it cannot be sent. */
  send: (request: PageRequest) => void;
}

type Connect = (listener: Listener) => Transport;

/** A game to load. The record, if there is one, adds players, annotations and tags. */
interface Loading {
  game: string;
  variant?: string | null;
  options?: Record<string, string>;
  setup?: string | null;
  moves?: string[];
  /** Number of the position to show: moves from the start. */
  ply?: number;
  record?: GameRecord | null;
  /** The players; null for a side whose player stays. */
  players?: (Player | null)[];
  /** Text that sets the clocks. Without it, those of the game on the board begin again. */
  clock?: string;
  /** What the browser has kept of an annotated game. */
  kept?: KeptGame;
}

/** A line of moves with its annotations by ply, as the browser keeps it. */
interface KeptLine {
  moves: string[];
  annotations: [number, Annotation][];
}

/** An annotated game, as the browser keeps it. */
interface KeptGame {
  fields: { record: GameRecord | null; isChanged: boolean };
  line: KeptLine;
  /** The lines that shown variations have replaced, the game itself first. */
  left: { line: KeptLine; ply: number; index: number; before: string; isChanged: boolean }[];
}

/** The value of a position, for the first side. */
interface Value {
  /** Winning chance, 0 to 1. */
  chance: number;
  /** The value as shown, such as `+0.35` or `+W3`. */
  text: string;
  /** The value in words, for screen readers. */
  spoken: string;
  proven: boolean;
  best?: string;
  /** The principal variation. */
  line?: string[];
}

interface Player {
  kind: string;
  level: number;
}
