"""Tests of matches and their statistics."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import plywright as pw
import pytest

CONNECT_FOUR = pw.Game("connect-four")


def test_matches_count_games() -> None:
    """The stronger engine wins, and the counts are consistent."""
    players = [pw.Player("deep", depth=6), pw.Player("shallow", level=0, options={"Hash": 1})]
    result = pw.play_match(CONNECT_FOUR, players, rounds=3, seed=5, concurrency=2)
    (pairing,) = result.pairings
    assert pairing.games == len(result.records) == 6
    assert sum(pairing.pairs) == 3
    assert pairing.wins > pairing.losses
    assert "deep - shallow" in str(pairing)
    for record in result.records:
        state = record.end()
        assert state.ending is not None
        assert {record.tags["White"], record.tags["Black"]} == {"deep", "shallow"}
    again = pw.play_match(CONNECT_FOUR, players, rounds=3, seed=5)
    # Notes have times.
    texts = [[[move.text for move in one.moves] for one in played.records] for played in (result, again)]
    assert sorted(texts[0]) == sorted(texts[1])


def test_sequential_tests_end_matches() -> None:
    """The verdict of the test ends the match early."""
    players = [pw.Player("deep", depth=7), pw.Player("weak", level=0)]
    sprt = pw.Sprt(elo0=0, elo1=100, alpha=0.2, beta=0.2)
    result = pw.play_match(CONNECT_FOUR, players, rounds=200, sprt=sprt)
    assert result.pairings[0].verdict == "H1"
    assert result.pairings[0].games < 400


def test_statistics_of_counted_results() -> None:
    """If 64 of 100 pairs are won and the others lost, the statistics have known values."""
    found = pw.statistics(128, 0, 72, [36, 0, 0, 0, 64], sprt=pw.Sprt())
    assert found.score == pytest.approx(0.64)
    assert found.elo is not None
    assert found.los is not None
    assert found.elo == pytest.approx(99.95, abs=0.1)
    assert found.los > 0.99
    assert found.llr is not None


def test_statistics_have_no_nan() -> None:
    """What the results do not determine is `None`."""
    for counts in ((0, 0, 0, [0] * 5), (1, 0, 0, [0] * 5), (2, 0, 0, [0, 0, 0, 0, 1]), (0, 2, 0, [0, 0, 1, 0, 0])):
        found = pw.statistics(*counts, sprt=pw.Sprt())
        for name in ("score", "elo", "elo_error", "normalized_elo", "normalized_elo_error", "los", "llr"):
            assert not isinstance(value := getattr(found, name), float) or not math.isnan(value), (counts, name)
        assert "nan" not in str(found) and "None" not in str(found)
    nothing, won = pw.statistics(0, 0, 0, [0] * 5), pw.statistics(2, 0, 0, [0, 0, 0, 0, 1])
    assert (nothing.score, nothing.elo, nothing.los) == (None, None, None)
    assert (won.score, won.elo, won.elo_error) == (1.0, math.inf, None)


@pytest.mark.parametrize(
    ("wins", "draws", "losses", "pairs"),
    [
        (0, 0, 0, [0, 0, 0, 0, 1]),
        (10, 0, 0, [5, 0, 0, 0, 0]),
        (1, 0, 0, [0, 0, 0, 0, 1]),
        (2, 0, 0, [0, 0, 1, 0, 0]),
        (1, 1, 0, [0, 1, 0, 0, 0]),
        (0, 1, 1, [0, 0, 0, 1, 0]),
        (1, 1, 1, [0, 0, 2, 0, 0]),
        (3, 2, 3, [0, 1, 2, 1, 1]),
        (2, 2, 2, [0, 0, 3]),
        (2, 2, 2, [0, 0, 1, 0, 0, 0]),
        (2, 2, 2, []),
        (2, 2, 2, [0, 0, -1, 0, 0]),
        (2, 2, 2, [0, 0, 1.0, 0, 0]),
        (-1, 0, 0, [0] * 5),
        (1.0, 0, 0, [0] * 5),
    ],
)
def test_contradictory_counts_are_refused(wins: Any, draws: int, losses: int, pairs: list[Any]) -> None:
    """The pairs must be pairs of the counted games."""
    with pytest.raises(pw.OptionError, match="expected"):
        pw.statistics(wins, draws, losses, pairs)


def test_counts_that_agree_are_accepted() -> None:
    """A pair with one point is a win and a loss, or two draws. Games may be missing in the pairs."""
    for wins, draws, losses, pairs in (
        (2, 2, 2, [0, 0, 3, 0, 0]),
        (4, 2, 2, [0, 1, 1, 1, 1]),
        (1, 1, 1, [0, 0, 1, 0, 0]),
        (5, 0, 0, [0] * 5),
        (1, 2, 1, [0, 1, 0, 1, 0]),
    ):
        assert pw.statistics(wins, draws, losses, pairs).games == wins + draws + losses


def test_wrong_matches_are_refused() -> None:
    """A match with one player, unknown options or an impossible test is refused."""
    one, two = pw.Player("one"), pw.Player("two")
    calls: tuple[Callable[[], object], ...] = (
        lambda: pw.play_match(CONNECT_FOUR, [one]),
        lambda: pw.play_match(CONNECT_FOUR, [one, pw.Player("x", options={"Nothing": 1})]),
        lambda: pw.play_match(CONNECT_FOUR, [one, pw.Player("one")]),
        lambda: pw.play_match(CONNECT_FOUR, [one, two, pw.Player("two", nodes=1)]),
        lambda: pw.play_match(CONNECT_FOUR, [one, two], rounds=0),
        lambda: pw.play_match(CONNECT_FOUR, [one, two], openings="random:x"),
        lambda: pw.play_match(CONNECT_FOUR, [one, two], sprt=pw.Sprt(5, 0)),
        lambda: pw.play_match(CONNECT_FOUR, [one, two], concurrency=0),
    )
    for call in calls:
        with pytest.raises(pw.OptionError):
            call()
    with pytest.raises(pw.EngineError):
        pw.play_match(CONNECT_FOUR, [one, pw.Player("x", command="/no/such/program")])
