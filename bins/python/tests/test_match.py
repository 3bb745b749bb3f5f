"""Tests of matches and their statistics."""

from __future__ import annotations

import math
from typing import Any

import plywright as pw
import pytest

CONNECT_FOUR = pw.Game("connect-four")
ONE, TWO = pw.Player("one"), pw.Player("two")
UNEQUAL = [pw.Player("deep", depth=6), pw.Player("shallow", level=0, options={"Hash": 1})]


@pytest.fixture(scope="module")
def played() -> pw.MatchResult:
    """Return the result of a match between a strong and a weak engine."""
    return pw.play_match(CONNECT_FOUR, UNEQUAL, rounds=3, seed=5, concurrency=2)


def test_each_round_is_a_pair_of_games(played: pw.MatchResult) -> None:
    (pairing,) = played.pairings
    assert pairing.games == len(played.records) == 6
    assert sum(pairing.pairs) == 3


def test_the_stronger_engine_wins(played: pw.MatchResult) -> None:
    (pairing,) = played.pairings
    assert pairing.wins > pairing.losses


def test_a_pairing_is_written_with_the_names_of_its_players(played: pw.MatchResult) -> None:
    assert "deep - shallow" in str(played.pairings[0])


def test_records_are_finished_games_of_both_engines(played: pw.MatchResult) -> None:
    for record in played.records:
        assert record.end().ending is not None
        assert {record.tags["White"], record.tags["Black"]} == {"deep", "shallow"}


def test_equal_seeds_give_equal_games(played: pw.MatchResult) -> None:
    again = pw.play_match(CONNECT_FOUR, UNEQUAL, rounds=3, seed=5)
    # The notes of the moves hold times, which differ.
    moves = [[[move.text for move in one.moves] for one in match.records] for match in (played, again)]
    assert sorted(moves[0]) == sorted(moves[1])


def test_players_may_come_from_a_generator() -> None:
    players = (pw.Player(name, nodes=10) for name in "ab")
    result = pw.play_match(CONNECT_FOUR, players, rounds=1)  # type: ignore[arg-type]
    assert [rating.name for rating in result.ratings] == ["a", "b"]


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
    """An estimate that the results do not determine is `None`."""
    for counts in ((0, 0, 0, [0] * 5), (1, 0, 0, [0] * 5), (2, 0, 0, [0, 0, 0, 0, 1]), (0, 2, 0, [0, 0, 1, 0, 0])):
        found = pw.statistics(*counts, sprt=pw.Sprt())
        for name in ("score", "elo", "elo_error", "normalized_elo", "normalized_elo_error", "los", "llr"):
            value = getattr(found, name)
            assert value is None or not math.isnan(value), (counts, name)
        assert "nan" not in str(found) and "None" not in str(found)


def test_statistics_at_the_limits() -> None:
    """Without games, nothing is estimated. After wins alone, the difference in Elo is infinite."""
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


@pytest.mark.parametrize(
    ("players", "settings", "message"),
    [
        ([ONE], {}, "1 engines, expected two or more"),
        ([ONE, pw.Player("x", options={"Nothing": 1})], {}, "Nothing"),
        ([ONE, pw.Player("one")], {}, "two players are called 'one'"),
        ([ONE, TWO, pw.Player("two", nodes=1)], {}, "two players are called 'two'"),
        ([ONE, pw.Player("x", command="")], {}, "command of the player 'x' is empty"),
        ([ONE, pw.Player("x", command=" ")], {}, "command of the player 'x' is empty"),
        ([ONE, TWO], {"rounds": 0}, "rounds is 0"),
        ([ONE, TWO], {"openings": "random:x"}, "expected random:PLIES"),
        ([ONE, TWO], {"sprt": pw.Sprt(5, 0)}, "expected elo0 to be less"),
        ([ONE, TWO], {"concurrency": 0}, "concurrency is 0"),
    ],
)
def test_wrong_matches_are_refused(players: list[pw.Player], settings: dict[str, Any], message: str) -> None:
    with pytest.raises(pw.OptionError, match=message):
        pw.play_match(CONNECT_FOUR, players, **settings)


def test_an_engine_that_cannot_be_started_is_an_error() -> None:
    with pytest.raises(pw.EngineError, match="cannot be started"):
        pw.play_match(CONNECT_FOUR, [ONE, pw.Player("x", command="/no/such/program")])
