"""Exact values: solving games, and looking up positions."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

from plywright._core import Game, State, TableError, _solve, _table_info, _Tables, _verify
from plywright._progress import Bar
from plywright._score import Score, exact_score

if TYPE_CHECKING:
    _Row = tuple[str, int, int, int, int, int]
    _Solved = tuple[list[_Row], tuple[int, int | None] | None]

Path = str | os.PathLike[str]

_GIGABYTE = 1_000_000_000
_MAX_MEMORY = 4096.0


@dataclass(frozen=True, slots=True)
class Slice:
    """Numbers of won, drawn and lost positions of a slice. Symmetric positions count once."""

    name: str
    """Name, such as the numbers of stones."""
    won: int
    """Positions that the side to move wins."""
    drawn: int
    """Drawn positions."""
    lost: int
    """Positions that the side to move loses."""
    longest_win: int
    """Plies of the longest win."""
    longest_loss: int
    """Plies of the longest loss."""

    @property
    def positions(self) -> int:
        """Number of positions."""
        return self.won + self.drawn + self.lost


@dataclass(frozen=True, slots=True)
class Solution:
    """Contents of tables."""

    slices: list[Slice]
    """The slices in the order of solving."""
    start: Score | None
    """Value of the start position; `None` if the tables do not contain it."""

    @property
    def positions(self) -> int:
        """Number of positions of all slices."""
        return sum(part.positions for part in self.slices)


@dataclass(frozen=True, slots=True)
class Probe:
    """Exact values of a position and of its moves."""

    value: Score | None
    """Value for the side to move; `None` if it is not known or the game is over."""
    moves: dict[str, Score | None]
    """Value of each legal move for the side that plays it, the best first, unknown ones last."""

    @property
    def best(self) -> list[str]:
        """The moves with the best known value."""
        known = [value for value in self.moves.values() if value is not None]
        return [move for move, value in self.moves.items() if value is not None and value == max(known)]


class Tables:
    """Tables of exact values: those in a folder or, without a folder, those built into the package."""

    def __init__(self, folder: Path | None = None) -> None:
        """Open tables. The folder is read when the first state of a game is looked up."""
        self._folder = None if folder is None else os.fspath(folder)
        self._open: dict[Game, _Tables] = {}

    def probe(self, state: State) -> Probe:
        """Look up a position without its history. Raises `TableError` if there are no tables of its game."""
        tables = self._open.get(state.game)
        if tables is None:
            tables = self._open[state.game] = _Tables(state.game, self._folder)
        value, moves = tables.probe(state)
        return Probe(exact_score(value), {move: exact_score(known) for move, known in moves})

    def info(self, game: Game) -> Solution:
        """Describe the tables of a game. Raises `TableError` if there are none."""
        if self._folder is None:
            message = "the built-in tables have no description, expected a folder"
            raise TableError(message)
        return _solution(_table_info(game, self._folder))

    def verify(self, game: Game, *, threads: int = 1, progress: bool = False) -> Solution:
        """Derive every value again from the rules. Raises `TableError` if a stored value is wrong."""
        if self._folder is None:
            message = "the built-in tables cannot be verified, expected a folder"
            raise TableError(message)
        with Bar("verify", " positions", wanted=progress) as bar:
            return _solution(_verify(game, self._folder, threads=threads, progress=bar.show))


def _solution(solved: _Solved) -> Solution:
    rows, start = solved
    return Solution([Slice(*row) for row in rows], exact_score(start))


def solve(
    game: Game,
    folder: Path,
    *,
    pieces: int | None = None,
    memory: float = 4.0,
    threads: int = 1,
    progress: bool = False,
) -> Solution:
    """Solve a game, or its endings with at most this number of `pieces`, into a folder of tables.

    Uses at most `memory` gigabytes. A call with the same arguments continues an interrupted one. Raises `TableError`
    if the game's positions are not numbered, the memory is too small, or a file cannot be written.
    """
    if not 0 < memory <= _MAX_MEMORY:
        message = f"memory is {memory}, expected gigabytes above 0, at most {_MAX_MEMORY:.0f}"
        raise TableError(message)
    with Bar(f"solve {game.name}", " positions", wanted=progress) as bar:
        solved = _solve(
            game,
            os.fspath(folder),
            pieces=pieces,
            memory=int(memory * _GIGABYTE),
            threads=threads,
            progress=bar.show,
        )
    return _solution(solved)
