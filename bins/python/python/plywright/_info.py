"""Results of a search: its lines, and the move that it chooses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from plywright._score import Score


@dataclass(frozen=True, slots=True)
class Info:
    """A line found by a search.

    depth: Depth of the iteration in plies.
    seldepth: Maximum depth reached, in plies.
    rank: 1 for the best line, 2 for the second best and so on.
    score: Value for the side to move.
    bound: Whether the score is the exact value, a lower bound or an upper bound.
    nodes: Number of nodes visited.
    time: Time in seconds since the start of the search.
    hashfull: Used share of the transposition table, in thousandths.
    tb_hits: Number of positions whose values came from tables.
    pv: Moves of the line; empty if the game is over.
    """

    depth: int
    seldepth: int
    rank: int
    score: Score
    bound: Literal["exact", "lower", "upper"]
    nodes: int
    time: float
    hashfull: int
    tb_hits: int
    pv: list[str] = field(default_factory=list)

    @property
    def nps(self) -> int:
        """Nodes per second."""
        return round(self.nodes / max(self.time, 1e-6))

    @property
    def move(self) -> str | None:
        """First move of the line; `None` if the game is over."""
        return self.pv[0] if self.pv else None

    @property
    def wdl(self) -> str | None:
        """`win`, `draw` or `loss` if the result is proven, otherwise `None`."""
        return self.score.wdl

    def __str__(self) -> str:
        return f"depth {self.depth} score {self.score} nodes {self.nodes} pv {' '.join(self.pv)}"


@dataclass(frozen=True, slots=True)
class PlayResult:
    """The move that an engine chooses.

    move: The move; `None` if the game is over.
    ponder: The expected reply; `None` if there is none.
    info: Last line of the search; `None` if it reported none.
    nodes: Number of nodes visited.
    time: Time of the search in seconds.
    """

    move: str | None
    ponder: str | None
    info: Info | None
    nodes: int
    time: float
