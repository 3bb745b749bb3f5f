"""Reviews of games: a search judges every move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from plywright._checks import require, require_all
from plywright._core import State, _accuracy
from plywright._engine import Engine, Limit
from plywright._records import Record

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MISTAKE = 0.1
"""Loss of winning chance from which a move counts as a mistake."""
BLUNDER = 0.2
"""Loss of winning chance from which a move counts as a blunder."""


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move of a reviewed game, with the search's verdict.

    side: The side that moved, 0 or 1.
    move: The move's text.
    best: The move that the engine prefers; `None` if there is none.
    before: First side's winning chance before the move, 0 to 1. A draw counts half.
    after: First side's winning chance after the move.
    loss: Winning chance that the move lost for its side, 0 to 1. The best move loses 0.
    exact: Whether `loss` comes from exact values: 1 for a win that became a loss, 0.5 for a win that became a draw
        or a draw that became a loss.
    """

    side: int
    move: str
    best: str | None
    before: float
    after: float
    loss: float
    exact: bool = False

    @property
    def verdict(self) -> Literal["", "?", "??"]:
        """Verdict: `??` for a blunder, `?` for a mistake, otherwise empty."""
        if self.loss >= BLUNDER:
            return "??"
        return "?" if self.loss >= MISTAKE else ""

    @property
    def accuracy(self) -> float:
        """Accuracy of the move: 1 if it lost nothing, falling to 0 as the loss grows. The formula was published
        by Lichess.
        """
        return _accuracy(self.loss)


@dataclass(frozen=True, slots=True)
class Play:
    """Summary of one side's play in a review.

    moves: Number of moves.
    accuracy: Mean accuracy of the moves, 0 to 1.
    loss: Mean loss of a move, 0 to 1.
    mistakes: Number of mistakes that are not blunders.
    blunders: Number of blunders.
    first_mistake: Index in the game of the side's first mistake or blunder; `None` without one. The item of
        `Record.states` with this index is the position before it.
    """

    moves: int
    accuracy: float
    loss: float
    mistakes: int
    blunders: int
    first_mistake: int | None


def summary(moves: Sequence[ReviewedMove]) -> tuple[Play, Play]:
    """Summarise a review: return the play of the first and of the second side."""
    moves = require_all("moves", moves, ReviewedMove)

    def play(side: int) -> Play:
        own = [move for move in moves if move.side == side]
        count = max(len(own), 1)
        return Play(
            moves=len(own),
            accuracy=sum(move.accuracy for move in own) / count,
            loss=sum(move.loss for move in own) / count,
            mistakes=sum(move.verdict == "?" for move in own),
            blunders=sum(move.verdict == "??" for move in own),
            first_mistake=next((at for at, move in enumerate(moves) if move.side == side and move.verdict), None),
        )

    return play(0), play(1)


def review(engine: Engine, record: Record | State, limit: Limit) -> Iterator[ReviewedMove]:
    """Search every position of a game, and yield each move with its verdict.

    `limit` applies to the search of each position. Raises `MoveError` for illegal moves, and the errors of
    `Engine.analyse`.
    """
    if isinstance(record, State):
        record = Record.of(record)
    require("the record", record, Record)
    states = record.states(require("the engine", engine, Engine).game)
    state = next(states)
    chance, best = _evaluate(engine, state, limit)
    for move, after in zip(record.moves, states, strict=True):
        next_chance, next_best = _evaluate(engine, after, limit)
        exact = engine.exact_loss(state, move.text)
        if exact is not None:
            loss = exact
        elif best == after.history[-1]:
            loss = 0.0
        else:
            loss = max(chance - next_chance if state.side == 0 else next_chance - chance, 0.0)
        yield ReviewedMove(state.side, move.text, best, chance, next_chance, loss, exact=exact is not None)
        state, chance, best = after, next_chance, next_best


def _evaluate(engine: Engine, state: State, limit: Limit) -> tuple[float, str | None]:
    """Search a position. Return the first side's winning chance, and the best move or `None`."""
    ending = state.ending
    if ending is not None:
        return {0: 1.0, 1: 0.0, None: 0.5}[ending.winner], None
    info = engine.analyse(state, limit)
    chance = info.score.chance
    chance = 0.5 if chance is None else chance
    return chance if state.side == 0 else 1 - chance, info.move
