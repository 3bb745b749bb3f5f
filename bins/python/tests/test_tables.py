"""Tests of tables."""

from __future__ import annotations

from pathlib import Path

import plywright as pw
import pytest

TIC_TAC_TOE = pw.Game("tic-tac-toe")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the solved tables of tic-tac-toe."""
    folder = tmp_path_factory.mktemp("tables")
    solution = pw.solve(TIC_TAC_TOE, folder)
    assert solution.start == pw.Score.draw()
    assert solution.positions == sum(part.won + part.drawn + part.lost for part in solution.slices) > 700
    return folder


def test_solved_games_are_looked_up(tables: Path) -> None:
    """Every move of a position has a value."""
    found = pw.Tables(tables).probe(TIC_TAC_TOE.start())
    assert found.value == pw.Score.draw()
    assert set(found.moves.values()) == {pw.Score.draw()}
    assert len(found.best) == 9
    state = TIC_TAC_TOE.start()
    for move in ("a3", "a1", "b3", "b1"):
        state.play(move)
    found = pw.Tables(tables).probe(state)
    assert found.best == ["c3"]
    assert found.value == pw.Score.win(1)
    assert next(iter(found.moves)) == "c3"


def test_compact_tables_know_wins_without_their_length(tmp_path: Path) -> None:
    """Connect four on four columns of four is a draw, and a third disc in a row on an open line wins."""
    game = pw.Game("connect-four", "4x4")
    full, compact = tmp_path / "full", tmp_path / "compact"
    solved = pw.solve(game, full)
    packed = pw.Tables(full).pack(game, compact)
    assert packed.start == solved.start == pw.Score.draw()
    assert 0 < packed.positions < solved.positions
    assert pw.Tables(compact).probe(game.start()).value == pw.Score.draw()
    state = game.start()
    for move in ("1", "1", "2", "2", "3", "1"):
        state.play(move)
    found = pw.Tables(compact).probe(state)
    exact = pw.Tables(full).probe(state)
    assert exact.value == pw.Score.win(1)
    assert found.value is not None
    assert (found.value.wdl, found.value.plies, found.value.centi, str(found.value)) == ("win", None, None, "win")
    assert {move: value.wdl for move, value in found.moves.items() if value} == {
        move: value.wdl for move, value in exact.moves.items() if value
    }
    assert found.moves["4"] == pw.Score.win(1), "the end of the game is known without tables"
    assert str(-found.value) == "loss"
    with pw.Engine(game, tables=compact) as engine:
        assert engine.analyse(game.start(), pw.Limit(depth=2)).wdl == "draw"
        assert engine.play(state, pw.Limit(depth=2)).move == "4"
        for position, wdl in ((game.start(), "draw"), (state, "win")):
            value = engine.evaluation(position)
            assert value is not None
            assert (value.exact, value.wdl, str(value)) == (True, wdl, wdl)
    with pytest.raises(pw.TableError):
        pw.Engine(game, tables=tmp_path / "missing")


def test_compact_tables_can_know_the_length_of_long_wins(tmp_path: Path) -> None:
    """Five Men's Morris has wins of more than 30 plies."""
    game = pw.Game("mill", "five-mens-morris")
    full, compact = tmp_path / "full", tmp_path / "compact"
    pw.solve(game, full)
    state = game.position("*O@**O*@/OO@O***@ w m s 5 0 4 0 0 0 0 0 0 0 0 0 1")
    exact = pw.Tables(full).probe(state).value
    assert exact is not None
    assert exact.plies is not None
    assert exact.plies > 30
    for distances in (False, True):
        pw.Tables(full).pack(game, compact, distances=distances)
        found = pw.Tables(compact).probe(state).value
        assert found is not None
        assert (found.wdl, found.plies) == ("win", exact.plies if distances else None)


def test_tables_of_games_of_points_hold_margins(tmp_path: Path) -> None:
    """In Kalah with three houses and three seeds, values are leads in seeds."""
    game = pw.Game("kalah", "3x3")
    solution = pw.solve(game, tmp_path / "kalah")
    state = game.start()
    found = pw.Tables(tmp_path / "kalah").probe(state)
    assert found.value == solution.start
    assert found.value is not None
    assert found.value.unit == "seeds"
    with pw.Engine(game) as engine:
        searched = engine.analyse(state, pw.Limit(depth=60)).score
    assert (searched.value, searched.unit) == (found.value.value, "seeds")
    assert max(value.value for value in found.moves.values() if value) == found.value.value
    with pw.Engine(game, tables=tmp_path / "kalah") as engine:
        value = engine.evaluation(state)
        assert value is not None
        assert (value.exact, value.value, value.unit) == (True, found.value.value, "seeds")


def test_tables_are_verified(tables: Path) -> None:
    """`info` and `verify` return the same counts."""
    assert pw.Tables(tables).info(TIC_TAC_TOE) == pw.Tables(tables).verify(TIC_TAC_TOE, threads=2, progress=True)


def test_built_in_tables_of_mill() -> None:
    """Endgame tables of Mill are built into the package."""
    state = pw.Game("mill").position("*****O@*/***O@***/@******O b m s 3 0 3 0 0 0 0 0 0 0 0 0 30")
    found = pw.Tables().probe(state)
    assert found.value is not None
    assert found.value.exact
    with pw.Engine("mill") as engine:
        assert engine.analyse(state, pw.Limit(depth=4)).wdl == found.value.wdl


def test_missing_tables_are_errors(tables: Path, tmp_path: Path) -> None:
    """Lookups fail in a folder that is missing, for another game, and for a game without numbered positions."""
    for call in (
        lambda: pw.Tables(tmp_path).probe(TIC_TAC_TOE.start()),
        lambda: pw.Tables(tables).probe(pw.Game("mill").start()),
        lambda: pw.Tables(tables).probe(pw.Game("santorini").start()),
        lambda: pw.Tables().probe(TIC_TAC_TOE.start()),
        lambda: pw.Tables().info(TIC_TAC_TOE),
        lambda: pw.solve(pw.Game("othello"), tmp_path),
        lambda: pw.solve(TIC_TAC_TOE, tmp_path, memory=-1),
        lambda: pw.solve(TIC_TAC_TOE, "/proc/none"),
    ):
        with pytest.raises(pw.TableError):
            call()
