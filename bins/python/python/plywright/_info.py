"""Results of a search: its lines, and the move that it chooses."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from plywright._score import Score


@dataclass(frozen=True, slots=True)
class Info:
    """A line found by a search."""

    depth: int
    """Depth of the iteration in plies."""
    seldepth: int
    """Maximum depth reached, in plies."""
    rank: int
    """1 for the best line, 2 for the second best and so on."""
    score: Score
    """Value for the side to move."""
    bound: Literal["exact", "lower", "upper"]
    """Whether the score is the exact value, a lower bound or an upper bound."""
    nodes: int
    """Number of nodes visited."""
    time: float
    """Time in seconds since the start of the search."""
    hashfull: int
    """Used share of the transposition table, in thousandths."""
    tb_hits: int
    """Number of positions whose values came from tables."""
    pv: list[str] = field(default_factory=list)
    """Moves of the line; empty if the game is over."""

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
    """The move that an engine chooses."""

    move: str | None
    """The move; `None` if the game is over."""
    ponder: str | None
    """The expected reply; `None` if there is none."""
    info: Info | None
    """Last line of the search; `None` if it reported none."""
    nodes: int
    """Number of nodes visited."""
    time: float
    """Time of the search in seconds."""
