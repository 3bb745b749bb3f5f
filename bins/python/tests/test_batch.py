"""Tests of `Batch`, which plays many games at a time."""

from __future__ import annotations

from typing import Any

import numpy as np
import plywright as pw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

NO_MOVE = -1
MAX_PLIES = 150
OPEN, CUT_OFF = 0, 4
CODES = {"rules": 1, "repetition": 2, "move limit": 3}


def ending_code(state: pw.State) -> int:
    """Return the code in `Batch.endings` of a game that is cut off after `MAX_PLIES` moves."""
    if state.ending is not None:
        return CODES[state.ending.reason]
    return CUT_OFF if state.plies >= MAX_PLIES else OPEN


def rewards_of(state: pw.State) -> list[float]:
    """Return the rewards of both sides."""
    if state.ending is None or state.ending.winner is None:
        return [0.0, 0.0]
    return [1.0, -1.0] if state.ending.winner == 0 else [-1.0, 1.0]


def test_a_batch_is_several_states(game: pw.Game) -> None:
    """Every array agrees with the same question to single states, over random games until they end."""
    count = 5
    boards = pw.Batch(game, count, max_plies=MAX_PLIES, threads=2, seed=3)
    states = [game.start() for _ in range(count)]
    while True:
        codes = [ending_code(state) for state in states]
        is_open = np.array(codes) == OPEN
        assert boards.endings.tolist() == codes
        assert boards.sides.tolist() == [state.side for state in states]
        assert boards.plies.tolist() == [state.plies for state in states]
        assert (boards.masks() == np.stack([state.action_mask() for state in states]) * is_open[:, None]).all()
        assert (boards.observe() == pw.observe(states)).all()
        assert boards.rewards.tolist() == [rewards_of(state) for state in states]
        actions = boards.random_actions()
        assert ((actions != NO_MOVE) == is_open).all()
        if not is_open.any():
            break
        boards.play(actions)
        for state, action in zip(states, actions, strict=True):
            if action != NO_MOVE:
                state.play(int(action))
    for board, state in zip(boards, states, strict=True):  # type: ignore[call-overload]
        assert (board, board.history) == (state, state.history)


def test_observations_from_given_sides() -> None:
    """`sides` turns observations to the perspective of these sides."""
    boards = pw.Batch("connect-four", 3)
    boards.play([3, 3, 2])
    mine, theirs = boards.observe(sides=boards.sides), boards.observe(sides=1 - boards.sides)
    assert (mine == boards.observe()).all()
    assert (mine != theirs).any(axis=(1, 2, 3)).all()
    assert (mine[:, 0] == theirs[:, 1]).all()
    for wrong in ([1, -1, 1], [0, 2, 0]):
        with pytest.raises(pw.OptionError, match=r"sides has (-1|2), expected 0 or 1"):
            boards.observe(sides=wrong)


@pytest.mark.parametrize("threads", [1, 3])
def test_threads_change_nothing(threads: int) -> None:
    """Games depend on the seed, not on the number of threads."""
    boards = pw.Batch("othello", 17, threads=threads, seed=5)
    for _ in range(20):
        boards.play(boards.random_actions())
    expected = pw.Batch("othello", 17, seed=5)
    for _ in range(20):
        expected.play(expected.random_actions())
    assert (boards.observe() == expected.observe()).all()
    other = pw.Batch("othello", 17, seed=6)
    assert (other.random_actions() != pw.Batch("othello", 17, seed=5).random_actions()).any()


def test_random_actions_are_uniform() -> None:
    """All columns of connect four are chosen equally often."""
    actions = pw.Batch("connect-four", 70_000, seed=1).random_actions()
    counts = np.bincount(actions, minlength=7)
    # The standard deviation of a count is 93.
    assert (abs(counts - 10_000) < 500).all()


def test_buffers_are_reused() -> None:
    """`out` is the array that is returned; old contents are overwritten."""
    boards = pw.Batch("mill", 4)
    masks, seen = boards.masks(), boards.observe()
    masks[:], seen[:] = 5, 5
    assert boards.masks(out=masks) is masks
    assert boards.observe(out=seen) is seen
    assert (masks == boards.masks()).all()
    assert (seen == boards.observe()).all()
    from_dlpack = np.from_dlpack(seen)
    boards.play(boards.random_actions())
    boards.observe(out=seen)
    assert (from_dlpack == boards.observe()).all()


def test_wrong_buffers_are_refused() -> None:
    """A buffer of another shape, or with gaps, raises `EngineError`; one of another type `TypeError`."""
    boards = pw.Batch("mill", 4)
    masks = boards.masks()
    for wrong in (masks[:3], np.zeros((4, 2 * masks.shape[1]), np.int8)[:, ::2], masks.T):
        with pytest.raises(pw.EngineError, match="out has"):
            boards.masks(out=wrong)
    states = list(boards)  # type: ignore[call-overload]
    columns_first = np.zeros(boards.observe().shape, np.float32, order="F")
    for observe in (boards.observe, lambda out: pw.observe(states, out)):
        with pytest.raises(pw.EngineError, match=r"out has .* another order"):
            observe(out=columns_first)
    with pytest.raises(TypeError, match="out has the type int64, expected an array of int8"):
        boards.masks(out=masks.astype(np.int64))
    frozen = boards.observe()
    frozen.flags.writeable = False
    with pytest.raises(pw.EngineError, match="out: "):
        boards.observe(out=frozen)


def test_an_illegal_action_plays_nothing() -> None:
    """If one action cannot be played, no board changes, and the message names the board."""
    boards = pw.Batch("tic-tac-toe", 3)
    boards.play([0, 1, 2])
    for actions in ([3, 1, 4], [3, 3, 9], [3, 3, 2**40], [3, 3, -2]):
        with pytest.raises(pw.MoveError, match=r"board [12]: .* is not a legal move there"):
            boards.play(actions)
    assert boards.plies.tolist() == [1, 1, 1]
    boards.play([-1, 3, -1])
    assert boards.plies.tolist() == [1, 2, 1]


def test_actions_that_are_not_numbers_one_for_each_board_are_refused() -> None:
    boards = pw.Batch("tic-tac-toe", 3)
    lists = ([3, 3], [[3, 3, 3]], [3.0, 3.0, 3.0], ["a1"] * 3, [True] * 3, [None] * 3, 3, [2**70, 0, 0])
    for wrong in (*lists, np.array([3, 3]), np.array([3, 3, 3, 3]), np.array([[3, 3, 3]])):
        with pytest.raises(pw.ArgumentError, match="actions is an array of"):
            boards.play(wrong)  # type: ignore[arg-type]


def test_unsigned_actions_do_not_become_negative() -> None:
    """Numbers of 64 bits are refused: 2^64 - 1 would become -1, which plays nothing."""
    boards = pw.Batch("tic-tac-toe", 2)
    for large in (2**63, 2**64 - 1):
        with pytest.raises(pw.OptionError, match=f"actions has {large}, expected at most"):
            boards.play(np.array([0, large], np.uint64))
    assert boards.plies.tolist() == [0, 0]


def test_a_finished_game_takes_no_move() -> None:
    """A game that is over needs the action -1."""
    boards = pw.Batch("tic-tac-toe", 2)
    for square in (0, 3, 1, 4, 2):
        boards.play([square, -1])
    assert boards.endings.tolist() == [1, 0]
    assert boards.rewards.tolist() == [[1, -1], [0, 0]]
    with pytest.raises(pw.MoveError, match="board 0: its game is over"):
        boards.play([5, 0])
    boards.play([-1, 0])


def test_a_game_that_was_cut_off_takes_no_move() -> None:
    boards = pw.Batch("tic-tac-toe", 1, max_plies=2)
    boards.play([0])
    boards.play([1])
    assert boards.endings.tolist() == [CUT_OFF]
    with pytest.raises(pw.MoveError, match="over"):
        boards.play([2])


@given(st.data())
@settings(max_examples=25, deadline=None)
def test_reset_takes_truth_values_and_indices(data: st.DataObject) -> None:
    """`reset` sets exactly the chosen boards to the start position."""
    count = data.draw(st.integers(1, 12))
    marks = data.draw(st.lists(st.booleans(), min_size=count, max_size=count))
    boards = pw.Batch("connect-four", count)
    boards.play(boards.random_actions())
    as_indices = data.draw(st.booleans())
    boards.reset(np.flatnonzero(marks) if as_indices else np.array(marks))
    assert boards.plies.tolist() == [int(not mark) for mark in marks]
    boards.reset()
    assert boards.plies.tolist() == [0] * count


def test_wrong_places_are_refused() -> None:
    """Indices out of range and arrays of another shape raise `OptionError`."""
    boards = pw.Batch("connect-four", 3)
    for wrong in ([3], [-1], [True, False], [0.5], "first", [[0]]):
        with pytest.raises(pw.OptionError, match="where is"):
            boards.reset(wrong)
    boards.reset([])


def test_a_board_is_taken_out_as_a_copy() -> None:
    """Moves on the state do not change the board."""
    boards = pw.Batch("mill", 2)
    boards[1].play("d6")
    assert boards[1].plies == 0


def test_a_state_is_put_on_a_board_as_a_copy() -> None:
    """Later moves on the state do not change the board. An index below 0 counts from the end."""
    boards = pw.Batch("mill", 2)
    state = boards[1]
    state.play("d6")
    boards[-1] = state
    state.play("f4")
    assert [board.history for board in boards] == [[], ["d6"]]  # type: ignore[attr-defined]


def test_indices_out_of_range_and_states_of_other_games_are_refused() -> None:
    """Python's own error says that an index is out of range."""
    boards = pw.Batch("mill", 2)
    for index in (2, -3):
        with pytest.raises(IndexError, match=f"board {index} of 2"):
            boards[index]
    with pytest.raises(pw.EngineError, match="another game"):
        boards[0] = pw.Game("hex").start()


def test_a_batch_may_be_empty_but_not_of_any_size() -> None:
    """An empty batch has empty arrays."""
    assert len(pw.Batch("mill", 0).masks()) == 0
    for wrong in (-1, 10**9, 1.5):
        with pytest.raises(pw.OptionError, match="count is"):
            pw.Batch("mill", wrong)  # type: ignore[arg-type]


def test_a_batch_shows_its_game() -> None:
    """`repr` contains that of the game."""
    assert "Game('mill'" in repr(pw.Batch("mill", 2))


@pytest.mark.parametrize("step", [1, 2])
@pytest.mark.parametrize("dtype", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
def test_actions_have_any_integer_type(dtype: type[np.integer[Any]], step: int) -> None:
    """Actions of every type are played alike, also from an array with gaps."""
    spaced = np.repeat(np.array([1, 2, 3], dtype), step)[::step]
    boards = pw.Batch("connect-four", 3)
    boards.play(spaced)
    assert [board.history for board in boards] == [["2"], ["3"], ["4"]]  # type: ignore[attr-defined]
