"""Tests of games whose rules are written in Python."""

from __future__ import annotations

import copy
import gc
import os
import pickle
import subprocess
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import numpy.typing as npt
import plywright as pw
import pytest
from conftest import Arrays, after, flat, seconds_after_ctrl_c

HERE = Path(__file__).resolve().parent
T = TypeVar("T")


class ConnectFour(pw.Game):
    """Connect four. A position is both sides' stones as bits of seven columns of seven, and the number of stones."""

    move_count = 7
    max_plies = 42

    def start(self) -> Any:
        return 0, 0, 0

    def moves(self, position: tuple[int, int, int]) -> Any:
        mine, theirs, stones = position
        for step in (1, 6, 7, 8):
            pairs = theirs & theirs >> step
            if pairs & pairs >> 2 * step:
                return pw.Ending(1 - stones % 2)
        taken = mine | theirs
        found = [column for column in (3, 2, 4, 1, 5, 0, 6) if not taken >> (7 * column + 5) & 1]
        return found or pw.Ending(None)

    def play(self, position: tuple[int, int, int], column: int) -> tuple[int, int, int]:
        mine, theirs, stones = position
        taken = mine | theirs
        return theirs, mine | (taken + (1 << 7 * column)) & ~taken, stones + 1


class Take(pw.Game):
    """The side that takes the last thing wins. A turn has two moves."""

    sides = ("left", "right")
    observation_shape = (1, 1, 12)

    def __init__(self, things: int = 9) -> None:
        self.things = things

    def start(self) -> Any:
        return np.array([self.things, 0, 0])

    def side(self, position: npt.NDArray[Any]) -> int:
        return int(position[1])

    def moves(self, position: npt.NDArray[Any]) -> Any:
        things, side, _ = position.tolist()
        if things == 0:
            # The side that made the last move has won. A move to 0 things always passes the turn.
            return pw.Ending(1 - side)
        return [f"take-{count}" for count in range(1, min(things, 3) + 1)]

    def play(self, position: npt.NDArray[Any], move: str) -> npt.NDArray[Any]:
        things, side, second = position.tolist()
        left = things - int(move[-1])
        return np.array([left, 1 - side, 0] if second or left == 0 else [left, side, 1])

    def text(self, position: npt.NDArray[Any]) -> str:
        return "-".join(map(str, position))

    def parse(self, text: str) -> npt.NDArray[Any]:
        things, side, second = (int(part) for part in text.split("-"))
        if not (0 <= things <= self.things and side in (0, 1) and second in (0, 1)):
            raise ValueError("out of range")
        return np.array([things, side, second])

    def observe(self, position: npt.NDArray[Any], side: int) -> Any:
        return np.arange(12) == position[0]


@pytest.fixture
def game() -> ConnectFour:
    """Return connect four."""
    return ConnectFour()


def test_perft_and_moves_are_those_of_the_package(game: ConnectFour) -> None:
    """Counts, moves and endings equal those of the package's connect four."""
    assert [game.start().perft(depth) for depth in range(6)] == [1, 7, 49, 343, 2401, 16807]
    boards = pw.Batch("connect-four", 20, seed=1)
    own = pw.Batch(game, 20)
    for _ in range(42):
        assert (own.masks() == boards.masks()).all()
        assert (own.endings == boards.endings).all()
        assert (own.rewards == boards.rewards).all()
        actions = boards.random_actions()
        boards.play(actions)
        own.play(actions)
    state = after(game, "3", 3)
    assert state.history == ["3", "3"]
    assert state.moves() == [str(column) for column in (3, 2, 4, 1, 5, 0, 6)]
    assert (state.side, state.plies, state.undo()) == (0, 2, "3")


def test_speed(game: ConnectFour) -> None:
    """Plain Python rules are searched with a useful speed, even on a busy machine."""
    started = time.process_time()
    count = game.start().perft(6)
    # 30,000 nodes a second on an idle machine; perft plays 19,608 moves here and lists the moves after them.
    assert count == 117_649
    assert time.process_time() - started < 10
    with pw.Engine(game) as engine:
        assert engine.play(game.start(), pw.Limit(nodes=3000)).move == "3"


def test_searches_find_wins(game: ConnectFour) -> None:
    """Every search plays the winning move, and the score is that of the package."""
    columns = (3, 0, 3, 0, 3, 1)
    state, known = after(game, *columns), after("connect-four", *columns)
    for algorithm in ("PVS", "MCTS"):
        with pw.Engine(game, options={"Algorithm": algorithm}) as engine:
            answer = engine.play(state, pw.Limit(nodes=3000))
            assert answer.move == "3"
    with pw.Engine(game) as engine, pw.Engine(known.game) as other:
        found = engine.analyse(state, pw.Limit(depth=4))
        expected = other.analyse(known, pw.Limit(depth=4))
        assert found.score == expected.score
        assert found.score.plies == 1


def test_a_written_game_and_its_sides_have_names(game: ConnectFour) -> None:
    """Without `sides`, the names are `first` and `second`."""
    take = Take()
    assert (take.name, take.variant, take.sides, game.sides) == ("take", "take", ("left", "right"), ("first", "second"))


def test_a_side_may_move_twice() -> None:
    state = Take().start()
    sides = []
    while state.ending is None:
        sides.append(state.side)
        state.play("take-1")
    assert sides == [0, 0, 1, 1, 0, 0, 1, 1, 0]
    assert state.ending == pw.Ending(0)


def test_arrays_are_positions() -> None:
    take = Take()
    assert take.position("4-1-1").side == 1
    assert take.position("4-1-1") == take.position("4-1-1") != take.position("4-1-0")
    assert take.position("4-1-1").observe().argmax() == 4
    for text in ("4", "10-0-0", "a-b-c", ""):
        with pytest.raises(pw.PositionError):
            take.position(text)


class Still(pw.Game):
    """A game that is over at its start. Any value is a position."""

    def __init__(self, first: Any = 0) -> None:
        self.first = first

    def start(self) -> Any:
        return self.first

    def moves(self, position: object) -> Any:
        return pw.Ending(None)

    def play(self, position: object, move: object) -> Any:
        return position


class Boxed(Still, Generic[T]):
    """A game that keeps a value of some type."""


def test_a_move_is_named_by_its_str() -> None:
    """White space is no part of a move's text. Letters in another case are another move, if there is one."""

    class Named(Still):
        def moves(self, position: object) -> Any:
            return ["b", "B", (0, 1)] if position == 0 else pw.Ending(None)

        def play(self, position: object, move: object) -> Any:
            return move

    for text, played in (("b", "'b' 1"), ("B", "'B' 1"), ("(0, 1)", "(0, 1) 1"), ("(0,1)", "(0, 1) 1")):
        state = after(Named(), text)
        assert (state.text, state.history) == (played, [text.replace(" ", "")])


def test_different_numbers_and_texts_have_different_keys() -> None:
    """Python's own hashes of -1 and -2, and of numbers that differ by a multiple of 2^61 - 1, are equal."""
    game = Still()
    numbers = (-1, -2, 0, 1, 2**61 - 1, 2**61, 2**63, 2**64, 2**200, -(2**200), "a", "b")
    values = [*numbers, *((number,) for number in numbers), *((0, (number, 0)) for number in numbers)]
    assert len({game.position(f"{value!r} 0").key for value in values}) == len(values)
    assert Still((np.int8(-1),)).start().key != Still((np.int8(-2),)).start().key


def test_equal_values_have_equal_keys() -> None:
    """Python takes numbers of different types for equal. A type may have its own equality and hash."""

    class Counted(tuple[int, int]):
        """A square, and a counter that does not count in comparisons."""

        __slots__ = ()

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Counted) and self[0] == other[0]

        def __hash__(self) -> int:
            return hash(self[0])

    class Listed(Still):
        """The text of a position is its index in the list `first`."""

        def parse(self, text: str) -> Any:
            return self.first[int(text)]

    numbers = [(-1,), (-1.0,), (np.int8(-1),), (Fraction(-1),)]
    large = [2**61, 2.0**61, np.uint64(2**61)]
    for values in (numbers, large, [(1, True), (True, 1.0)], [Counted((1, 2)), Counted((1, 3))]):
        game = Listed(tuple(values))
        assert len({game.position(f"{index} 0").key for index in range(len(values))}) == 1


def test_arrays_of_objects_have_keys_of_their_content() -> None:
    """NumPy keeps numbers of more than 64 bits as objects."""

    class Large(Still):
        def parse(self, text: str) -> npt.NDArray[Any]:
            return np.array([int(text), 0])

    states = [Large().position(f"{digit * 30} 0") for digit in "998"]
    assert states[0] == states[1] != states[2]
    assert states[0].key == states[1].key


def test_a_text_without_the_rule_parse_is_a_literal_and_the_side(game: ConnectFour) -> None:
    assert game.position("(0, 1, 1) 1").side == game.position("(0, 1, 1) 1\n").side == 1
    for text in ("(0, 1, 1)", "x 1", "[ 0"):
        with pytest.raises(pw.PositionError):
            game.position(text)


def test_ctrl_c_is_no_fault_of_a_text() -> None:
    class Stopped(Still):
        def parse(self, text: str) -> Any:
            raise KeyboardInterrupt(text)

    with pytest.raises(KeyboardInterrupt):
        Stopped().position("0 0")


def test_a_record_needs_no_text_that_can_be_read() -> None:
    """The text of an array is not a literal of Python, so without the rule `parse` it cannot be read."""

    class Count(pw.Game):
        """Three moves, and nobody wins."""

        def start(self) -> Any:
            return np.array([0, 0])

        def moves(self, position: npt.NDArray[Any]) -> Any:
            return ["up"] if position[0] < 3 else pw.Ending(None)

        def play(self, position: npt.NDArray[Any], move: str) -> npt.NDArray[Any]:
            return position + 1

    state = after(Count(), "up")
    record = pw.Record.of(state)
    assert ([move.text for move in record.moves], record.tags.get("FEN")) == (["up"], None)
    assert record.end(state.game) == state


def test_rules_may_use_the_start() -> None:
    """In a rule and in a deriving class, `start` is the value of the rule. For callers, it is a state."""

    class Few(Take):
        def start(self) -> Any:
            return super().start() - [4, 0, 0]

        def parse(self, text: str) -> npt.NDArray[Any]:
            return self.start() if text == "start" else super().parse(text)

    game = Few()
    assert game.start().text == game.position("start").text == "5-0-0"


def test_equal_objects_are_one_game() -> None:
    """Objects with equal attributes are one game; others are not. States of both can be pickled."""
    assert Take() == Take() == Take(9)
    assert Take(8) != Take(9)
    assert Take(8).variant != Take(9).variant
    state = after(Take(), "take-2")
    again = pickle.loads(pickle.dumps(state))
    assert (again, again.history) == (state, ["take-2"])
    for game in (Take(8), Take(things=8)):
        again = pickle.loads(pickle.dumps(game.start()))
        assert (again.game, again.text) == (game, "8-0-0")
    with pw.Engine(Take(8)) as engine, pytest.raises(pw.EngineError, match="expected a state of"):
        engine.play(Take(9).start())
    assert "take" in repr(Take())


def test_arrays_and_cached_properties_are_compared_by_content() -> None:
    """A game that has been played is equal to a new one. A constructor may set the value of a cached property."""

    class Stepped(Take):
        def __init__(self, things: int) -> None:
            super().__init__(things)
            self.steps = np.arange(things)

        @cached_property
        def last(self) -> str:
            return str(self.steps[-1])

        def drawing(self, position: npt.NDArray[Any]) -> str:
            return self.last

    class Labelled(Stepped):
        def __init__(self, last: str) -> None:
            super().__init__(5)
            self.last = last

    state = Stepped(5).start()
    assert str(state) == "4"
    assert Stepped(5) == state.game != Stepped(6)
    assert Labelled("a") == Labelled("a") != Labelled("b")
    shared = np.array([np.nan])
    assert Still(shared) == Still(shared)


def test_rules_may_come_from_a_class_that_is_no_game() -> None:
    class Rules:
        def start(self) -> Any:
            return 3

        def moves(self, position: int) -> Any:
            return [1] if position else pw.Ending(None)

        def play(self, position: int, move: int) -> int:
            return position - move

    class Count_Down(Rules, pw.Game):  # noqa: N801
        """Nobody wins."""

    class Longer(Count_Down):
        def start(self) -> Any:
            return super().start() + 1

    assert [game.start().text for game in (Count_Down(), Longer())] == ["3 0", "4 0"]
    assert Count_Down().name == "count-down"


class Slots(pw.Game):
    """All attributes are in slots."""

    __slots__ = ("__step", "first")

    def __init__(self, first: int, step: int = 1) -> None:
        self.first = first
        self.__step = step

    def start(self) -> Any:
        return self.first

    def moves(self, position: int) -> Any:
        return [self.__step, 2 * self.__step] if position < 9 else pw.Ending(None)

    def play(self, position: int, move: int) -> int:
        return position + move

    def parse(self, text: str) -> Any:
        return self.start() if text == "start" else int(text)


class Both(Slots):
    """An object of this class also has a dictionary."""


@pytest.mark.parametrize("kind", [Slots, Both])
def test_attributes_may_lie_in_slots(kind: type[Slots]) -> None:
    """Objects with equal attributes are one game, with slots and without."""
    games = [kind(3), kind(4), kind(3, 2), kind(3)]
    assert [game.start().text for game in games] == ["3 0", "4 0", "3 0", "3 0"]
    assert games[2].start().moves() == ["2", "4"]
    assert games[0].position("start 0").text == "3 0"
    assert games[0] == games[3] and games[0] not in games[1:3]


def test_a_rule_may_copy_its_object() -> None:
    """The constructor of the copy gets the same arguments."""
    seen = []

    class Copied(Take):
        def evaluation(self, position: npt.NDArray[Any]) -> float:
            seen.append(copy.copy(self).things)
            return 0

    game = Copied(8)
    with pw.Engine(game) as engine:
        engine.evaluation(game.start())
    assert set(seen) == {8}


def test_a_rule_may_cache_by_its_object() -> None:
    """Games with different attributes do not get each other's results."""

    class Cached(Take):
        @lru_cache  # noqa: B019
        def first(self) -> int:
            return self.things

        def start(self) -> Any:
            return np.array([self.first(), 0, 0])

    games = [Cached(8), Cached(9)]
    assert [game.start().text for game in games] == ["8-0-0", "9-0-0"]


@pytest.mark.parametrize("is_frozen", [False, True])
def test_a_game_may_be_a_dataclass(is_frozen: bool) -> None:
    """The decorator adds the constructor after the class is defined."""

    class Short(Take):
        things: int
        most: int = 3

        def moves(self, position: npt.NDArray[Any]) -> Any:
            found = super().moves(position)
            return found if isinstance(found, pw.Ending) else found[: self.most]

    kind: Any = dataclass(frozen=is_frozen)(Short)
    state = kind(8, most=2).start()
    assert (state.text, state.moves()) == ("8-0-0", ["take-1", "take-2"])
    with pytest.raises(TypeError):
        kind()


def test_an_object_may_have_facts_of_its_own() -> None:
    class Numbered(Take):
        move_count: int
        max_plies: int

        def __init__(self, things: int) -> None:
            super().__init__(things)
            self.move_count, self.max_plies = things, 2 * things

        def moves(self, position: npt.NDArray[Any]) -> Any:
            found = super().moves(position)
            return found if isinstance(found, pw.Ending) else [int(move[-1]) for move in found]

        def play(self, position: npt.NDArray[Any], move: int) -> npt.NDArray[Any]:  # type: ignore[override]
            return super().play(position, f"take-{move}")

    game = Numbered(5)
    assert (game.move_count, game.max_plies, game.sides) == (5, 10, ("left", "right"))
    assert pw.Batch(game, 2).masks().tolist() == [[0, 1, 1, 1, 0]] * 2
    assert Numbered(6).start().action_mask().shape == (6,)

    class Limited(pw.Game):
        max_plies = 7

    class Plain(Take):
        pass

    class Joined(Plain, Limited):
        pass

    assert Plain(5).start() != Joined(5).start()
    assert Joined(5).max_plies == 7

    class Computed(Take):
        things: int
        max_plies: int = field(init=False)

        def __post_init__(self) -> None:
            self.max_plies = 3 * self.things

    kind: Any = dataclass(Computed)
    assert kind(5).max_plies == 15


def test_games_may_be_made_in_several_threads() -> None:
    """Objects with different attributes are different games, also if their constructors run at the same time."""
    barrier, here = threading.Barrier(2), threading.local()

    class Slow(Take):
        def start(self) -> Any:
            if not hasattr(here, "has_waited"):
                here.has_waited = True
                barrier.wait(60)
            return super().start()

    with ThreadPoolExecutor(2) as pool:
        games = list(pool.map(Slow, (8, 9)))
    assert games[0] != games[1]
    assert [game.start().text for game in games] == ["8-0-0", "9-0-0"]


SHARED = """
import threading
import plywright as pw

barrier = threading.Barrier(2)

class Meeting(pw.Game):
    def __init__(self, use):
        self.use = use
    def start(self):
        return 0
    def moves(self, position):
        barrier.wait(60)
        return [1]
    def play(self, position, move):
        return position + move

for use in (
    "moves()", "move_numbers()", "ending", "move_to_number('1')", "action_mask()", "svg()", "number_to_move(0)",
    "_sorted_numbers()",
):
    state = Meeting(use).start()
    threads = [threading.Thread(target=eval, args=(f"state.{use}", {"state": state})) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not barrier.broken, use
"""


def test_threads_may_list_the_moves_of_one_state() -> None:
    """The rule `moves` runs in both threads at the same time, and neither waits for the other."""
    subprocess.run([sys.executable, "-c", SHARED], timeout=300, check=True)


def test_a_game_may_be_generic() -> None:
    class Whole(Boxed[int]):
        """A game that keeps a number."""

    assert Whole(3).start().text == "3 0"
    one = Boxed[int](3)
    assert one == Boxed[int](3) == pickle.loads(pickle.dumps(one))


def test_a_rule_may_be_another_callable() -> None:
    """An object that is callable is not bound to the game."""

    class Nine:
        def __call__(self) -> int:
            return 9

    class Called(Still):
        start = Nine()

    state: Any = Called().start()
    assert state.text == "9 0"


def test_the_kit_checks_written_games(game: ConnectFour) -> None:
    """The test kit accepts right rules, with counts of the package, and names a fault."""
    report = pw.assert_conforms(game, perft={game.start().text: {4: 2401, 5: 16807}}, games=5)
    assert "2 perft rows" in report
    assert "searches" in pw.assert_conforms(Take(), games=5)
    with pytest.raises(AssertionError, match="perft"):
        pw.assert_conforms(game, perft={game.start().text: {4: 2402}}, games=2)
    with pytest.raises(pw.OptionError, match="written in Python"):
        pw.assert_conforms(pw.Game("mill"))


class Broken(ConnectFour):
    """Connect four with an exception after some stones."""

    def __init__(self, rule: str) -> None:
        self.rule = rule

    def moves(self, position: tuple[int, int, int]) -> Any:
        if self.rule == "moves" and position[2] >= 3:
            return [1 // 0]
        return super().moves(position)

    def play(self, position: tuple[int, int, int], column: int) -> tuple[int, int, int]:
        if self.rule == "play" and position[2] >= 3:
            raise KeyError(column)
        return super().play(position, column)

    def evaluation(self, position: tuple[int, int, int]) -> float:
        if self.rule == "evaluation" and position[2] >= 3:
            raise ArithmeticError
        return float("nan") if self.rule == "nan" else 0


@pytest.mark.parametrize(
    ("rule", "error"),
    [("moves", ZeroDivisionError), ("play", KeyError), ("evaluation", ArithmeticError), ("nan", pw.OptionError)],
)
def test_an_exception_ends_the_search(rule: str, error: type[Exception]) -> None:
    """An exception in a rule reaches the caller of every function, with the position."""
    broken = Broken(rule)
    state = broken.start()
    for threads in (1, 2):
        with pw.Engine(broken, threads=threads) as engine:
            with pytest.raises(error) as caught:
                engine.play(state, pw.Limit(depth=6))
            assert hasattr(caught.value, "position")
    if rule in ("evaluation", "nan"):
        with pytest.raises(error):
            pw.play_match(broken, [pw.Player("one", nodes=300), pw.Player("two", nodes=300)], rounds=1)
        with pytest.raises(error):
            list(pw.selfplay(broken, 1, nodes=300))
        return
    assert any(rule in note for note in getattr(caught.value, "__notes__", [rule]))
    with pytest.raises(error):
        state.perft(5)
    with pytest.raises(error):
        pw.random_games(broken, 3)
    for threads in (1, 2):
        boards = pw.Batch(broken, 3, threads=threads)
        with pytest.raises(error):
            for _ in range(4):
                boards.play(boards.random_actions())
    with pytest.raises(error):
        pw.assert_conforms(broken, games=2)
    with pytest.raises(error):
        for _ in range(4):
            state.play("3")
            state.moves()


def test_a_rule_cannot_end_the_lines_of_an_analysis() -> None:
    """`StopIteration` in a rule is an error, as it is in a generator."""

    class Exhausted(ConnectFour):
        def evaluation(self, position: tuple[int, int, int]) -> float:
            raise StopIteration

    game = Exhausted()
    with pw.Engine(game) as engine, pytest.raises(RuntimeError, match="StopIteration"):
        list(engine.analysis(game.start(), pw.Limit(depth=3)))


def test_a_missing_rule_is_named() -> None:
    class Empty(pw.Game):
        pass

    with pytest.raises(pw.OptionError, match="Empty has no method start"):
        Empty()


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        # A number would mean one move for `play` and another for `play_random`.
        ({"move_count": 6}, "moves returned 6, expected whole numbers below move_count"),
        ({"moves": lambda *_: ["left"]}, "moves returned 'left', expected whole numbers below move_count"),
        ({"moves": lambda *_: []}, "moves returned no moves"),
    ],
)
def test_wrong_moves_are_refused(changed: dict[str, Any], message: str) -> None:
    game = type("Wrong", (ConnectFour,), changed)()
    with pytest.raises(pw.OptionError, match=message):
        game.start().moves()


def test_a_margin_is_that_of_the_first_side() -> None:
    for winner, margin in ((0, 3), (1, -3), (None, 0)):
        assert pw.Ending(winner, margin=margin).margin == margin
    for winner, margin in ((1, 3), (0, -3), (0, 0), (None, 1)):
        with pytest.raises(pw.OptionError, match=r"the margin is .*, expected the first side's"):
            pw.Ending(winner, margin=margin)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"start": lambda _: {}}, "a position is a"),
        ({"observation_shape": (42,)}, "planes"),
        ({"observation_shape": (1, 6, 7)}, "has no observe, expected both"),
        ({"observe": lambda *_: np.ones(42)}, "has no observation_shape, expected both"),
        ({"side": lambda _, position: position[2] % 2 + 2}, "expected 0 or 1"),
        ({"repetitions": 1}, "repetitions is 1"),
        ({"signs": ("x", "x")}, "signs are"),
        ({"scene": lambda *_: 30 * "."}, "30 squares, expected 1 to 26"),
    ],
)
def test_wrong_rules_are_refused(changed: dict[str, Any], message: str) -> None:
    """No object of a class with such a rule or attribute can be created."""
    with pytest.raises(pw.OptionError, match=message):
        type("Wrong", (ConnectFour,), changed)()


def test_a_game_needs_a_name_or_rules() -> None:
    with pytest.raises(TypeError):
        pw.Game()


def test_rules_are_freed_with_their_game() -> None:
    """A game that nobody uses is freed, and its name may be used again. States and engines keep its rules."""
    game = Take(50)
    freed, variant = weakref.ref(game), game.variant
    engine, state = pw.Engine(game), game.start()
    del game
    state.play("take-1")
    assert engine.play(state, pw.Limit(nodes=100)).move in state.moves()
    again = Take(50)
    assert again == state.game and again.variant == variant
    both = Both(3)
    freed_too = weakref.ref(both)
    del state, engine, again, both
    gc.collect()
    assert freed() is None and freed_too() is None
    assert Take(51).variant == variant


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_the_test_kit() -> None:
    """Ctrl-C ends the checks of a written game at once."""
    before = "sys.path.insert(0, sys.argv[1])\nfrom test_written import ConnectFour"
    call = "pw.assert_conforms(ConnectFour(), games=1_000_000)"
    assert seconds_after_ctrl_c(call, str(HERE), before=before, delay=1) < 2.0


def test_written_games_are_played_in_matches(game: ConnectFour) -> None:
    players = [pw.Player("wide", nodes=300), pw.Player("narrow", nodes=10)]
    result = pw.play_match(game, players, rounds=2)
    assert sum(pairing.games for pairing in result.pairings) == 4
    again = [pw.parse_records(str(record), game)[0] for record in result.records]
    assert [record.end(game).ending is None for record in again] == [False] * 4


def test_the_rules_of_a_written_game_say_whose_moves_are_recorded() -> None:
    """The rules count even if the package has a game of the same name, or if the record names another variant."""

    class Hex(Take):
        """A turn has two moves."""

    for game in (Take(8), Take(9), Hex()):
        (record,) = pw.parse_records('[Variant "take-3"]\n\n1. take-1 take-1 take-1 *', game)
        assert [move.side for move in record.moves] == [0, 0, 1]


def test_puct_searches_written_games(game: ConnectFour) -> None:
    search = pw.Puct(Take(), flat, simulations=100, batch=8)
    assert search.search(Take().start()).visits.sum() == 100
    assert pw.Puct(game, flat, simulations=200).play(after(game, 3, 0, 3, 0, 3, 1)) == "3"

    def legal(observations: Arrays, masks: Arrays) -> tuple[Arrays, Arrays]:
        assert observations.shape == (len(masks), 0)
        assert (masks.sum(axis=1) > 0).all()
        return flat(observations, masks)

    assert pw.Puct(game, legal, simulations=20).search(game.start()).visits.sum() == 20


def test_the_tutorials_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The example has the perft of the package's Breakthrough, and passes the kit."""
    monkeypatch.syspath_prepend(HERE.parent / "examples")
    example = pytest.importorskip("breakthrough", reason="the example is not here")
    written, known = example.Breakthrough(), pw.Game("breakthrough")
    assert [written.start().perft(depth) for depth in range(4)] == [known.start().perft(depth) for depth in range(4)]
    state = known.start()
    own = written.start()
    while state.ending is None:
        assert sorted(own.moves()) == sorted(state.moves())
        move = sorted(state.moves())[len(state.moves()) // 2]
        state.play(move)
        own.play(move)
    assert own.ending == state.ending
    assert "searches" in pw.assert_conforms(written, games=2)
