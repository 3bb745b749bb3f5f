"""Tests of plans, shards and joined files, by the functions that a driver of a cluster calls."""

from collections.abc import Sequence
from functools import partial
from pathlib import Path

import pytest
from conftest import run_in_threads
from hypothesis import given, settings
from hypothesis import strategies as st
from plywright import EngineError, OptionError, PlywrightError, ShardError, selfplay
from plywright._core import Game, _check_shard, _merge_shards, _plan, _plan_facts, _run_shard, _shard_name, _Standing

GAMES = ["--game", "connect-four", "--games", "30", "--nodes", "60", "--seed", "4"]
MATCH = ["--game", "tic-tac-toe", "--levels", "0,9", "--each", "nodes=40", "--rounds", "40"]

Match = tuple[str, list[bytes]]
"""Plan of a match, and its shards."""


def run(plan: str, number: int) -> bytes:
    shard = _run_shard(plan, number)
    assert shard is not None
    return shard


def store(plan: str, folder: Path, numbers: Sequence[int]) -> None:
    folder.mkdir(exist_ok=True)
    for number in numbers:
        (folder / _shard_name(number)).write_bytes(run(plan, number))


def test_joined_shards_are_the_games_of_one_process(tmp_path: Path) -> None:
    plan = _plan("selfplay", [*GAMES, "--concurrency", "2", "--out", "ignored"], 7)
    facts = _plan_facts(plan)
    assert [facts[name] for name in ("job", "units", "unit", "shards", "seed")] == ["selfplay", 30, "games", 7, 4]
    assert facts["files"] == [] and facts["programs"] == [] and facts["engines"] == [] and facts["sprt"] is None
    store(plan, tmp_path / "shards", [3, 6, 0, 1, 5, 2, 4])
    text = _merge_shards(plan, tmp_path / "shards", tmp_path / "joined")
    assert text.startswith("30 games, ")
    list(selfplay(Game("connect-four"), 30, nodes=60, seed=4, opening=(2, 10), out=tmp_path / "plain"))
    assert (tmp_path / "joined").read_bytes() == (tmp_path / "plain").read_bytes()


def test_a_plan_without_a_number_has_one_unit_a_shard() -> None:
    assert _plan_facts(_plan("selfplay", GAMES))["shards"] == 30


@pytest.mark.parametrize(
    ("job", "arguments", "error", "expected"),
    [
        ("selfplay", ["--games", "x"], OptionError, "expected a whole number from 1 to"),
        ("selfplay", ["--game", "shogi", "--games", "3"], OptionError, "no game is called 'shogi'"),
        ("selfplay", [], OptionError, "--games"),
        ("selfplay", ["--games", "3", "--nonsense", "1"], OptionError, "--nonsense"),
        ("match", ["--levels", "1"], OptionError, "at least two engines"),
        ("perft", ["--depth", "3"], OptionError, "expected selfplay or match"),
        ("selfplay", ["--games", "3", "--option", "EvalFile=/no/such"], (OptionError, OSError), "/no/such"),
    ],
)
def test_wrong_arguments_are_refused_as_by_the_program(
    job: str, arguments: list[str], error: type[Exception] | tuple[type[Exception], ...], expected: str
) -> None:
    with pytest.raises(error) as raised:
        _plan(job, arguments, 1)
    assert expected in str(raised.value)


def test_a_plan_has_no_more_shards_than_units() -> None:
    with pytest.raises(OptionError, match="31 shards of 30 units"):
        _plan("selfplay", GAMES, 31)


def test_shards_are_played_in_threads() -> None:
    plan = _plan("selfplay", GAMES, 6)
    alone = [run(plan, number) for number in range(6)]
    assert run_in_threads([partial(run, plan, number) for number in range(6)]) == alone


@pytest.fixture(scope="module")
def sprt_match() -> Match:
    """Return the plan of a match with a sequential test, and its 20 shards."""
    plan = _plan("match", [*MATCH, "--sprt", "elo0=0 elo1=100"], 20)
    return plan, [run(plan, number) for number in range(20)]


def standing(sprt_match: Match, numbers: Sequence[int]) -> _Standing:
    """Return the standing after the shards with these numbers, added in this order."""
    plan, shards = sprt_match
    found = _Standing(plan)
    for number in numbers:
        _check_shard(plan, number, shards[number], found)
    return found


def test_the_plan_of_a_match_names_its_engines_and_its_test(sprt_match: Match) -> None:
    facts = _plan_facts(sprt_match[0])
    assert facts["engines"] == ["level-0", "level-9"] and facts["unit"] == "pairs"
    assert facts["sprt"] == "elo0=0 elo1=100 alpha=0.05 beta=0.05 model=normalized"


def test_all_pairs_of_a_shard_count(sprt_match: Match) -> None:
    plan, shards = sprt_match
    assert all(_check_shard(plan, number, shard)["units"] == 2 for number, shard in enumerate(shards))
    assert standing(sprt_match, [0]).facts()["games"] == 4


def test_a_match_is_decided_in_the_order_of_its_pairs(sprt_match: Match) -> None:
    found = standing(sprt_match, range(20)).facts()
    assert found == standing(sprt_match, range(19, -1, -1)).facts()
    assert found["verdict"] == "H0" and found["needed"] == found["shards"] < 20
    assert found["report"].startswith("SPRT completed: H0 was accepted\n") and "LLR" in found["summary"]


def test_the_shards_that_decide_a_match_can_be_joined(sprt_match: Match, tmp_path: Path) -> None:
    plan, found = sprt_match[0], standing(sprt_match, range(20)).facts()
    store(plan, tmp_path / "shards", range(found["needed"]))
    assert _merge_shards(plan, tmp_path / "shards", tmp_path / "joined") == found["report"]


def test_a_standing_refuses_shards_that_do_not_fit(sprt_match: Match) -> None:
    plan, shards = sprt_match
    first = standing(sprt_match, [0])
    for number, expected in ((0, "shard 0 was given before"), (20, "shard 20")):
        with pytest.raises(ShardError, match=expected):
            _check_shard(plan, number, shards[0], first)
    with pytest.raises(ShardError, match="the standing is of another plan"):
        _check_shard(plan, 1, shards[1], _Standing(_plan("match", MATCH, 20)))


def test_what_is_not_of_the_plan_is_refused(tmp_path: Path) -> None:
    plan, other = _plan("selfplay", GAMES, 3), _plan("selfplay", [*GAMES[:-1], "5"], 3)
    shard = run(plan, 1)
    assert _check_shard(plan, 1, shard)["games"] == 10
    for wrong, expected in [
        (shard[:-1], "cut short"),
        (shard[:200], "cut short before unit 1"),
        (shard.replace(b":", b";", 1), "checksum"),
        (run(other, 1), "another plan"),
        (run(plan, 2), "it is shard 2, expected shard 1"),
        (b"", "expected 'plywright-shard 1'"),
    ]:
        with pytest.raises(ShardError, match=expected):
            _check_shard(plan, 1, wrong)
    with pytest.raises(ShardError, match="cut short or was changed"):
        _plan_facts(plan.replace('"seed": 4', '"seed": 5'))
    with pytest.raises(ShardError, match="no shard 3"):
        _run_shard(plan, 3)
    store(plan, tmp_path / "shards", [0, 1])
    with pytest.raises(ShardError, match="shard 2 is missing, expected shards 0 to 2"):
        _merge_shards(plan, tmp_path / "shards", tmp_path / "joined")
    with pytest.raises(OSError, match="none"):
        _merge_shards(plan, tmp_path / "none", tmp_path / "joined")
    store(plan, tmp_path / "shards", [2])
    with pytest.raises(OSError, match="joined"):
        _merge_shards(plan, tmp_path / "shards", tmp_path / "no" / "joined")
    assert not (tmp_path / "joined").exists()


def test_files_of_the_plan_may_lie_elsewhere(tmp_path: Path) -> None:
    openings = tmp_path / "openings"
    openings.write_text("startpos moves a1\nstartpos moves b2\n")
    arguments = [*MATCH, "--openings", str(openings)]
    plan, missing, changed = (_plan("match", arguments, shards) for shards in (4, 5, 6))
    [(path, name, size, is_folder)] = _plan_facts(plan)["files"]
    assert (path, size, is_folder) == (str(openings), 36, False)
    shard = run(plan, 1)
    (tmp_path / "files").mkdir()
    openings.rename(tmp_path / "files" / name)
    assert _run_shard(plan, 1, files=tmp_path / "files") == shard
    with pytest.raises(OSError, match="openings"):
        _run_shard(missing, 1)
    openings.write_text("startpos moves a1\nstartpos moves b3\n")
    with pytest.raises(ShardError, match="has changed since the plan was made"):
        _run_shard(changed, 1)


def test_programs_of_a_plan_start_only_when_allowed() -> None:
    engines = ["--engine", "cmd=builtin nodes=9", "--engine", "cmd=/no/such/program"]
    plan = _plan("match", ["--game", "tic-tac-toe", "--rounds", "2", *engines], 1)
    assert _plan_facts(plan)["programs"] == ["/no/such/program"]
    with pytest.raises(ShardError, match="the plan starts programs \\(/no/such/program\\)"):
        _run_shard(plan, 0)
    with pytest.raises((EngineError, OSError), match="cannot be started"):
        _run_shard(plan, 0, programs=True)


@settings(max_examples=60, deadline=None)
@given(at=st.integers(0, 10**6), removed=st.integers(0, 30), added=st.binary(max_size=30))
def test_every_damage_to_a_shard_or_a_plan_is_an_error_of_the_package(at: int, removed: int, added: bytes) -> None:
    plan = _plan("selfplay", ["--game", "tic-tac-toe", "--games", "6", "--nodes", "5"], 2)
    shard = run(plan, 1)
    start = at % len(shard)
    damaged = shard[:start] + added + shard[start + removed :]
    if damaged != shard:
        with pytest.raises(ShardError):
            _check_shard(plan, 1, damaged)
    text = plan.encode()
    start = at % len(text)
    changed = (text[:start] + added + text[start + removed :]).decode(errors="replace")
    if changed != plan:
        with pytest.raises(PlywrightError):
            _plan_facts(changed)
