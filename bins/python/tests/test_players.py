"""Tests of policies as players, ratings, the ladder, exact values of many positions, and accuracy."""

from __future__ import annotations

import math

import numpy as np
import plywright as pw
import pytest
from conftest import Arrays, first_legal, flat


def test_policies_play_matches() -> None:
    """A policy, a search, a level and an engine play each other; the ratings are those of all games."""
    players = [
        pw.Player("lowest", policy=first_legal),
        pw.Player("search", policy=pw.Puct("tic-tac-toe", flat, simulations=200)),
        pw.Player("level", level=0),
        pw.Player("engine", nodes=1000),
    ]
    result = pw.play_match("tic-tac-toe", players, rounds=3, openings="random:1", concurrency=2)
    assert len(result.records) == 36
    assert [rating.name for rating in result.ratings] == ["lowest", "search", "level", "engine"]
    first, search, _, engine = result.ratings
    assert (first.elo, first.error) == (0, None)
    assert search.elo is not None
    assert engine.elo is not None
    assert min(search.elo, engine.elo) > 50
    assert sum(rating.points for rating in result.ratings) == 36
    assert all(rating.games == 18 for rating in result.ratings)
    points = sum(one.wins + one.draws / 2 for one in result.pairings if one.first == "lowest")
    assert first.points == points
    lines = str(result).splitlines()
    assert len(lines) == 4
    assert all("Elo" in line for line in lines)


def test_a_policy_sees_the_game() -> None:
    """Observations and masks are those of the states in the records."""
    seen: list[tuple[Arrays, Arrays]] = []

    def watched(observations: Arrays, masks: Arrays) -> Arrays:
        seen.append((observations[0].copy(), masks[0].copy()))
        return first_legal(observations, masks)

    players = [pw.Player("watched", policy=watched), pw.Player("lowest", policy=first_legal)]
    result = pw.play_match("connect-four", players, rounds=1)
    expected: list[tuple[Arrays, Arrays]] = []
    for record in result.records:
        side = 0 if record.tags["White"] == "watched" else 1
        # The first four moves are the opening.
        asked = [state for state in list(record.states())[:-1] if state.side == side and state.plies >= 4]
        expected.extend((state.observe(), state.action_mask()) for state in asked)
    assert len(seen) == len(expected) > 4
    for own, known in zip(seen, expected, strict=True):
        assert (own[0] == known[0]).all()
        assert (own[1] == known[1]).all()


class BrokenError(Exception):
    """Failure of a policy."""


OTHER = pw.Player("other", level=0)


def test_an_exception_of_a_policy_ends_the_match() -> None:
    def broken(_: Arrays, masks: Arrays) -> Arrays:
        raise BrokenError(len(masks))

    for concurrency in (1, 3):
        with pytest.raises(BrokenError):
            pw.play_match("mill", [pw.Player("broken", policy=broken), OTHER], concurrency=concurrency)


def test_an_illegal_move_of_a_policy_ends_the_match() -> None:
    with pytest.raises(pw.MoveError):
        pw.play_match("mill", [pw.Player("illegal", policy=lambda *_: np.array([10**6])), OTHER])


def test_answers_of_a_policy_that_are_no_actions_end_the_match() -> None:
    for wrong in (lambda *_: None, lambda *_: np.array(["a7"]), lambda *_: np.zeros(3)):
        with pytest.raises(pw.OptionError, match="the policy's answer is an array"):
            pw.play_match("mill", [pw.Player("wrong", policy=wrong), OTHER])


def test_wrong_policies_are_refused() -> None:
    """A policy stands alone, and is a function."""
    for player in (
        pw.Player("both", policy=first_legal, level=3),
        pw.Player("both", policy=first_legal, nodes=3),
        pw.Player("neither", policy="network"),  # type: ignore[arg-type]
    ):
        with pytest.raises(pw.OptionError, match=r"expected (no limits|a function)"):
            pw.play_match("mill", [player, OTHER])


def test_a_match_of_a_policy_can_end_early() -> None:
    """The sequential test counts games of policies."""
    players = [
        pw.Player("search", policy=pw.Puct("connect-four", flat, simulations=400)),
        pw.Player("low", policy=first_legal),
    ]
    result = pw.play_match("connect-four", players, rounds=100, sprt=pw.Sprt(elo0=0, elo1=200))
    assert result.pairings[0].verdict == "H1"
    assert len(result.records) < 200


def test_the_ladder_rates_a_policy() -> None:
    """A weak policy is rated near or below the weakest level, and a level near its own rating."""
    with pw.Engine("connect-four") as engine:
        option = next(option for option in engine.options if option["name"] == "UCI_Elo")
    found = pw.ladder("connect-four", first_legal, games=60, error=100)
    assert found.elo < option["min"] + 400
    assert sum(games for _, _, games in found.results) == found.games <= 60
    assert str(found.games) in str(found)
    middle = (option["min"] + option["max"]) // 2
    player = pw.Player("known", options={"UCI_LimitStrength": True, "UCI_Elo": int(option["min"])})
    rated = pw.ladder("connect-four", player, games=40, error=60)
    assert rated.elo < middle
    assert rated.error > 60


def test_wrong_ladders_are_refused() -> None:
    with pytest.raises(pw.OptionError, match="no measured ratings"):
        pw.ladder("tic-tac-toe", first_legal)
    with pytest.raises(pw.OptionError, match="error is 0"):
        pw.ladder("connect-four", first_legal, error=0)
    with pytest.raises(pw.OptionError, match="the policy is a int"):
        pw.ladder("connect-four", 3)  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> pw.Tables:
    """Return the tables of tic-tac-toe."""
    folder = tmp_path_factory.mktemp("tables")
    pw.solve("tic-tac-toe", folder)
    return pw.Tables(folder)


def states_of(game: str, count: int) -> list[pw.State]:
    """Return positions of random games."""
    boards = pw.Batch(game, 50, seed=2)
    found: list[pw.State] = []
    while len(found) < count:
        found.extend(boards[at] for at in range(len(boards)))
        boards.play(boards.random_actions())
        boards.reset(boards.endings != 0)
    return found[:count]


def test_many_positions_are_looked_up_at_once(tables: pw.Tables) -> None:
    """Values of many positions are those of single ones, in a folder and built in."""
    for game, own in (("tic-tac-toe", tables), ("mill", pw.Tables())):
        states = states_of(game, 600)
        found = own.probe(states)
        assert len(found) == 600
        assert found.known.any()
        for row, state in enumerate(states):
            value = own.probe(state).value
            assert found.known[row] == (value is not None)
            assert found.values[row] == (0 if value is None else value.value)
            assert found.wdl[row] == (0 if value is None else {"win": 1, "draw": 0, "loss": -1}[str(value.wdl)])
    assert len(tables.probe([])) == 0


def test_lists_that_are_not_positions_of_one_game_are_refused(tables: pw.Tables) -> None:
    with pytest.raises(pw.EngineError, match="several games"):
        tables.probe([pw.Game("tic-tac-toe").start(), pw.Game("mill").start()])
    with pytest.raises(pw.ArgumentError, match=r"states\[0\] is a str"):
        tables.probe(["a1"])  # type: ignore[list-item]


def test_a_perfect_policy_loses_nothing_and_the_worst_one_everything(tables: pw.Tables) -> None:
    """Policies choose by the values of the tables, from which the accuracy comes."""
    states = states_of("tic-tac-toe", 300)
    values: dict[bytes, dict[int, int]] = {}
    for state in states:
        probed = {move: value for move, value in tables.probe(state).moves.items() if value is not None}
        values[state.observe().tobytes()] = {
            state.move_to_number(move): (value.value > 0) - (value.value < 0) for move, value in probed.items()
        }

    def perfect(observations: Arrays, _: Arrays) -> Arrays:
        return np.array([max(moves := values[row.tobytes()], key=lambda move: moves[move]) for row in observations])

    def worst(observations: Arrays, _: Arrays) -> Arrays:
        return np.array([min(moves := values[row.tobytes()], key=lambda move: moves[move]) for row in observations])

    (all_phases,) = pw.accuracy("tic-tac-toe", perfect, positions=states, tables=tables)
    choices = sum(len(set(moves.values())) > 1 for moves in (values[state.observe().tobytes()] for state in states))
    assert (all_phases.choices, all_phases.lost, all_phases.share) == (choices, 0, 0.0)
    assert all_phases.interval[0] == 0
    assert pw.accuracy("tic-tac-toe", worst, positions=states, tables=tables)[-1].share == 1.0


def test_a_search_is_more_accurate_than_a_simple_policy(tables: pw.Tables) -> None:
    """The positions are drawn from random games, by the seed alone."""
    simple, again = (pw.accuracy("tic-tac-toe", first_legal, positions=200, tables=tables)[-1] for _ in range(2))
    assert simple == again
    assert simple.choices == 200
    assert 0 < simple.lost < 200
    assert "%" in str(simple)
    search = pw.Puct("tic-tac-toe", flat, simulations=300)
    assert pw.accuracy("tic-tac-toe", search, positions=50, tables=tables)[-1].share < simple.share
    with pytest.raises(pw.TableError, match="none of the positions has a choice"):
        pw.accuracy("tic-tac-toe", first_legal, positions=[], tables=tables)


def test_the_interval_of_an_accuracy() -> None:
    """Wilson's interval for 10 of 40 is 14.19 % to 40.19 %."""
    low, high = pw.PhaseAccuracy("all", 40, 10).interval
    assert (round(low, 4), round(high, 4)) == (0.1419, 0.4019)
    assert math.isnan(pw.PhaseAccuracy("all", 0, 0).share)


def test_phases_of_accuracy() -> None:
    """Results are by phase, and the last row has all of them; the built-in tables of Mill are used."""
    rows = pw.accuracy("mill", first_legal, positions=30)
    assert rows[-1].phase == "all"
    assert rows[-1].choices == sum(row.choices for row in rows[:-1]) == 30
    assert pw.Game("mill").start().phase == rows[0].phase
