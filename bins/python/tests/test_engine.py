"""Tests of the engine: analysis, streams of lines, limits, threads and processes."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from functools import partial
from pathlib import Path
from typing import Any

import plywright as pw
import pytest
from conftest import after, run_in_threads, seconds_after_ctrl_c
from plywright import _core, network

SHORT = pw.Limit(nodes=2000)


def test_analysis_finds_a_line_of_legal_moves(game: pw.Game) -> None:
    """The line's moves are legal, and its numbers are plausible."""
    state = game.start()
    with pw.Engine(game) as engine:
        info = engine.analyse(state, SHORT)
        assert info.rank == 1
        assert info.depth >= 1
        assert info.nodes > 0
        assert info.nps > 0
        assert info.move in state.moves()
        assert str(info.score) in str(info)
        for move in info.pv:
            state.play(move)
        assert engine.evaluation(game.start()) is not None


def test_fixed_nodes_give_the_same_result(game: pw.Game) -> None:
    """With one thread and a node limit, searches can be repeated."""
    results = []
    for _ in range(2):
        with pw.Engine(game, seed=1) as engine:
            info = engine.analyse(game.start(), SHORT)
            results.append((info.nodes, info.pv, info.score))
    assert results[0] == results[1]


def test_several_lines_are_sorted(game: pw.Game) -> None:
    """With `multipv`, the lines are sorted by score."""
    with pw.Engine(game) as engine:
        lines = engine.analyse(game.start(), pw.Limit(nodes=20_000), multipv=3)
    assert [info.rank for info in lines] == [1, 2, 3]
    assert len({info.move for info in lines}) == 3
    assert lines[0].score >= lines[-1].score


def test_first_moves_can_be_restricted() -> None:
    """Only the given first moves are searched."""
    state = pw.Game("connect-four").start()
    with pw.Engine("connect-four") as engine:
        assert engine.analyse(state, SHORT, moves=["1"]).move == "1"
        once: Any = iter(["1"])
        assert engine.analyse(state, SHORT, moves=once).move == "1"
        with pytest.raises(pw.MoveError):
            engine.analyse(state, SHORT, moves=["x"])


def test_a_stream_can_be_left() -> None:
    """Leaving the loop stops the search."""
    state = pw.Game("mill").start()
    with pw.Engine("mill") as engine:
        started = time.monotonic()
        for info in engine.analysis(state):
            if info.depth >= 3:
                break
        with engine.analysis(state) as analysis:
            assert next(analysis).move in state.moves()
            analysis.stop()
            result = analysis.result()
        assert result.move in state.moves()
        assert result.info is not None
        assert time.monotonic() - started < 20


def test_a_stream_ends_where_nothing_is_left() -> None:
    """A search of tic-tac-toe ends by itself when it has searched the whole tree."""
    with pw.Engine("tic-tac-toe") as engine:
        infos = list(engine.analysis(pw.Game("tic-tac-toe").start()))
    assert infos[-1].score.value == 0


def test_won_positions_are_scores_with_distance() -> None:
    """A win with the next move has the distance one."""
    state = after("tic-tac-toe", "a3", "a1", "b3", "b1")
    with pw.Engine("tic-tac-toe") as engine:
        info = engine.analyse(state)
        assert info.move == "c3"
        assert (info.score.mate, info.score.plies, info.wdl) == (1, 1, "win")
        assert info.score == pw.Score.win(1) == -pw.Score.loss(1)
        assert engine.play(state).move == "c3"


def test_scores_compare_and_print() -> None:
    """Scores have an order, a text and a winning chance."""
    order = [pw.Score.loss(2), pw.Score.loss(4), pw.Score(-120), pw.Score.draw(), pw.Score(35), pw.Score.win(5)]
    assert sorted(order) == order
    assert [str(score) for score in order] == ["loss in 2", "loss in 4", "-1.20", "draw", "+0.35", "win in 5"]
    assert str(pw.Score(6, unit="discs")) == "+6 discs"
    assert -pw.Score(35) == pw.Score(-35)
    assert pw.Score.win(3).mate == 2
    assert pw.Score.loss(2).mate == -1
    assert pw.Score(35).centi == 35
    assert pw.Score.win(3).centi is None
    assert pw.Score.draw().chance == 0.5
    assert pw.Score(0, logit=400).chance == pytest.approx(0.731, abs=1e-3)
    assert pw.Score(0).chance is None
    other: object = 1
    assert pw.Score(1) != other
    for plies in (-1, 2000):
        with pytest.raises(ValueError, match="plies"):
            pw.Score.win(plies)
    with pytest.raises(TypeError):
        _ = pw.Score(1) < 1  # type: ignore[operator]


def test_levels_play_weaker() -> None:
    """The level limits a search without limits."""
    state = pw.Game("mill").start()
    with pw.Engine("mill", level=0) as engine:
        result = engine.play(state)
        assert result.move in state.moves()
        assert result.nodes < 100_000
    with pw.Engine("mill", elo=1500) as engine:
        assert engine.play(state, pw.Limit(nodes=1000)).move in state.moves()


def test_finished_games_have_no_move() -> None:
    """An analysis of a finished game returns its value."""
    state = after("tic-tac-toe", "a3", "a1", "b3", "b1", "c3")
    with pw.Engine("tic-tac-toe") as engine:
        info = engine.analyse(state)
        assert (info.move, info.score) == (None, pw.Score.loss(0))
        assert engine.play(state).move is None
        assert engine.evaluation(state) is None


def test_a_draw_by_repetition_has_no_move() -> None:
    """In such a position, an analysis of one line, a stream and several lines have the value of a draw."""
    drawn = after("chess", *("g1f3", "g8f6", "f3g1", "f6g8") * 2)
    with pw.Engine("chess") as engine:
        for info in (engine.analyse(drawn, SHORT), *engine.analysis(drawn), *engine.analyse(drawn, multipv=3)):
            assert (info.move, info.wdl, info.score.chance) == (None, "draw", 0.5)
        assert engine.play(drawn, SHORT).move is None


def test_the_score_of_a_finished_game_of_points_is_its_margin() -> None:
    ended = pw.Game("kalah").start()
    while ended.ending is None:
        ended.play(ended.moves()[0])
    with pw.Engine("kalah") as engine:
        score = engine.analyse(ended).score
        assert score.exact and score.unit is not None
        assert ended.ending.margin is not None
        assert abs(score.value) == abs(ended.ending.margin)


def test_closed_engines_and_other_games_are_refused() -> None:
    """A closed engine, and a state of another game, are errors."""
    state = pw.Game("mill").start()
    engine = pw.Engine("mill")
    with pytest.raises(pw.EngineError, match="expected a state of mill"):
        engine.analyse(pw.Game("othello").start(), SHORT)
    with pytest.raises(pw.EngineError, match="expected a state of mill"):
        engine.analyse(pw.Game("mill", options={"FlyPieceCount": 4}).start(), SHORT)
    stream = engine.analysis(state, pw.Limit(nodes=1000))
    engine.close()
    engine.close()
    assert stream.result().move is not None
    for call in (lambda: engine.analyse(state), lambda: engine.play(state), engine.new_game):
        with pytest.raises(pw.EngineError, match="closed"):
            call()


@pytest.mark.parametrize(
    "limits",
    [
        {"time": 0},
        {"time": -1.0},
        {"time": float("nan")},
        {"time": float("inf")},
        {"time": "1"},
        {"depth": 0},
        {"depth": 10**30},
        {"depth": 1.5},
        {"nodes": 0},
        {"nodes": -3},
        {"mate": 0},
        {"nodes": True},
    ],
)
def test_impossible_limits_are_refused(limits: dict[str, object]) -> None:
    """Limits are checked when they are created."""
    with pytest.raises(pw.OptionError, match="expected"):
        pw.Limit(**limits)  # type: ignore[arg-type]


def test_options_are_checked() -> None:
    """Unknown options and values out of range are refused."""
    for name, value in (("Thread", 1), ("Threads", 0), ("Hash", -1), ("Hash", "x"), ("EvalFile", "/no/file")):
        with pytest.raises(pw.OptionError):
            pw.Engine("mill", options={name: value})
    with pytest.raises(pw.OptionError, match="multipv is 0"):
        pw.Engine("mill").analyse(pw.Game("mill").start(), SHORT, multipv=0)


def test_rules_and_variants_are_no_options_of_an_engine() -> None:
    with pytest.raises(pw.OptionError, match="rule of the game"):
        pw.Engine("mill", options={"FlyPieceCount": 4})
    with pytest.raises(pw.OptionError, match=r"Game\("):
        pw.Engine("mill").set_option("UCI_Variant", "lasker-morris")


def test_the_number_of_lines_is_no_option_of_an_engine() -> None:
    with pytest.raises(pw.OptionError, match="multipv="):
        pw.Engine("mill", options={"MultiPV": 3})


def test_a_folder_without_tables_is_an_error() -> None:
    with pytest.raises(pw.TableError):
        pw.Engine("othello", tables="/tmp")


def test_an_engine_lists_its_options() -> None:
    names = {option["name"] for option in pw.Engine("mill", network=False).options}
    assert {"Threads", "Hash", "MultiPV"} <= names


def test_options_have_all_keys_and_their_values() -> None:
    """Every option has the same keys. An option that was set, by any of its names, has the new value."""
    keys = {"name", "kind", "value", "default", "min", "max", "choices", "is_rule"}
    game = pw.Game("mill", options={"FlyPieceCount": 4, "MayFly": False})
    given: dict[str, str | int | bool] = {"hash": 7, "Algorithm": "mcts", "MoveTime": 2, "IDSEnabled": False}
    with pw.Engine(game, threads=2, level=5, options=given) as engine:
        assert all(set(option) == keys for option in engine.options)
        values = {option["name"]: option["value"] for option in engine.options}
        assert (values["Threads"], values["Hash"], values["SkillLevel"]) == (2, 7, 5)
        assert (values["FlyPieceCount"], values["MayFly"], values["HasDiagonalLines"]) == (4, False, False)
        assert (values["MoveTimeMs"], values["IDS"], values["Clear Hash"]) == (1290, False, None)
        engine.set_option("IDS", value=True)
        (algorithm,) = (option for option in engine.options if option["name"] == "Algorithm")
        assert isinstance(algorithm["value"], int) and algorithm["value"] != algorithm["default"]
        with pytest.raises(pw.OptionError, match="Hash"):
            engine.set_option("Hash", 0)
        values = {option["name"]: option["value"] for option in engine.options}
        assert (values["Hash"], values["IDS"], values["UCI_Variant"]) == (7, True, game.variant)


@pytest.mark.parametrize("duplicate", [copy.copy, copy.deepcopy, lambda engine: pickle.loads(pickle.dumps(engine))])
def test_a_copied_engine_is_another_engine(duplicate: Callable[[pw.Engine], pw.Engine]) -> None:
    """A copy has the game and options of its original. Closing one of them leaves the other open."""
    state = pw.Game("mill").start()
    engine = pw.Engine("mill", hash=3, seed=5)
    other = duplicate(engine)
    assert other.game == engine.game
    assert other.options == engine.options
    other.close()
    assert engine.analyse(state, SHORT).move in state.moves()
    third = duplicate(engine)
    engine.close()
    assert third.analyse(state, SHORT).move in state.moves()
    with pytest.raises(pw.EngineError, match="closed"):
        duplicate(engine)


def resident() -> int:
    """Return the memory of this process in mebibytes."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not report the memory")
def test_close_gives_memory_back() -> None:
    """`close` returns memory to the system, even that of Monte Carlo trees, which are many small allocations."""
    game = pw.Game("connect-four")
    before = resident()
    engines = [pw.Engine(game, options={"Algorithm": "mcts"}) for _ in range(8)]
    running = [engine.analysis(game.start()) for engine in engines]
    for analysis in running:
        next(analysis)
    time.sleep(1)
    for engine in engines:
        engine.close()
    assert resident() < before + 40


@pytest.mark.parametrize("in_thread", [False, True])
def test_a_panic_is_an_error_of_the_package(in_thread: bool) -> None:
    """A program that handles the errors of the package also handles a panic of the compiled part."""
    with pytest.raises(pw.PlywrightError, match="a fault") as error:
        _core._panic("a fault", in_thread)
    assert type(error.value) is pw.InternalError
    assert isinstance(error.value, Exception)
    assert repr(pw.InternalError) == "<class 'plywright.InternalError'>"


def test_wrong_types_are_type_errors() -> None:
    """A wrong type raises `TypeError`, which is also a `PlywrightError` if the package's Python code finds it."""
    state = pw.Game("mill").start()
    with pw.Engine("mill") as engine:
        calls: list[Callable[[], object]] = [
            lambda: engine.analyse(state, 0.5),  # type: ignore[call-overload]
            lambda: engine.analysis(state, 3),  # type: ignore[arg-type]
            lambda: engine.play(state, "1"),  # type: ignore[arg-type]
            lambda: engine.play("mill", SHORT),  # type: ignore[arg-type]
            lambda: engine.analyse(None),  # type: ignore[call-overload]
            lambda: state.perft(-1),
            lambda: state.perft(1.5),  # type: ignore[arg-type]
            lambda: state.play_random(-1),
            lambda: state.play_random(0.5),  # type: ignore[arg-type]
            lambda: pw.Score.win(1.5),  # type: ignore[arg-type]
            lambda: pw.Record.of("mill"),  # type: ignore[arg-type]
            lambda: pw.play_match("mill", ["one", "two"]),  # type: ignore[list-item]
            lambda: pw.Tables().probe("start"),  # type: ignore[arg-type]
            lambda: pw.evaluate("net", [state]),  # type: ignore[arg-type]
            lambda: pw.Engine(3),  # type: ignore[arg-type]
            lambda: pw.Limit(nodes=-1),
            lambda: pw.Limit(depth=1.0),  # type: ignore[arg-type]
            lambda: pw.selfplay("mill", 1, opening=3),  # type: ignore[arg-type]
        ]
        for call in calls:
            with pytest.raises(TypeError, match="expected") as error:
                call()
            assert isinstance(error.value, pw.PlywrightError)
        with pytest.raises(TypeError):
            engine.evaluation(3)  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="a move is a bool"):
            state.play(True)


FIELDS = [
    found
    for module in (pw, network)
    for found in vars(module).values()
    if isinstance(found, type) and (is_dataclass(found) or hasattr(found, "_fields"))
]


@pytest.mark.parametrize("found", FIELDS)
def test_help_names_the_fields(found: Any) -> None:
    """`help` shows the docstring of a class, which describes each field."""
    names = found._fields if hasattr(found, "_fields") else [field.name for field in fields(found)]
    assert "time: Time in seconds" in str(pw.Limit.__doc__)
    for name in names:
        assert f"{name}: " in found.__doc__ or f"`{name}`" in found.__doc__, name


def test_time_limits_hold() -> None:
    """A search of 0.1 s takes about 0.1 s."""
    with pw.Engine("othello", threads=2) as engine:
        started = time.monotonic()
        info = engine.analyse(pw.Game("othello").start(), pw.Limit(time=0.1))
        assert time.monotonic() - started < 2
        assert info.time < 1


@contextmanager
def counted(step: Callable[[], object]) -> Iterator[list[None]]:
    """Repeat `step` in another thread until the context is left. The list grows by an entry each time."""
    done, entries = threading.Event(), list[None]()

    def count() -> None:
        while not done.wait(0.0005):
            step()
            entries.append(None)

    counter = threading.Thread(target=count)
    counter.start()
    yield entries
    done.set()
    counter.join()


def test_the_interpreter_is_free_while_it_searches() -> None:
    """During searches of several engines, another Python thread runs."""

    def search(name: str) -> None:
        with pw.Engine(name) as engine:
            engine.analyse(pw.Game(name).start(), pw.Limit(time=0.3))

    with counted(lambda: None) as entries:
        run_in_threads([partial(search, info.name) for info in pw.games()])
    assert len(entries) > 20


def test_the_interpreter_is_free_while_it_works_on_a_batch() -> None:
    """During a call on a batch, another Python thread runs, and it can use the same state."""
    state = pw.Game("mill").start()
    states = [state] * 200_000
    with counted(state.moves) as entries:
        for work in (pw.features, lambda states: pw.action_masks(states[:50_000])):
            before = len(entries)
            work(states)
            assert len(entries) > before + 2


CALLS = """
name, work = sys.argv[1:3]
game = pw.Game(name)
engine = pw.Engine(game, threads=2)
state = game.start()
calls = {
    "analyse": lambda: engine.analyse(state, pw.Limit(depth=200)),
    "play": lambda: engine.play(state, pw.Limit(depth=200)),
    "stream": lambda: list(engine.analysis(state)),
    "perft": lambda: state.perft(40),
    "random": lambda: pw.random_games(game, 100_000_000),
    "selfplay": lambda: list(pw.selfplay(game, 1000, nodes=100_000_000)),
    "match": lambda: pw.play_match(game, [pw.Player("one", depth=100), pw.Player("two", depth=100)], concurrency=2),
}
before = len(os.listdir("/proc/self/task")) if sys.platform == "linux" else 1_000_000
"""
NOTHING_GOES_ON = """
while work == "selfplay" and len(os.listdir("/proc/self/task")) > before:
    time.sleep(0.01)
os._exit(0)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("name", ["mill", "gyges"])
@pytest.mark.parametrize("work", ["analyse", "play", "stream", "perft", "random", "selfplay", "match"])
def test_ctrl_c_ends_long_calls(name: str, work: str) -> None:
    """Ctrl-C raises KeyboardInterrupt at once."""
    assert seconds_after_ctrl_c("calls[work]()", name, work, before=CALLS, after=NOTHING_GOES_ON) < 1.0


def test_closing_an_engine_ends_its_searches() -> None:
    """Searches without a limit end, in this thread and in others, and return what they have found."""
    state = pw.Game("mill").start()
    engine = pw.Engine("mill", threads=2)
    streams = [engine.analysis(state) for _ in range(2)]
    assert all(next(stream).depth == 1 for stream in streams)
    found: list[list[pw.Info]] = []
    reader = threading.Thread(target=lambda: found.append(list(streams[0])), daemon=True)
    reader.start()
    engine.close()
    reader.join(60)
    assert found
    assert streams[1].result().move in state.moves()
    with pytest.raises(pw.EngineError, match="closed"):
        engine.analysis(state)


def _play_in_child(game: pw.Game, answers: multiprocessing.Queue[object]) -> None:
    with pw.Engine(game) as engine:
        answers.put(engine.play(game.start(), pw.Limit(nodes=1000)).move)


@pytest.mark.parametrize("method", ["spawn", "fork"])
def test_child_processes_have_engines(method: str) -> None:
    """Child processes, forked or spawned, can create engines."""
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("no such method here")
    context = multiprocessing.get_context(method)
    answers = context.Queue()
    game = pw.Game("mill")
    child = context.Process(  # type: ignore[attr-defined]
        target=_play_in_child, args=(game, answers)
    )
    child.start()
    assert answers.get(timeout=60) in game.start().moves()
    child.join(60)
    assert child.exitcode == 0


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_in_the_middle_of_a_search_is_safe() -> None:
    """In a forked child, the parent's engine raises errors, but a new engine works. The parent's search continues."""
    state = pw.Game("mill").start()
    engine = pw.Engine("mill", threads=2)
    stream = engine.analysis(state)
    next(stream)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            refused = 0
            calls: list[Callable[[], object]] = [lambda: next(stream), lambda: engine.analyse(state, SHORT)]
            for call in calls:
                try:
                    call()
                except pw.EngineError:
                    refused += 1
            with pw.Engine("mill") as own:
                move = own.analyse(state, SHORT).move
            del engine, stream
            code = 0 if refused == 2 and move in state.moves() else 2
        finally:
            os._exit(code)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(child, signal.SIGKILL)
        pytest.fail("the child hangs")
    assert os.waitstatus_to_exitcode(status) == 0
    stream.stop()
    assert stream.result().move in state.moves()
