"""Types of the compiled part of the package. `plywright` exports all of it."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, final

import numpy as np
import numpy.typing as npt

class PlywrightError(ValueError):
    """Base class of the package's errors. The text says what was read and what was expected."""

class PositionError(PlywrightError):
    """The text is no position of the game."""

class MoveError(PlywrightError):
    """The move cannot be read, is not legal here, or the game is over."""

class OptionError(PlywrightError):
    """There is no such game, variant or option, or the value is invalid."""

@final
class GameInfo:
    """A game of the package."""

    @property
    def name(self) -> str:
        """Name, as `Game` takes it: lower-case words joined by hyphens."""
    @property
    def summary(self) -> str:
        """One line about the game."""
    @property
    def variants(self) -> list[str]:
        """Names of the listed variants, the default first."""

def games() -> list[GameInfo]:
    """All games."""

@final
class Game:
    """The rules of one variant of a game. Immutable, hashable, and shared by threads."""

    def __init__(
        self,
        name: str,
        variant: str | None = None,
        options: Mapping[str, str | int | bool] | None = None,
    ) -> None:
        """Raises `OptionError` if there is no such game, variant, option or value."""
    @property
    def name(self) -> str:
        """Name of the game."""
    @property
    def variant(self) -> str:
        """Name of the variant."""
    @property
    def options(self) -> dict[str, str]:
        """The rules that were set by name, with their values."""
    @property
    def sides(self) -> tuple[str, str]:
        """Names of the first and of the second side."""
    @property
    def move_count(self) -> int:
        """Number of move numbers, the size of the action space. See `State.move_numbers`."""
    @property
    def observation_shape(self) -> tuple[int, ...]:
        """Shape of `State.observe`: (planes, height, width), or (features,) for boards that are no grids."""
    @property
    def max_plies(self) -> int:
        """Bound on the number of moves of a game for environments that need one."""
    def start(self) -> State:
        """The start position."""
    def position(self, text: str) -> State:
        """The position with this text. Raises `PositionError`."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

@final
class Ending:
    """How a game ended."""

    @property
    def winner(self) -> int | None:
        """Side that won, 0 or 1; `None` for a draw."""
    @property
    def reason(self) -> str:
        """`"rules"`, `"repetition"` or `"move limit"`."""
    @property
    def margin(self) -> int | None:
        """Margin of the first side in the game's unit, such as discs; `None` in games without margins."""
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...

@final
class State:
    """A position of a game with the moves that led to it. Mutable.

    Two states are equal if their games and positions are; their histories may differ. Do not play in a state
    that is a key of a dictionary.

    A move has a text and a number below `Game.move_count`. A number means the same move in every position of
    the game, with one exception: between Santorini's gods a number is the place of the move in the list of the
    legal moves in the order of their internal codes.
    """

    @property
    def game(self) -> Game:
        """The rules."""
    @property
    def side(self) -> int:
        """Side to move: 0 for the first, 1 for the second. Sides need not alternate."""
    @property
    def text(self) -> str:
        """Text of the position; `Game.position` reads it."""
    @property
    def key(self) -> int:
        """64-bit hash of the position, unsigned, the same in every run."""
    @property
    def start_text(self) -> str:
        """Text of the position in which the history begins."""
    @property
    def history(self) -> list[str]:
        """Texts of the moves played since `start_text`."""
    @property
    def ending(self) -> Ending | None:
        """How the game ended, also by repetition or move limit; `None` while it is on."""
    @property
    def scene(self) -> dict[str, Any]:
        """Everything on the table as plain data, for programs that draw it.

        Keys: `surface` (`paper`, `wood`, `rack`, `island` or `felt`); `falls` (pieces fall in from the top);
        `margin` (unit or None); `places` (dicts of `name`, `label` (or None), `x`, `y`, `shape` (`square`,
        `point`, `hollow` or `bar`), `width`); `lines` (pairs of dicts of `x`, `y`); `captions` (dicts of `x`,
        `y`, `text`); `pieces` (from the bottom up, dicts of `at` (index of a place), `side` (0, 1 or None),
        `shape` (`block`, `dome`, `disc`, `cross`, `circle`, `rings`, `figure` or `token`), `count` (of rings, or
        None), `text` (of a token, or None), `dead`); `marks` (dicts of `at`, `text`); `seats` (two dicts of
        `name`, `role` (None or a dict of `name`, `rule`), `hand` (None or a dict of `shape`, `count`), `note`).
        Squares have width 1; x grows to the right, y downwards.
        """
    def moves(self) -> list[str]:
        """Texts of the legal moves; empty if the game is over."""
    def move_numbers(self) -> list[int]:
        """Numbers of the legal moves, in the order of `moves`; empty if the game is over."""
    def move_to_number(self, move: str) -> int:
        """Number of a legal move. Raises `MoveError`."""
    def number_to_move(self, number: int) -> str:
        """Text of a legal move. Raises `MoveError`."""
    def play(self, move: str | int) -> None:
        """Plays a legal move, given as text or number. Raises `MoveError`."""
    def undo(self) -> str:
        """Takes the last move back and returns its text. Raises `MoveError` if there is none."""
    def copy(self) -> State:
        """An independent copy with the whole history."""
    def perft(self, depth: int) -> int:
        """Number of sequences of exactly `depth` moves. Draw rules do not end a sequence."""
    def observe(self) -> npt.NDArray[np.float32]:
        """The position as the side to move sees it: zeros and ones of shape `Game.observation_shape`."""
    def action_mask(self) -> npt.NDArray[np.int8]:
        """1 for each number of a legal move, else 0; shape (`Game.move_count`,)."""
    def __copy__(self) -> State: ...
    def __deepcopy__(self, memo: dict[int, Any], /) -> State: ...
    def __eq__(self, other: object) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...
    def __str__(self) -> str:
        """The board as text."""
