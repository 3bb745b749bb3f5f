"""Invalid input raises errors of the package or of Python. It never causes a panic, a crash or a hang."""

from __future__ import annotations

import pickle
import random
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any
from zlib import crc32

import numpy as np
import plywright as pw
import pytest
from conftest import after, run_in_threads
from plywright import _core, network

TIC_TAC_TOE = pw.Game("tic-tac-toe")
SHORT = pw.Limit(nodes=100)
# The memory of a table is filled with zeros for each engine, so tests that create hundreds of engines use small tables.
SMALL = {"Hash": 1}
NAN = float("nan")

VALUES: list[Any] = [
    *(None, True, -1, 0, 3, 99, 2**31, 2**32, 2**63, 2**64, -(2**63), 10**30, 10**5000),
    *(1.5, -0.0, NAN, float("inf"), -float("inf"), 1e300, 1j),
    *("", "x", "mill", "\ud800", "\0", "a\nb", "é" * 1000, "a1", b"", b"a1", bytearray(3)),
    *([], (), {}, [None], ["a1"], [[]], {"a": 1}, {1: 2}, {"FlyPieceCount": None}, range(3), iter([1])),
    *(object(), object, len, Ellipsis, Path("/no/such/file"), Path("\0"), Path("/proc/self/mem"), Path("/")),
    *(np.int8(-1), np.uint64(2**63), np.float32(NAN), np.zeros(0), np.zeros((1, 2, 3, 3), np.float64)),
    *(np.zeros((2, 1, 3, 3), np.float32).swapaxes(0, 1), np.array(["a1"]), np.array(None)),
    *(TIC_TAC_TOE, TIC_TAC_TOE.start(), pw.Game("mill").start(), pw.Limit(), pw.Score(1), pw.Record()),
]
"""Values that a caller may pass by mistake."""


EXPECTED = (pw.PlywrightError, TypeError, OSError, MemoryError, UnicodeError)
"""Errors of the package, wrong types, files that cannot be used, lack of memory, and texts with lone surrogates."""


def tried(work: Callable[[], object], expected: tuple[type[Exception], ...] = EXPECTED) -> None:
    """Call `work`, and accept the expected errors with words."""
    try:
        work()
    except expected as error:
        found = error
    else:
        return
    assert not isinstance(found, pw.InternalError)
    assert 0 < len(str(found)) < 5000, "messages say something and stay short"


def keywords(function: Callable[..., object], *names: str) -> list[Callable[[Any], object]]:
    """Return functions that call `function` with a value for one of these keywords."""
    return [lambda value, name=name: function(**{name: value}) for name in names]  # type: ignore[misc]


def ended(games: Any) -> None:
    """Take one game of self-play, and end the self-play."""
    list(islice(games, 1))
    games.close()


ONE, TWO = (pw.Player(name, nodes=1, options=SMALL) for name in ("one", "two"))
# A keyword of the caller replaces the one of `partial`.
played = partial(pw.play_match, game=TIC_TAC_TOE, players=[ONE, TWO], rounds=1)
"""Play a short match."""
trained = partial(pw.train, game=TIC_TAC_TOE, data="none.games", out="a.net")
"""Train without data."""
solved = partial(pw.solve, game=TIC_TAC_TOE, folder="tables", pieces=4)
"""Solve positions of few pieces. Some values name a game that takes hours to solve whole."""


def self_played(**settings: Any) -> None:
    """Start self-play with these settings, and take one game."""
    ended(pw.selfplay(TIC_TAC_TOE, **({"games": 2, "nodes": 5} | settings)))


def batched(**settings: Any) -> object:
    """Convert a game of self-play with these values to arrays."""
    return pw.batch(TIC_TAC_TOE, [replace(pw.TrainingGame(1, 1, [], [("a1", 0)]), **settings)])


def with_engine(use: Callable[[pw.Engine], object]) -> None:
    """Call `use` with an engine."""
    with pw.Engine(TIC_TAC_TOE, hash=1) as engine:
        use(engine)


def start() -> pw.State:
    """Return a new state at the start position."""
    return TIC_TAC_TOE.start()


CALLS: dict[str, list[Callable[[Any], object]]] = {
    "games": [
        lambda value: pw.Game(value),
        lambda value: pw.Game("mill", value),
        lambda value: pw.Game("mill", None, value),
        lambda value: pw.Game("mill", None, {"FlyPieceCount": value}),
        lambda value: pw.Game("mill", None, {value: 3}),
        lambda value: TIC_TAC_TOE.position(value),
        lambda value: value == TIC_TAC_TOE,
        lambda value: pw.Ending(value, "rules", value),
        lambda value: pw.Ending(0, value),
    ],
    "states": [
        lambda value: start().play(value),
        lambda value: start().move_to_number(value),
        lambda value: start().number_to_move(value),
        lambda value: start().perft(value),
        lambda value: start().play_random(value),
        lambda value: start() == value,
        lambda value: start().__deepcopy__(value),
    ],
    "batches": [
        lambda value: pw.observe(value),
        lambda value: pw.observe([start(), value]),
        lambda value: pw.observe([start()], value),
        lambda value: pw.action_masks(value),
        lambda value: pw.action_masks([start(), value]),
        lambda value: pw.features(value),
        lambda value: pw.features([value]),
        *keywords(partial(pw.random_games, game=TIC_TAC_TOE, count=3), "game", "count", "seed", "max_plies", "threads"),
    ],
    "scores": [
        lambda value: pw.Score.win(value),
        lambda value: pw.Score.loss(value),
        lambda value: pw.Score(1) == value,
        lambda value: pw.Score(1) < value,
    ],
    "limits": keywords(pw.Limit, "time", "depth", "nodes", "mate"),
    "engines": [
        lambda value: pw.Engine(value),
        *keywords(
            partial(pw.Engine, TIC_TAC_TOE, hash=1),
            *("threads", "hash", "level", "elo", "network", "tables", "seed", "options"),
        ),
        lambda value: pw.Engine(TIC_TAC_TOE, hash=1, options={"SkillLevel": value}),
        lambda value: pw.Engine(TIC_TAC_TOE, hash=1, options={value: 1}),
        lambda value: with_engine(lambda engine: engine.set_option("Seed", value)),
        lambda value: with_engine(lambda engine: engine.set_option(value, 1)),
        lambda value: with_engine(lambda engine: engine.exact_loss(value, "a1")),
        lambda value: with_engine(lambda engine: engine.exact_loss(start(), value)),
        lambda value: with_engine(lambda engine: engine.analysis(value)),
        lambda value: with_engine(lambda engine: engine.analysis(start(), value)),
        lambda value: with_engine(lambda engine: engine.analyse(value, SHORT)),
        lambda value: with_engine(lambda engine: engine.analyse(start(), value)),
        lambda value: with_engine(lambda engine: engine.analyse(start(), SHORT, multipv=value)),
        lambda value: with_engine(lambda engine: engine.analyse(start(), SHORT, moves=value)),
        lambda value: with_engine(lambda engine: engine.analyse(start(), SHORT, moves=[value])),
        lambda value: with_engine(lambda engine: engine.play(value, SHORT)),
        lambda value: with_engine(lambda engine: engine.play(start(), value)),
        lambda value: with_engine(lambda engine: engine.evaluation(value)),
    ],
    "tables": [
        lambda value: pw.Tables(value).probe(start()),
        lambda value: pw.Tables(value).info(TIC_TAC_TOE),
        lambda value: pw.Tables().probe(value),
        lambda value: pw.Tables("tables").verify(value),
        lambda value: pw.Tables("tables").verify(TIC_TAC_TOE, threads=value),
        lambda value: pw.Tables("tables").pack(value, "packed"),
        lambda value: pw.Tables("tables").pack(TIC_TAC_TOE, "packed", threads=value),
        lambda value: pw.Tables("tables").pack(TIC_TAC_TOE, "packed", distances=value),
        *keywords(solved, "game", "pieces", "memory", "threads"),
        lambda value: solved(folder=value if isinstance(value, Path) and value.name != "file" else "tables"),
    ],
    "records": [
        lambda value: str(pw.Record(value)),
        lambda value: str(pw.Record([value])),
        lambda value: str(pw.Record([pw.RecordedMove(value, value, value, value)])),
        *(lambda value, name=name: str(pw.Record(**{name: value})) for name in ("tags", "result", "before", "comment")),
        lambda value: pw.Record.of(value),
        lambda value: pw.Record.of(start(), White=value).text(),
        lambda value: pw.Record().text(value),
        lambda value: pw.Record().text("sgf", value),
        lambda value: list(pw.Record().states(value)),
        lambda value: pw.Record().end(value),
        lambda value: pw.summary(value),
        lambda value: pw.summary([value]),
        lambda value: list(pw.review(value, start(), SHORT)),
        lambda value: with_engine(lambda engine: list(pw.review(engine, start(), value))),
        lambda value: pw.Record(tags={"Game": value}).game(),
        lambda value: pw.Record(tags={"FEN": value}).end(TIC_TAC_TOE),
        lambda value: pw.Record([pw.RecordedMove(value)]).end(TIC_TAC_TOE),
        lambda value: pw.parse_records(value),
        lambda value: pw.read_records(value),
        lambda value: pw.write_records("records", value),
        lambda value: pw.write_records("records", [value]),
        lambda value: with_engine(lambda engine: list(pw.review(engine, value, SHORT))),
    ],
    "matches": [
        *keywords(played, "game", "players", "rounds", "openings", "seed", "concurrency", "max_plies", "sprt"),
        lambda value: played(players=[value, value]),
        lambda value: played(players=[pw.Player(value, nodes=1), pw.Player("x", nodes=1)]),
        *keywords(
            lambda **settings: played(players=[replace(ONE, **settings), TWO]),
            *("time", "nodes", "depth", "level", "clock", "options", "protocol"),
        ),
        lambda value: played(sprt=pw.Sprt(value, 1)),
        lambda value: played(sprt=pw.Sprt(alpha=value)),
        lambda value: pw.statistics(value, 0, 0, [0] * 5),
        lambda value: pw.statistics(0, value, value, [value] * 5, sprt=pw.Sprt()),
        lambda value: pw.statistics(0, 0, 0, value),
        lambda value: pw.statistics(0, 0, 0, [0] * 5, sprt=value),
    ],
    "self-play": [
        *keywords(
            self_played, *("games", "nodes", "seed", "threads", "opening", "max_plies", "network", "options", "first")
        ),
        lambda value: self_played(opening=(0, value)),
        lambda value: self_played(options={"Seed": value}),
        lambda value: pw.batch(value, []),
        lambda value: list(pw.selfplay_batches(value, [])),
        lambda value: pw.TrainingGame(1, 1, [], []).state(value),
        lambda value: pw.batch(TIC_TAC_TOE, value),
        lambda value: pw.batch(TIC_TAC_TOE, [value]),
        *keywords(batched, "number", "result", "opening", "moves"),
        lambda value: pw.batch(TIC_TAC_TOE, [pw.TrainingGame(1, 1, [value], [("a1", value), (value, 0)])]),
        lambda value: list(pw.selfplay_batches(TIC_TAC_TOE, value)),
        lambda value: list(pw.selfplay_batches(TIC_TAC_TOE, [], value)),
        lambda value: pw.read_games(value),
    ],
    "networks": [
        *keywords(
            trained,
            *("game", "data", "hidden", "epochs", "batch", "rate", "result_share", "exact_share"),
            *("images", "seed", "threads", "name", "force"),
        ),
        lambda value: pw.Network(value),
        lambda value: pw.load_network(value),
        lambda value: pw.evaluate(value, []),
        lambda value: network.network_shape(value),
        lambda value: network.read(value),
        lambda value: network.read_examples(value, []),
        lambda value: network.read_examples(TIC_TAC_TOE, value),
        lambda value: network.read_examples(TIC_TAC_TOE, [], images=value),
        lambda value: network.read_examples(TIC_TAC_TOE, [], seed=value, result_share=value),
    ],
}

PRIVATE: list[Callable[[Any], object]] = [
    lambda value: _core._restore(value, None, []),
    lambda value: _core._restore(TIC_TAC_TOE, value, []),
    lambda value: _core._restore(TIC_TAC_TOE, None, value),
    lambda value: _core._restore(TIC_TAC_TOE, None, [value]),
    lambda value: _core._Engine(TIC_TAC_TOE).search(start(), value, [], 1, True),
    lambda value: _core._Engine(value),
    lambda value: _core._train(TIC_TAC_TOE, [], "a.net", value, print),
    lambda value: _core._examples(TIC_TAC_TOE, [], value),
]
"""Functions that only the package calls. They may raise any error except that of a panic."""


@pytest.mark.parametrize("part", CALLS)
def test_wrong_values_are_errors(part: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every value is passed for every argument. Only a documented error may result."""
    monkeypatch.chdir(tmp_path)
    for call in CALLS[part]:
        for value in VALUES:
            tried(lambda: call(value))  # noqa: B023


@pytest.mark.parametrize("call", PRIVATE)
def test_wrong_values_are_no_panics(call: Callable[[Any], object]) -> None:
    """Every value is passed to the functions that only the package calls."""
    for value in VALUES:
        tried(lambda: call(value), (Exception,))  # noqa: B023


def test_a_move_may_use_the_state_while_it_is_read() -> None:
    """`__index__` of a move may call any function, even one that uses the state being changed."""
    state = start()
    uses: list[Callable[[], object]] = [
        lambda: pw.observe([state]),
        lambda: pw.action_masks([state]),
        lambda: pw.features([state]),
        lambda: pickle.dumps(state),
        lambda: with_engine(lambda engine: engine.analyse(state, SHORT)),
        lambda: state.play(state.move_numbers()[0]),
    ]

    class Move:
        def __init__(self, use: Callable[[], object]) -> None:
            self.use = use

        def __index__(self) -> int:
            self.use()
            return state.move_numbers()[-1]

    for plies, use in enumerate(uses[:-1], 1):
        state.play(Move(use))
        assert state.plies == plies
    state = start()
    state.play(Move(lambda: state.play("a1")))
    assert state.plies == 2


def test_a_state_can_be_used_while_its_sequences_are_counted() -> None:
    """Perft counts from a copy, so other threads may read and change the state."""
    state = pw.Game("mill").start()
    counting = threading.Thread(target=tried, args=(lambda: state.perft(6),))
    counting.start()
    for _ in range(20):
        assert len(state.moves()) == 24
        assert state.ending is None
        pw.action_masks([state, state])
        state.play("d6")
        state.undo()
    counting.join()


@pytest.mark.parametrize("name", [info.name for info in pw.games()])
def test_texts_of_10_mb_are_refused(name: str) -> None:
    """Positions, moves and names are refused in seconds, and the messages stay short."""
    game, started = pw.Game(name), time.process_time()
    state = game.start()
    for character in "x/, 1.é(\n0":
        text = character * 10_000_000
        for read in (game.position, state.play, state.move_to_number, pw.Game):
            with pytest.raises(ValueError, match=r"expected|legal") as error:
                read(text)
            assert len(str(error.value)) < 2000
    assert time.process_time() - started < 30


def use_at_random(
    uses: list[Callable[[random.Random], object]], error: type[Exception], part: str, *, calls: int, seed: int
) -> None:
    """Call functions that are chosen at random. They may raise this error with `part` in its text."""
    rng = random.Random(seed)
    for _ in range(calls):
        try:
            rng.choice(uses)(rng)
        except error as found:
            if part not in str(found):
                raise


def test_threads_share_a_state() -> None:
    """Each call is atomic: only moves may be errors, and the state stays valid."""
    state = pw.Game("connect-four").start()
    uses: list[Callable[[random.Random], object]] = [
        lambda rng: state.play(rng.randrange(7)),
        lambda _: state.undo(),
        lambda _: state.moves(),
        lambda _: state.move_numbers(),
        lambda _: (state.observe(), state.action_mask()),
        lambda _: state.ending,
        lambda _: pickle.loads(pickle.dumps(state)) == state,
        lambda _: pw.observe([state] * 50),
        lambda _: pw.action_masks([state] * 50),
        lambda _: (state.text, state.key, state.history, state.scene, hash(state), repr(state)),
        lambda _: state.perft(2),
    ]
    run_in_threads([partial(use_at_random, uses, pw.MoveError, "", calls=300, seed=seed) for seed in range(4)])
    assert state.game.position(state.text) == state


def test_threads_share_an_engine() -> None:
    """Searches, changed options and `close` at the same time give results, or errors about a closed engine."""
    engine, state = pw.Engine("mill"), pw.Game("mill").start()
    uses: list[Callable[[random.Random], object]] = [
        lambda _: engine.analyse(state, pw.Limit(nodes=2000)),
        lambda _: engine.play(state, pw.Limit(nodes=2000)),
        lambda _: engine.analysis(state).stop(),
        lambda rng: engine.set_option("Hash", rng.randrange(1, 4)),
        lambda rng: engine.set_option("Threads", rng.randrange(1, 3)),
        lambda _: engine.new_game(),
        lambda _: engine.evaluation(state),
        lambda _: engine.options,
    ]

    def use(seed: int) -> None:
        use_at_random(uses, pw.EngineError, "closed", calls=40, seed=seed)
        engine.close()

    run_in_threads([partial(use, seed) for seed in range(4)])


def test_games_can_be_named() -> None:
    """A name stands for the default variant. Unknown names and other types are errors that say what was expected."""
    uses: list[Callable[[Any], object]] = [
        lambda game: pw.Engine(game).close(),
        lambda game: pw.random_games(game, 1),
        lambda game: ended(pw.selfplay(game, 1, nodes=5)),
        lambda game: pw.batch(game, []),
        lambda game: list(pw.selfplay_batches(game, [])),
        lambda game: played(game=game),
        lambda game: network.network_shape(game),
    ]
    for use in uses:
        use("tic-tac-toe")
        with pytest.raises(pw.OptionError, match="no game is called 'tic-tac'"):
            use("tic-tac")
        with pytest.raises(TypeError, match="Game"):
            use(3)
    assert list(pw.random_games("mill", 9)[1]) == list(pw.random_games(pw.Game("mill"), 9)[1])


def test_rules_with_other_numbers_do_not_mix() -> None:
    """In Santorini, moves of mortals and moves of gods have different numbers."""
    mortals, gods = pw.Game("santorini").start(), pw.Game("santorini", "apollo-demeter").start()
    for call in (pw.action_masks, pw.observe):
        with pytest.raises(pw.EngineError, match="several games"):
            call([mortals, gods])
    others = pw.Game("santorini", "artemis-demeter").start()
    assert (pw.observe([gods, others])[1] == others.observe()).all()
    assert (pw.action_masks([others, gods, others])[1] == gods.action_mask()).all()


OUT_OF_MEMORY = """
import resource, sys
import plywright as pw
state = pw.Game("mill").start()
used = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + 300_000_000,) * 2)
try:
    {call}
except MemoryError:
    sys.exit(3)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory")
@pytest.mark.parametrize("call", ["pw.observe([state] * 300_000)", "pw.Batch('mill', 10_000_000)"])
def test_too_large_batches_are_memory_errors(call: str) -> None:
    """An array, or boards, that do not fit into memory raise `MemoryError`."""
    script = OUT_OF_MEMORY.format(call=call)
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.returncode == 3, run.stderr


def damaged(content: bytes, count: int) -> list[bytes]:
    """Return copies with changed, missing and added bytes."""
    rng = random.Random(1)
    copies = [b"", content[: len(content) // 2], content + content, content[:-1]]
    for _ in range(count):
        copy = bytearray(content)
        for _ in range(rng.choice((1, 1, 3))):
            copy[rng.randrange(len(copy))] = rng.choice((0, 255, 10, rng.randrange(256)))
        copies.append(bytes(copy))
    return copies


def test_damaged_pickles_are_errors() -> None:
    """The history and the start position of a pickled state are checked."""
    state = pw.Game("mill", options={"FlyPieceCount": 4}).start()
    for _ in range(30):
        state.play(state.moves()[0])
    # Damages only the texts, because changed instructions of pickle could run any code.
    whole = pickle.dumps(state)
    for text in ("d6", "a1", "4", "mill", "FlyPieceCount"):
        for other in ("", "d7", "\0", "é", "-1"):
            if len(other.encode()) == len(text):
                tried(lambda: pickle.loads(whole.replace(text.encode(), other.encode())))  # noqa: B023
    function, (game, begin, moves) = state.__reduce__()[:2]
    for place in range(len(moves)):
        for move in ("", "d6", "zz", "\0", moves[place - 1]):
            tried(lambda: function(game, begin, [*moves[:place], move, *moves[place + 1 :]]))  # noqa: B023


def test_damaged_files_are_errors(tmp_path: Path) -> None:
    """Damaged self-play files, networks and tables raise errors."""
    games, out = tmp_path / "a.games", tmp_path / "a.net"
    assert len(list(pw.selfplay(TIC_TAC_TOE, 40, nodes=20, out=games))) == 40
    for content in damaged(games.read_bytes(), 200):
        games.write_bytes(content)
        tried(lambda: pw.read_games(games))
        tried(lambda: network.read_examples(TIC_TAC_TOE, [games]))
    weights = network.Floats.random(18, 32).quantised("tic-tac-toe-squares-1")
    for content in damaged(weights.to_bytes(), 200):
        # The checksum is corrected, so that the damaged content is read.
        fitting = content[:-4] + crc32(content[:-4]).to_bytes(4, "little")
        out.write_bytes(fitting)
        tried(lambda: pw.Network(fitting).logits([start()]))  # noqa: B023
        tried(lambda: network.read(out))
        tried(lambda: pw.Engine(TIC_TAC_TOE, hash=1, network=out))
    folder = tmp_path / "tables"
    pw.solve(TIC_TAC_TOE, folder)
    for file in sorted(path for path in folder.rglob("*") if path.is_file())[:4]:
        whole = file.read_bytes()
        for content in damaged(whole, 30):
            file.write_bytes(content)
            tried(lambda: pw.Tables(folder).probe(start()))
            tried(lambda: pw.Tables(folder).info(TIC_TAC_TOE))
        file.write_bytes(whole)
    assert pw.Tables(folder).probe(start()).value == pw.Score.draw()


def test_damaged_records_are_errors() -> None:
    """Damaged texts of records raise errors."""
    state = after(TIC_TAC_TOE, "a1", "b1", "a2", "b2", "a3")
    record = pw.Record.of(state, White='a "quoted" name', Black="\\")
    record.before = record.comment = "{ ( ; $1 } 1-0"
    assert pw.parse_records(str(record))
    for content in damaged(str(record).encode(), 500):
        tried(lambda: [one.end() for one in pw.parse_records(content.decode(errors="replace"))])  # noqa: B023
