"""Types of the compiled part of the package. `plywright` exports its public names."""

import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any, SupportsIndex, final, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Self, disjoint_base

class PlywrightError(ValueError):
    """Base class of the errors of this package. The message says what was read and what was expected."""

class PositionError(PlywrightError):
    """The text is not a position of the game."""

class MoveError(PlywrightError):
    """The move cannot be parsed or is illegal, or the game is over."""

class OptionError(PlywrightError):
    """The game, variant or option does not exist, or the value is invalid."""

class EngineError(PlywrightError):
    """The engine is closed, cannot be started, or belongs to another process or to another game than the state.

    Also raised for states of several games in one call, and for an array `out` that cannot be used.
    """

class TableError(PlywrightError):
    """Tables cannot be created, found or read."""

class RecordError(PlywrightError):
    """A record of a game cannot be read or written."""

class NetworkError(PlywrightError):
    """A network cannot be read, trained or used."""

class ShardError(PlywrightError):
    """A plan or a shard cannot be read or used."""

class InternalError(PlywrightError):
    """The package itself is at fault. Please report the text with what led to it."""

__version__: str
__all__ = [
    "Batch",
    "Ending",
    "EngineError",
    "Game",
    "GameInfo",
    "InternalError",
    "MoveError",
    "Network",
    "NetworkError",
    "OptionError",
    "PlywrightError",
    "PositionError",
    "RecordError",
    "ShardError",
    "State",
    "TableError",
    "_Board",
    "_Engine",
    "_Puct",
    "_RecordFile",
    "_Search",
    "_SelfPlay",
    "_Standing",
    "_Tables",
    "__version__",
    "_accuracy",
    "_check_shard",
    "_conformance",
    "_examples",
    "_merge_shards",
    "_pack",
    "_panic",
    "_plan",
    "_plan_facts",
    "_play_match",
    "_read_games",
    "_read_records",
    "_restore",
    "_run_shard",
    "_save_gif",
    "_shard_name",
    "_solve",
    "_statistics",
    "_table_info",
    "_targets",
    "_train",
    "_verify",
    "_write_record",
    "action_masks",
    "features",
    "games",
    "observe",
    "random_games",
]

@final
class GameInfo:
    """A game of the package."""

    @property
    def name(self) -> str:
        """Name, as `Game` takes it: lower-case words joined by hyphens."""
    @property
    def summary(self) -> str:
        """Description of the game in one line."""
    @property
    def variants(self) -> list[str]:
        """Names of the listed variants, the default first."""

def games() -> list[GameInfo]:
    """Return all games of the package, the default game first."""

@disjoint_base
class Game:
    """Rules of one variant of a game. Immutable, hashable, and safe to share between threads.

    A class that derives from it is a game whose rules are its methods. Three are needed:

    start(self): Return the first position: a value with `==` and a hash, or a NumPy array, which becomes read-only.
    moves(self, position): Return the legal moves, or an `Ending` if the game is over.
    play(self, position, move): Return the position after a move, and leave `position` as it is.

    These methods are optional:

    side(self, position): Return the side to move, 0 or 1. Without it, the sides move in turn.
    text(self, position), parse(self, text): Write and read the text of a position. By default, the text is Python's
        `repr`, and is read as a literal.
    move_text(self, position, move): Return the text of a move. The default is `str`. White space in it is dropped.
    drawing(self, position): Return the board as text.
    scene(self, position): Return the board's rows from the top, such as `x.o/.x./...`, with a dot for an empty square;
        at most 26 rows of 26 squares. The squares are named from `a1` at the lower left. A person plays a move whose
        text names squares, such as `b1` or `a1b2`, by clicking on them.
    evaluation(self, position): Return a static value for the side to move, -30,000 to 30,000.
    observe(self, position, side): Return an array of zeros and ones of the shape `observation_shape`.

    These attributes are optional too, of the class or, except for `name`, of the object: `name`, by default the name of
    the class as lower-case words with hyphens; `sides`, the names of both sides; `move_count`, if all moves are numbers
    below it; `observation_shape`, as planes, height and width, together with `observe`; `max_plies`; `signs`, the
    letters of both sides in `scene`, by default `x` and `o`; and `repetitions`, the number of occurrences of a position
    that draws the game. Without `move_count`, the number of a move has a meaning only in its position. An exception in
    a rule ends the search that called it.
    """

    @overload
    def __new__(
        cls, name: str, variant: str | None = None, options: Mapping[str, str | int | bool] | None = None
    ) -> Self:
        """Select a variant by name, and set its options. Raises `OptionError` if the game, variant, option or value is
        unknown.
        """
    @overload
    def __new__(cls, *args: Any, **settings: Any) -> Self:
        """Create an object of a deriving class, whose constructor gets the arguments."""
    def __init_subclass__(cls) -> None: ...
    @property
    def _is_made(self) -> bool: ...
    def _write(self, args: tuple[Any, ...], settings: dict[str, Any]) -> None: ...
    def _take_arguments(self, other: Game) -> None: ...
    @property
    def name(self) -> str:
        """Name of the game."""
    @property
    def variant(self) -> str:
        """Name of the variant."""
    @property
    def options(self) -> dict[str, str]:
        """Options of the rules that were set, as names and values."""
    @property
    def sides(self) -> tuple[str, str]:
        """Names of the first and of the second side."""
    @property
    def move_count(self) -> int:
        """Number of different move numbers, which is the size of the action space. See `State.move_numbers`."""
    @property
    def observation_shape(self) -> tuple[int, ...]:
        """Shape of `State.observe`: (planes, height, width), or (features,) for features without a grid."""
    @property
    def max_plies(self) -> int:
        """Number of moves after which an environment may truncate a game. Ordinary games are shorter."""
    @property
    def network_shape(self) -> tuple[str, int, int] | None:
        """Name of the feature set of the game's networks, number of features, and number of buckets.

        `None` if the game has no learned evaluation.
        """
    def start(self) -> State:
        """Return the start position."""
    def position(self, text: str) -> State:
        """Return the position with this text. Raises `PositionError` if the text is not a position of the game."""
    def _repr_html_(self) -> str: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Ending:
    """Ending of a game: its winner, reason and margin."""

    def __new__(cls, winner: int | None, reason: str = "rules", margin: int | None = None) -> Ending:
        """Create an ending. Raises `OptionError` if the margin, which is the first side's, names another winner."""
    def __reduce__(self) -> tuple[Any, ...]: ...
    @property
    def winner(self) -> int | None:
        """Side that won: 0 for the first, 1 for the second; `None` for a draw."""
    @property
    def reason(self) -> str:
        """Reason: `"rules"`, `"repetition"` or `"move limit"`."""
    @property
    def margin(self) -> int | None:
        """First side's margin in the game's unit, such as discs; `None` in games without margins."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class State:
    """A position of a game, with the moves that led to it. Mutable.

    Two states are equal if their games and positions are equal; their histories may differ. Do not change a state while
    it is a key of a dictionary.

    A move has a text and a number below `Game.move_count`. A number means the same move in every position of the game.
    The exceptions are Santorini with gods and games written in Python without `move_count`: there, the number of a move
    is its index among the legal moves, sorted by their internal codes.
    """

    @property
    def game(self) -> Game:
        """Rules of the game."""
    @property
    def side(self) -> int:
        """Side to move: 0 for the first, 1 for the second. A side may make several moves in a row."""
    @property
    def text(self) -> str:
        """Text of the position, which `Game.position` reads."""
    @property
    def key(self) -> int:
        """Hash of the position: an unsigned number of 64 bits.

        It is the same in every run; in a game written in Python, only if its positions are texts, numbers, tuples of
        these, or arrays.
        """
    @property
    def start_text(self) -> str:
        """Text of the position in which the history begins."""
    @property
    def history(self) -> list[str]:
        """Texts of the moves played since `start_text`."""
    @property
    def plies(self) -> int:
        """Number of moves played since `start_text`."""
    @property
    def ending(self) -> Ending | None:
        """How the game ended: by the rules, by repetition or by the move limit. `None` if it is not over."""
    @property
    def scene(self) -> dict[str, Any]:
        """Scene of the position as plain data, for programs that draw it.

        `surface`: material of the board, `paper`, `wood`, `rack`, `island`, `felt` or `chequered`. `falls`: whether
        pieces fall in from the top. `margin`: unit of the margin, or None. `places`: dicts of `name`, `label` (or
        None), `x`, `y`, `shape` (`square`, `point`, `hollow`, `hexagon` or `bar`) and `width`. `lines`: pairs of
        points, which are dicts of `x` and `y`. `edges`: dicts of `side` and `path`, a list of points. `captions`: dicts
        of `x`, `y` and `text`.

        `pieces`: dicts, from the bottom up. `at` is the index of the place; `side` is 0, 1 or None; `shape` is `block`,
        `dome`, `disc`, `cross`, `circle`, `rings`, `figure`, `count`, `token` or a chess piece such as `pawn`. `count`
        is the number of rings or of things, or None; `text` is the text of a token, or None; `dead` is true for a piece
        out of play. `marks`: notes on places, dicts of `at` and `text`.

        `seats`: two dicts, one for each side, of `name`, `role` (None or a dict of `name` and `rule`), `hand` (None or
        a dict of `shape` and `count`) and `note`.

        Squares have width 1; x grows to the right, y downwards.
        """
    def moves(self) -> list[str]:
        """Return the texts of the legal moves; empty if the game is over."""
    def move_numbers(self) -> list[int]:
        """Return the numbers of the legal moves, in the order of `moves`; empty if the game is over."""
    def _advance(self, number: SupportsIndex) -> list[int]: ...
    def _sorted_numbers(self) -> list[int]: ...
    def move_to_number(self, move: str) -> int:
        """Return the number of a legal move, given its text. Raises `MoveError` if the move is not legal."""
    def number_to_move(self, number: SupportsIndex) -> str:
        """Return the text of a legal move, given its number. Raises `MoveError` if no legal move has the number."""
    @property
    def phase(self) -> str:
        """Name of the phase of the game in which the position is, such as `placing, 7 to 12 in hand` in Mill; `all` in
        games without phases.
        """
    def play(self, move: str | SupportsIndex) -> None:
        """Play a legal move, given as text or number. Raises `MoveError` if the move is not legal."""
    def play_random(self, random: int) -> int | None:
        """Play a legal move chosen by 64 random bits, and return its number; `None` if the game is over.

        All legal moves have the same probability. The same bits may choose another move once the legal moves have been
        listed. This is faster than `move_numbers` and `play`.
        """
    def undo(self) -> str:
        """Take back the last move and return its text. Raises `MoveError` if no move was played."""
    def copy(self) -> State:
        """Return an independent copy with the whole history."""
    def perft(self, depth: int) -> int:
        """Return the number of sequences of exactly `depth` moves, 0 to 60. Draw rules do not end a sequence.

        Raises `OptionError` for other depths; for a negative one, it is also a `TypeError`.
        """
    def observe(self) -> npt.NDArray[np.float32]:
        """Return the position from the perspective of the side to move: zeros and ones of shape
        `Game.observation_shape`.
        """
    def action_mask(self) -> npt.NDArray[np.int8]:
        """Return an array of shape (`Game.move_count`,): 1 for the number of each legal move, otherwise 0."""
    def svg(self, width: int = 360, flipped: bool = False) -> str:
        """Return a picture of the board as SVG, `width` pixels wide, 16 to 4096. `flipped` turns the board.

        The places of the last move and the side to move are marked. Each place of the board is a group with the
        attributes `data-at`, its index in `scene`, and `data-place`, its name. Each piece on the board is a group with
        `data-at`, `data-shape`, and `data-side` if it has an owner.
        """
    def pixels(self, width: int = 360, flipped: bool = False) -> npt.NDArray[np.uint8]:
        """Return the picture of `svg` as an array of the shape (height, width, 3): red, green and blue, 0 to 255."""
    def save_png(self, path: str | os.PathLike[str], width: int = 360, flipped: bool = False) -> None:
        """Write the picture of `svg` as a PNG file. Raises `OSError` if the file cannot be written."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def _repr_svg_(self) -> str: ...
    def __str__(self) -> str:
        """Return the drawing of the board as text."""

def _conformance(game: Game, perft_table: str, games: int) -> str: ...
def _panic(reason: str, in_thread: bool) -> None: ...
def _save_gif(path: str, states: Sequence[State], width: int, flipped: bool, pause: int) -> None: ...
def _restore(game: Game, start: str | None, moves: Sequence[str]) -> State: ...

@final
class Batch:
    """Many games with the same rules. Most calls work on all of them at once.

    An action is the number of a move, as in `State.move_numbers`; -1 leaves a board as it is. Arrays have one entry or
    row for each board. The work is done without the interpreter's lock, divided among `threads` threads. A batch must
    not be used by two threads at the same time.

    `boards[i]` returns a copy of a board as a `State`, and `boards[i] = state` sets the board. `len(boards)` is the
    number of boards.
    """

    def __new__(
        cls, game: Game | str, count: int, *, max_plies: int | None = None, threads: int = 1, seed: int = 0
    ) -> Batch:
        """Set up `count` boards at the start position, at most 10 million.

        A game is cut off after `max_plies` moves, by default `Game.max_plies`. `seed` determines `random_actions`.
        Raises `OptionError` for numbers out of range, and may raise `MemoryError` if the boards do not fit in memory.
        """
    @property
    def game(self) -> Game:
        """Rules of the games."""
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> State: ...
    def __setitem__(self, index: int, value: State, /) -> None: ...
    def __delitem__(self, index: int, /) -> None: ...
    def play(self, actions: npt.ArrayLike) -> None:
        """Play one move on every board, or none where the action is -1. Actions are whole numbers of shape (len,).

        If any other action is illegal or its game is over, no board changes, and `MoveError` names the board. int64
        arrays are read without a copy.
        """
    @property
    def sides(self) -> npt.NDArray[np.uint8]:
        """Side to move on each board: 0 for the first, 1 for the second."""
    @property
    def plies(self) -> npt.NDArray[np.int32]:
        """Number of moves played on each board since its start position."""
    @property
    def endings(self) -> npt.NDArray[np.uint8]:
        """How each game ended: 0 if it is not over, 1 by the rules, 2 by repetition, 3 by the move limit, 4 if it was
        cut off after `max_plies` moves.
        """
    @property
    def rewards(self) -> npt.NDArray[np.float32]:
        """Rewards of the first and of the second side, of shape (len, 2): 1 for the winner of a finished game, -1 for
        the loser, otherwise 0.
        """
    def random_actions(self) -> npt.NDArray[np.int64]:
        """Return a legal move for each board, all with the same probability; -1 for games that are over."""
    def masks(self, out: npt.NDArray[np.int8] | None = None) -> npt.NDArray[np.int8]:
        """Return the action masks, of shape (len, game.move_count): 1 for each legal move, otherwise 0. The row of a
        game that is over has only zeros.

        With `out`, the masks are written into that array, which is returned. Raises `EngineError` if it has another
        shape or gaps.
        """
    def observe(
        self, out: npt.NDArray[np.float32] | None = None, *, sides: npt.ArrayLike | None = None
    ) -> npt.NDArray[np.float32]:
        """Return the observations, of shape (len, *game.observation_shape), from the perspective of the side to move.

        `sides` holds a side, 0 or 1, for each board, and replaces the side to move. With `out`, the observations are
        written into that array, which is returned. Raises `EngineError` if it has another shape or gaps, and
        `OptionError` for other sides.
        """
    def reset(self, where: npt.ArrayLike | None = None) -> None:
        """Set boards to the start position. `where` holds a truth value for each board, or the indices of boards.
        Without it, all boards are set.
        """

_Floats = npt.NDArray[np.float32]

@final
class _Board:
    def __new__(cls, game: Game, port: int) -> _Board: ...
    @property
    def address(self) -> str: ...
    def close(self) -> None: ...

@final
class _Puct:
    def __new__(cls, game: Game, settings: Mapping[str, Any]) -> _Puct: ...
    def search(
        self,
        states: Sequence[State],
        evaluate: Callable[[_Floats, npt.NDArray[np.int8], int], tuple[_Floats, _Floats]],
        noise: Sequence[Sequence[float]],
    ) -> tuple[npt.NDArray[np.int32], _Floats]: ...
    def reset(self) -> None: ...

@final
class _Engine:
    def __new__(cls, game: Game) -> _Engine: ...
    def set_option(self, name: str, value: str) -> None: ...
    def changed_options(self) -> list[tuple[str, str]]: ...
    def open_tables(self, folder: _Path) -> None: ...
    def options(self) -> list[dict[str, Any]]: ...
    def new_game(self) -> None: ...
    def search(self, state: State, limit: Any, moves: Sequence[str], lines: int, full: bool) -> _Search: ...
    def exact_value(self, state: State) -> tuple[int, bool] | None: ...
    def evaluation(self, state: State) -> tuple[int, int] | None: ...
    def exact_loss(self, state: State, text: str) -> float | None: ...
    def close(self) -> None: ...

@final
class _Search:
    @property
    def notices(self) -> list[str]: ...
    @property
    def exact(self) -> tuple[int, bool] | None: ...
    def next(self) -> dict[str, Any] | None: ...
    def stop(self) -> None: ...
    def result(self) -> tuple[str | None, str | None, int, float]: ...

def random_games(
    game: Game | str, count: int, *, seed: int = 0, max_plies: int | None = None, threads: int = 1
) -> tuple[npt.NDArray[np.int8], npt.NDArray[np.int32]]:
    """Play games of random moves from the start position. Return their results and their lengths in moves.

    Both arrays have the shape (count,). A result is 1 if the first side won, -1 if the second side won, otherwise 0.
    Draw rules apply. A game that is not over after `max_plies` moves, by default `Game.max_plies`, is drawn. A game
    depends only on the seed and its number. Raises `OptionError` for numbers out of range.
    """

def observe(states: Sequence[State], out: npt.NDArray[np.float32] | None = None) -> npt.NDArray[np.float32]:
    """Return the observations of states of one game, float32 of shape (len(states), *game.observation_shape).

    If `out` is given, they are written into it. Raises `EngineError` if there are no states, if they are of several
    games, or if `out` has another shape or gaps.
    """

def action_masks(states: Sequence[State]) -> npt.NDArray[np.int8]:
    """Return the action masks of states of one game, int8 of shape (len(states), game.move_count).

    Raises `EngineError` if there are no states, or if they are of several games.
    """

def features(states: Sequence[State]) -> dict[str, npt.NDArray[Any]]:
    """Return the network inputs of states of one game from both perspectives, as lists of active features.

    For state `i`, the features from the perspective of the side to move are `own[own_ends[i - 1]:own_ends[i]]`
    (uint16). Those from the other side's perspective are `other[other_ends[i - 1]:other_ends[i]]`. For state 0, both
    begin at 0. `buckets[i]` (uint8) is the state's bucket. In games without networks, the features are the indices of
    the entries 1 in the flat observation, and the bucket is 0.
    """

@final
class Network:
    """A network, ready to evaluate positions. Immutable."""

    def __new__(cls, bytes: bytes) -> Network:
        """Read a network from the bytes of its file. Raises `NetworkError` if they are not a network."""
    @property
    def features(self) -> str:
        """Name of the feature set. The network can be used in every game with this feature set."""
    @property
    def inputs(self) -> int:
        """Number of features."""
    @property
    def hidden(self) -> int:
        """Size of the hidden layer."""
    @property
    def buckets(self) -> int:
        """Number of buckets. Each bucket has its own output weights."""
    @property
    def provenance(self) -> tuple[str, str, str]:
        """Name of the network, names of its data files, and the command that trained it."""
    def to_bytes(self) -> bytes:
        """Return the contents of the network's file."""
    def logits(self, states: Sequence[State]) -> npt.NDArray[np.float64]:
        """Return the network's output for each state: the natural logarithm of the odds that the side to move wins.

        The shape is (len(states),). Raises `NetworkError` if the network does not match the game, and `EngineError` for
        states of several games.
        """
    def _values(self, states: Sequence[State]) -> list[tuple[int, int]]: ...
    @staticmethod
    def _of(
        features: str,
        provenance: tuple[str, str, str],
        rows: npt.NDArray[np.int16],
        bias: npt.NDArray[np.int16],
        output: npt.NDArray[np.int16],
        output_bias: npt.NDArray[np.int32],
    ) -> Network: ...
    def _weights(
        self,
    ) -> tuple[npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int16], npt.NDArray[np.int32]]: ...

_Path = str | os.PathLike[str]
_Exact = tuple[int, bool]
_Solved = tuple[list[tuple[str, int, int, int, int, int]], _Exact | None]
_Steps = Callable[[int, int, str], None]
_Game = tuple[int, int, list[str], list[tuple[str, int]]]
_Given = tuple[tuple[str | None, str | None, list[tuple[str, str]]], Game | None]
_Parts = tuple[list[tuple[str, int, str, str, str, str]], list[tuple[str, str]], str, str, str]

@final
class _Tables:
    def __new__(cls, game: Game, folder: _Path | None) -> _Tables: ...
    def probe(self, state: State) -> tuple[_Exact | None, list[tuple[str, _Exact | None]]]: ...
    def values(
        self, states: Sequence[State]
    ) -> tuple[npt.NDArray[np.int32], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]: ...

def _solve(game: Game, folder: _Path, pieces: int | None, memory: int, threads: int, progress: _Steps) -> _Solved: ...
def _verify(game: Game, folder: _Path, threads: int, progress: _Steps) -> _Solved: ...
def _pack(game: Game, folder: _Path, out: _Path, distances: bool, threads: int, progress: _Steps) -> _Solved: ...
def _table_info(game: Game, folder: _Path) -> _Solved: ...
def _accuracy(loss: float) -> float: ...
def _read_records(text: bytes, given: _Given) -> list[_Parts]: ...
def _write_record(record: _Parts, format: str, game: Game | None) -> str: ...

@final
class _RecordFile:
    def __new__(cls, path: _Path, given: _Given) -> _RecordFile: ...
    def line_in_latin_1(self) -> int | None: ...
    def next(self) -> _Parts | None: ...

def _play_match(
    game: Game,
    engines: Sequence[str],
    policies: Sequence[Callable[[State], str] | None],
    settings: Mapping[str, Any],
    progress: Callable[[int, int], None],
) -> dict[str, Any]: ...
def _statistics(wins: int, draws: int, losses: int, pairs: Sequence[int], sprt: str | None) -> dict[str, Any]: ...

@final
class _SelfPlay:
    def __new__(cls, game: Game, settings: Mapping[str, Any], out: _Path | None) -> _SelfPlay: ...
    def next(self) -> _Game | None: ...
    def stop(self) -> None: ...

def _read_games(path: _Path) -> list[_Game]: ...
def _examples(
    game: Game, files: Sequence[_Path], settings: Mapping[str, Any]
) -> tuple[dict[str, npt.NDArray[Any]], dict[str, npt.NDArray[Any]]]: ...
def _targets(
    game: Game, games: Sequence[_Game]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.int8]]: ...
def _train(
    game: Game,
    data: Sequence[_Path],
    out: _Path,
    settings: Mapping[str, Any],
    progress: Callable[[dict[str, Any]], None],
) -> Network: ...
def _plan(job: str, arguments: Sequence[str], shards: int | None = None) -> str: ...
def _plan_facts(plan: str) -> dict[str, Any]: ...
def _run_shard(
    plan: str,
    number: int,
    *,
    files: _Path | None = None,
    programs: bool = False,
    warnings: list[str] | None = None,
) -> bytes | None: ...
def _check_shard(plan: str, number: int, shard: bytes, standing: _Standing | None = None) -> dict[str, int]: ...
def _merge_shards(plan: str, shards: _Path, out: _Path) -> str: ...
def _shard_name(number: int) -> str: ...

@final
class _Standing:
    def __new__(cls, plan: str) -> _Standing: ...
    def facts(self) -> dict[str, Any]: ...
