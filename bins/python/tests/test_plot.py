"""Tests of the graphs: what is drawn on the axes."""

import builtins
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import plywright as pw
import pytest
from conftest import after
from plywright import plot


@pytest.fixture
def plt(monkeypatch: pytest.MonkeyPatch) -> Any:
    matplotlib = pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    matplotlib.use("Agg")
    from matplotlib import pyplot

    yield pyplot
    pyplot.close("all")


def test_an_analysis_has_a_line_for_each_rank(plt: Any, tmp_path: Path) -> None:
    game = pw.Game("connect-four")
    with pw.Engine(game) as engine, engine.analysis(game.start(), pw.Limit(depth=8), multipv=3) as stream:
        stream.result()
        axes = plot.analysis(stream)
    legend = axes.get_legend()
    assert legend is not None and len(legend.get_texts()) == 3
    assert len(plot.analysis(stream).lines) == len(axes.lines)
    plt.savefig(tmp_path / "analysis.png")
    assert (tmp_path / "analysis.png").stat().st_size > 1000


def test_scores_are_drawn_in_the_games_unit_and_decided_ones_at_the_edge(plt: Any) -> None:
    """A score is in hundredths, or in points where points decide. A proven win may have no known length."""
    win, points = pw.Score(30_000, exact=True), pw.Score(6, unit="discs")
    mixed = [pw.Score(50), win, pw.Score.loss(2)]
    for scores, heights in ((mixed, [0.5, 0.6, -0.6]), ([points, -points], [6.0, -6.0])):
        infos = [pw.Info(depth, depth, 1, score, "exact", 1, 0.1, 0, 0) for depth, score in enumerate(scores, 1)]
        axes = plot.analysis(infos)
        assert list(axes.lines[0].get_ydata()) == pytest.approx(heights)


def test_a_review_shows_mistakes(plt: Any) -> None:
    state = after("tic-tac-toe", "a1", "b1", "a2", "b2", "a3")
    with pw.Engine(state.game) as engine:
        axes = plot.review(pw.review(engine, state, pw.Limit(depth=9)))
    assert axes.get_ylim() == (0, 1)
    assert np.asarray(axes.lines[1].get_ydata())[-1] == 1.0, "the first side won"
    assert "b1" in [text.get_text() for text in axes.texts]


def test_perft_counts_are_written(plt: Any) -> None:
    axes = plot.perft(pw.Game("tic-tac-toe").start(), 4)
    assert [text.get_text() for text in axes.texts] == ["9", "72", "504", "3,024"]


def test_matches_have_error_bars(plt: Any) -> None:
    found = pw.statistics(60, 15, 25, [5, 5, 10, 10, 20])
    axes = plot.match(*(replace(found, first="new", second=other) for other in ("old", "older")))
    assert [label.get_text() for label in axes.get_yticklabels()] == ["new - old", "new - older"]
    assert len(axes.containers) == 1


def test_ratings_begin_with_the_best(plt: Any) -> None:
    table = [
        pw.Rating("one", 0.0, None, 10, 4.0),
        pw.Rating("two", 80.0, 30.0, 10, 6.0),
        pw.Rating("three", None, None, 0, 0.0),
    ]
    axes = plot.ratings(table)
    assert [label.get_text() for label in axes.get_yticklabels()] == ["two", "one"]


def test_a_training_shows_both_errors_and_the_best_epoch(plt: Any) -> None:
    table = [(0.08, 0.09, 1), (0.06, 0.07, 2), (0.05, 0.075, 2)]
    epochs = [
        pw.Epoch(number, loss, validation, best, 0.01, 100, 1.0)
        for number, (loss, validation, best) in enumerate(table, 1)
    ]
    axes = plot.training(epochs)
    assert [list(line.get_ydata()) for line in axes.lines] == [[0.08, 0.06, 0.05], [0.09, 0.07, 0.075], [0.07]]


def test_axes_may_be_given(plt: Any) -> None:
    _, axes = plt.subplots()
    assert plot.chances([0.5, None, 0.7], ax=axes) is axes


def test_nothing_to_draw_is_named(plt: Any) -> None:
    with pytest.raises(pw.PlywrightError, match="no line"):
        plot.analysis([])
    with pytest.raises(pw.PlywrightError, match="no move"):
        plot.review([])
    with pytest.raises(pw.PlywrightError, match="no result"):
        plot.match()
    with pytest.raises(pw.PlywrightError, match="no rating"):
        plot.ratings([pw.Rating("one", None, None, 0, 0.0)])
    with pytest.raises(pw.PlywrightError, match="no epoch"):
        plot.training([])


def test_without_matplotlib_the_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    real = builtins.__import__

    def missing(name: str, *rest: Any, **more: Any) -> Any:
        if name.startswith("matplotlib"):
            raise ImportError(name)
        return real(name, *rest, **more)

    monkeypatch.setattr(builtins, "__import__", missing)
    with pytest.raises(ImportError, match="pip install matplotlib"):
        plot.perft(pw.Game("tic-tac-toe").start(), 2)
