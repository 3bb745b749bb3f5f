"""Graphs drawn with matplotlib: analyses, games, perft, matches, ratings and training.

Every function draws on the axes `ax`, by default on new ones, and returns the axes. `ax.figure.savefig("a.png")` writes
them to a file. All functions raise `ImportError` if matplotlib is not installed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import TYPE_CHECKING, TypeVar

from plywright._core import PlywrightError, State
from plywright._engine import Analysis

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from plywright._info import Info
    from plywright._learning import Epoch
    from plywright._matches import Rating, Statistics
    from plywright._review import ReviewedMove
    from plywright._score import Score

T = TypeVar("T")

_ACCENT, _DRAWN = "#0b62a8", "#8d8371"
_PAPER, _SHADOW = "#f2ead9", "#cfc6b5"


def _axes(ax: Axes | None) -> Axes:
    if ax is not None:
        return ax
    try:
        from matplotlib import pyplot as plt
    except ImportError as error:
        message = f"plywright.plot needs matplotlib; install it with: pip install matplotlib ({error})"
        raise ImportError(message) from error
    return plt.subplots(layout="constrained")[1]


def _at_least_one(what: str, values: Iterable[T]) -> list[T]:
    """Return the values as a list. Raises `PlywrightError` if there are none."""
    found = list(values)
    if not found:
        raise PlywrightError(f"found no {what} to draw, expected one or more")
    return found


def _height(score: Score) -> float:
    """Return a score in the game's unit; infinity for a win without a margin, and minus infinity for such a loss."""
    if score.centi is None:
        return math.copysign(math.inf, score.value)
    return score.value / (100 if score.unit is None else 1)


def analysis(infos: Iterable[Info], *, ax: Axes | None = None) -> Axes:
    """Draw the score of each line of an analysis by depth.

    `infos` are the lines of a search: a list, or an `Analysis`, which is drawn when it has ended. Lines whose score is
    only a bound are left out. Scores are for the side to move, in the game's unit. Proven wins and losses are drawn at
    the edge.
    """
    if isinstance(infos, Analysis):
        # The caller may already have taken lines from the stream.
        infos.result()
        infos = infos._reported
    lines: dict[int, dict[int, Info]] = {}
    for info in _at_least_one("line of a search", (info for info in infos if info.bound == "exact")):
        lines.setdefault(info.rank, {})[info.depth] = info
    axes = _axes(ax)
    drawn = [abs(_height(info.score)) for line in lines.values() for info in line.values()]
    edge = 1.2 * max(filter(math.isfinite, drawn), default=1) or 1
    for rank, line in sorted(lines.items()):
        heights = [max(-edge, min(edge, _height(info.score))) for info in line.values()]
        last = list(line.values())[-1]
        axes.plot(list(line), heights, marker=".", label=f"{rank}. {last.move or ''} {last.score}")
    axes.axhline(0, color=_DRAWN, linewidth=0.8)
    axes.set(xlabel="depth in plies", ylabel="score for the side to move")
    axes.legend()
    return axes


def chances(values: Sequence[float | None], *, ax: Axes | None = None) -> Axes:
    """Draw the first side's winning chance in the course of a game.

    `values[i]` is the chance after `i` moves, 0 to 1, or `None` if it is unknown.
    """
    axes = _axes(ax)
    known = [(ply, value) for ply, value in enumerate(values) if value is not None]
    plies, heights = [ply for ply, _ in known], [value for _, value in known]
    axes.axhspan(0, 0.5, color=_SHADOW)
    axes.axhspan(0.5, 1, color=_PAPER)
    axes.axhline(0.5, color=_DRAWN, linewidth=0.8)
    axes.plot(plies, heights, color=_ACCENT, marker="." if len(known) < 100 else None)
    axes.set(xlim=(0, max(len(values) - 1, 1)), ylim=(0, 1), xlabel="moves played", ylabel="first side's chance")
    return axes


def review(moves: Iterable[ReviewedMove], *, ax: Axes | None = None) -> Axes:
    """Draw the first side's winning chance in a game reviewed by `plywright.review`, with its mistakes and blunders."""
    reviewed = _at_least_one("move", moves)
    axes = chances([reviewed[0].before, *(move.after for move in reviewed)], ax=ax)
    for verdict, name, colour in (("?", "mistakes", "#b97a00"), ("??", "blunders", "#b3261e")):
        bad = [(ply, move) for ply, move in enumerate(reviewed, 1) if move.verdict == verdict]
        axes.plot([ply for ply, _ in bad], [move.after for _, move in bad], "o", color=colour, label=name)
        for ply, move in bad:
            axes.annotate(move.move, (ply, move.after), xytext=(0, 6), textcoords="offset points", ha="center")
    axes.legend()
    return axes


def perft(state: State, depth: int, *, ax: Axes | None = None) -> Axes:
    """Count the move sequences of each length up to `depth`, and draw the counts on a logarithmic scale."""
    axes = _axes(ax)
    depths = range(1, depth + 1)
    counts = [state.perft(each) for each in depths]
    axes.semilogy(depths, counts, color=_ACCENT, marker="o")
    for each, count in zip(depths, counts, strict=True):
        axes.annotate(f"{count:,}", (each, max(count, 1)), xytext=(0, 6), textcoords="offset points", ha="center")
    axes.set_xticks(depths)
    axes.set(xlabel="depth in plies", ylabel="move sequences", title=f"{state.game.name}, {state.game.variant}")
    return axes


def match(*pairings: Statistics, ax: Axes | None = None) -> Axes:
    """Draw the Elo difference between the engines of each pairing, such as `MatchResult.pairings`, with 95 % confidence
    intervals. A pairing without an estimate is not drawn.
    """
    pairs = _at_least_one("result of a match", pairings)
    names = [f"{pair.first} - {pair.second}" for pair in pairs]
    return _draw_intervals([pair.elo for pair in pairs], [pair.elo_error for pair in pairs], names, ax)


def _draw_intervals(
    elos: Sequence[float | None], errors: Sequence[float | None], names: Sequence[str], ax: Axes | None
) -> Axes:
    """Draw a row for each name. An unknown value is not drawn."""
    axes, rows = _axes(ax), range(len(names))
    known = [math.nan if elo is None else elo for elo in elos]
    axes.errorbar(known, rows, xerr=[error or 0.0 for error in errors], fmt="o", color=_ACCENT, capsize=4)
    axes.axvline(0, color=_DRAWN, linewidth=0.8)
    axes.set_yticks(rows, names)
    axes.set(ylim=(len(names) - 0.5, -0.5), xlabel="Elo, with 95 % intervals")
    return axes


def ratings(table: Iterable[Rating], *, ax: Axes | None = None) -> Axes:
    """Draw a table of ratings, such as `MatchResult.ratings`, the best player first, with 95 % confidence intervals.

    A player without a rating is left out.
    """
    rated = [(rating.elo, rating.error, rating.name) for rating in table if rating.elo is not None]
    elos, errors, names = zip(*sorted(_at_least_one("rating", rated), key=itemgetter(0), reverse=True), strict=True)
    return _draw_intervals(elos, errors, names, ax)


def training(epochs: Iterable[Epoch], *, ax: Axes | None = None) -> Axes:
    """Draw the errors of a training run by epoch, such as `Trained.epochs`, and mark the best epoch."""
    passed = _at_least_one("epoch", epochs)
    axes = _axes(ax)
    numbers = [epoch.number for epoch in passed]
    axes.plot(numbers, [epoch.loss for epoch in passed], color=_DRAWN, marker=".", label="training")
    axes.plot(numbers, [epoch.validation for epoch in passed], color=_ACCENT, marker=".", label="validation set")
    best = next((epoch for epoch in passed if epoch.number == passed[-1].best), None)
    # The best epoch may belong to a run that this one continued.
    if best is not None:
        axes.plot(best.number, best.validation, "o", color=_ACCENT, label=f"best epoch, {best.number}")
    axes.set(xlabel="epoch", ylabel="mean squared error of the winning chance")
    axes.legend()
    return axes
