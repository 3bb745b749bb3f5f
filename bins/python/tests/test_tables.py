"""Tests of tables."""

from __future__ import annotations

from pathlib import Path

import plywright as pw
import pytest
from conftest import after

TIC_TAC_TOE = pw.Game("tic-tac-toe")


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the solved tables of tic-tac-toe."""
    folder = tmp_path_factory.mktemp("tables")
    pw.solve(TIC_TAC_TOE, folder)
    return folder


def test_a_solution_counts_every_position(tmp_path: Path) -> None:
    """Tic-tac-toe is a draw."""
    solution = pw.solve(TIC_TAC_TOE, tmp_path)
    assert solution.start == pw.Score.draw()
    assert solution.positions == sum(part.won + part.drawn + part.lost for part in solution.slices)
    assert solution.positions > 700


def test_every_first_move_of_tic_tac_toe_draws(tables: Path) -> None:
    """A position has a value, and each of its moves has one."""
    found = pw.Tables(tables).probe(TIC_TAC_TOE.start())
    assert found.value == pw.Score.draw()
    assert set(found.moves.values()) == {pw.Score.draw()}
    assert len(found.best) == 9


def test_the_winning_move_comes_first(tables: Path) -> None:
    """Two in a row with the third square open win at once."""
    found = pw.Tables(tables).probe(after(TIC_TAC_TOE, "a3", "a1", "b3", "b1"))
    assert found.value == pw.Score.win(1)
    assert found.best == ["c3"]
    assert next(iter(found.moves)) == "c3"


# Four columns of four: the start is a draw.
SMALL = pw.Game("connect-four", "4x4")


def won() -> pw.State:
    """Return a position in which a third disc in a row on an open line wins."""
    return after(SMALL, "1", "1", "2", "2", "3", "1")


@pytest.fixture(scope="module")
def full(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the full tables."""
    folder = tmp_path_factory.mktemp("full")
    pw.solve(SMALL, folder)
    return folder


@pytest.fixture(scope="module")
def compact(full: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the compact tables."""
    folder = tmp_path_factory.mktemp("compact")
    pw.Tables(full).pack(SMALL, folder)
    return folder


def test_compact_tables_hold_fewer_positions(full: Path, tmp_path: Path) -> None:
    """Packing leaves out positions whose values follow from others."""
    packed, solved = pw.Tables(full).pack(SMALL, tmp_path), pw.Tables(full).info(SMALL)
    assert packed.start == pw.Score.draw()
    assert 0 < packed.positions < solved.positions


def test_a_win_in_compact_tables_has_no_length(compact: Path) -> None:
    """Only the result is stored."""
    assert pw.Tables(compact).probe(SMALL.start()).value == pw.Score.draw()
    value = pw.Tables(compact).probe(won()).value
    assert value is not None
    assert (value.wdl, value.plies, value.centi, str(value)) == ("win", None, None, "win")
    assert str(-value) == "loss"


def test_moves_have_the_same_results_in_compact_and_full_tables(full: Path, compact: Path) -> None:
    """The rules show the end of the game without tables, so a move that wins at once has its length."""
    found, exact = pw.Tables(compact).probe(won()), pw.Tables(full).probe(won())
    assert exact.value == pw.Score.win(1)
    assert found.moves["4"] == pw.Score.win(1)
    results = [{move: value.wdl for move, value in probed.moves.items() if value} for probed in (found, exact)]
    assert results[0] == results[1]


def test_an_engine_uses_compact_tables(compact: Path) -> None:
    """The engine plays, analyses and evaluates by the tables."""
    with pw.Engine(SMALL, tables=compact) as engine:
        assert engine.analyse(SMALL.start(), pw.Limit(depth=2)).wdl == "draw"
        assert engine.play(won(), pw.Limit(depth=2)).move == "4"
        for position, wdl in ((SMALL.start(), "draw"), (won(), "win")):
            value = engine.evaluation(position)
            assert value is not None
            assert (value.exact, value.wdl, str(value)) == (True, wdl, wdl)


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


@pytest.mark.parametrize("name", ["tic-tac-toe", "mill", "santorini"])
def test_a_folder_without_tables_of_the_game_is_an_error(name: str, tables: Path, tmp_path: Path) -> None:
    """The folder is empty, holds another game's tables, or the game's positions are not numbered."""
    folder = tmp_path if name == "tic-tac-toe" else tables
    with pytest.raises(pw.TableError):
        pw.Tables(folder).probe(pw.Game(name).start())


def test_a_game_without_built_in_tables_needs_a_folder() -> None:
    """Lookups and facts fail alike."""
    with pytest.raises(pw.TableError):
        pw.Tables().probe(TIC_TAC_TOE.start())
    with pytest.raises(pw.TableError):
        pw.Tables().info(TIC_TAC_TOE)


def test_an_engine_refuses_a_missing_folder(tmp_path: Path) -> None:
    """The folder of the tables must exist."""
    with pytest.raises(pw.TableError):
        pw.Engine(TIC_TAC_TOE, tables=tmp_path / "missing")


@pytest.mark.parametrize(
    ("game", "folder", "memory"), [("othello", "", 1), ("tic-tac-toe", "", -1), ("tic-tac-toe", "/proc/none", 1)]
)
def test_what_cannot_be_solved_is_refused(game: str, folder: str, memory: int, tmp_path: Path) -> None:
    """The game's positions are not numbered, the memory is negative, or the folder cannot be made."""
    with pytest.raises(pw.TableError):
        pw.solve(pw.Game(game), folder or tmp_path, memory=memory)
