"""Exact values: solves games, and looks up positions."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, overload

import numpy as np

from plywright._checks import MAX_THREADS, describe, number, point_unit, require_all, to_game, whole
from plywright._core import EngineError, Game, State, TableError, _pack, _solve, _table_info, _Tables, _verify
from plywright._progress import Bar
from plywright._score import Score, exact_score

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy.typing as npt

    from plywright._core import _Solved

Path = str | os.PathLike[str]

_GIGABYTE = 1_000_000_000
_MAX_MEMORY = 4096.0


@dataclass(frozen=True, slots=True)
class Slice:
    """Numbers of won, drawn and lost positions of a slice. In most games, symmetric positions count once.

    name: Name of the slice, such as the numbers of stones.
    won: Number of positions that the side to move wins.
    drawn: Number of drawn positions.
    lost: Number of positions that the side to move loses.
    longest_win: Length of the longest win in plies; 0 in games decided by points.
    longest_loss: Length of the longest loss in plies; 0 in games decided by points.
    """

    name: str
    won: int
    drawn: int
    lost: int
    longest_win: int
    longest_loss: int

    @property
    def positions(self) -> int:
        """Number of positions."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Solution:
    """Contents of a folder of tables.

    slices: The slices in the order of solving.
    start: Value of the start position; `None` if the tables do not contain it.
    """

    slices: list[Slice]
    start: Score | None

    @property
    def positions(self) -> int:
        """Number of positions of all slices."""
        return sum(part.positions for part in self.slices)


@dataclass(frozen=True, slots=True)
class Probe:
    """Exact values of a position and of its moves.

    value: Value for the side to move; `None` if it is unknown. Some tables have no values for positions that
        end the game.
    moves: Legal moves with their values for the side to move, the best first. Moves of unknown value come last,
        with `None`.
    """

    value: Score | None
    moves: dict[str, Score | None]

    @property
    def best(self) -> list[str]:
        """Moves with the best known value."""
        known = [value for value in self.moves.values() if value is not None]
        return [move for move, value in self.moves.items() if value is not None and value == max(known)]


@dataclass(frozen=True, slots=True)
class Probes:
    """Exact values of several positions for their sides to move, as arrays of shape (positions,).

    known: Whether the value is known.
    wdl: 1 for a win, 0 for a draw or an unknown value, -1 for a loss.
    values: Values in the unit of `Score.value`; 0 if they are unknown.
    unit: Unit of the values in games decided by points, such as `discs`; otherwise `None`.
    """

    known: npt.NDArray[np.bool_]
    wdl: npt.NDArray[np.int8]
    values: npt.NDArray[np.int32]
    unit: str | None

    def __len__(self) -> int:
        return len(self.known)


class Tables:
    """Tables of exact values, in a folder or built into the package."""

    def __init__(self, folder: Path | None = None) -> None:
        """Use the tables in a folder; with `None`, the built-in ones, which exist for Mill. The folder is opened at the
        first lookup.
        """
        self._folder = None if folder is None else os.fspath(folder)
        self._open: dict[Game, tuple[_Tables, str | None]] = {}

    @overload
    def probe(self, state: State, /) -> Probe: ...
    @overload
    def probe(self, state: Sequence[State], /) -> Probes: ...

    def probe(self, state: State | Sequence[State], /) -> Probe | Probes:
        """Look up a position, ignoring its history. Raises `TableError` if there are no tables of its game.

        For a sequence of states, return arrays with their values, without those of their moves. Raises `EngineError` if
        they are of several games.
        """
        if not isinstance(state, State):
            return self._probe_many(require_all("states", state, State))
        tables, unit = self._of(state.game)
        value, moves = tables.probe(state)
        return Probe(exact_score(value, unit), {move: exact_score(known, unit) for move, known in moves})

    def _of(self, game: Game) -> tuple[_Tables, str | None]:
        if game not in self._open:
            self._open[game] = (_Tables(game, self._folder), point_unit(game))
        return self._open[game]

    def _probe_many(self, states: list[State]) -> Probes:
        if not states:
            return Probes(np.zeros(0, np.bool_), np.zeros(0, np.int8), np.zeros(0, np.int32), None)
        game = states[0].game
        if any(state.game is not game and state.game != game for state in states):
            raise EngineError("the states are of several games, expected one game")
        tables, unit = self._of(game)
        values, known, margins = tables.values(states)
        return Probes(known, np.sign(values).astype(np.int8), values, unit if margins.any() else None)

    def info(self, game: Game | str) -> Solution:
        """Return the slices of a game's tables in the folder. Raises `TableError` if there are none."""
        return _solution(to_game(game), _table_info(to_game(game), self._given("have no description")))

    def verify(self, game: Game | str, *, threads: int = 1, progress: bool = False) -> Solution:
        """Derive every value again from the rules, and return the slices. Raises `TableError` if a stored value is
        wrong.
        """
        folder = self._given("cannot be verified")
        with Bar("verify", " positions", wanted=progress) as bar:
            return _solution(to_game(game), _verify(to_game(game), folder, _threads(threads), bar.show))

    def pack(
        self, game: Game | str, out: Path, *, distances: bool = False, threads: int = 1, progress: bool = False
    ) -> Solution:
        """Pack full tables into compact ones in the folder `out`. Compact tables have wins, draws and losses, and with
        `distances` also the plies of wins and losses that take 30 or more; in Mill, only if no stones are in hand.

        Raises `TableError` if the tables are not full, or a file cannot be read or written.
        """
        folder = self._given("cannot be packed")
        with Bar("pack", " positions", wanted=progress) as bar:
            packed = _pack(to_game(game), folder, os.fspath(out), distances, _threads(threads), bar.show)
        return _solution(to_game(game), packed)

    def _given(self, reason: str) -> str:
        """Return the folder. Raises `TableError` with this reason for the built-in tables."""
        if self._folder is None:
            raise TableError(f"the built-in tables {reason}, expected a folder")
        return self._folder


def _threads(threads: int) -> int:
    return whole("threads", threads, 1, MAX_THREADS)


def _solution(game: Game, solved: _Solved) -> Solution:
    rows, start = solved
    return Solution([Slice(*row) for row in rows], exact_score(start, point_unit(game)))


def solve(
    game: Game | str,
    folder: Path,
    *,
    pieces: int | None = None,
    memory: float = 4.0,
    threads: int = 1,
    progress: bool = False,
) -> Solution:
    """Solve a game into tables in `folder`. With `pieces`, solve only its endings with at most this number of pieces.

    Uses at most `memory` gigabytes. A call with the same arguments continues an interrupted run. Raises `TableError` if
    the game's positions are not numbered, the memory is too small, or a file cannot be written.
    """
    if not 0 < number("memory", memory) <= _MAX_MEMORY:
        raise TableError(f"memory is {describe(memory)}, expected gigabytes above 0, at most {_MAX_MEMORY:.0f}")
    game = to_game(game)
    with Bar(f"solve {game.name}", " positions", wanted=progress) as bar:
        most = None if pieces is None else whole("pieces", pieces, 0, 1000)
        solved = _solve(game, os.fspath(folder), most, int(memory * _GIGABYTE), _threads(threads), bar.show)
    return _solution(game, solved)
