"""Tests of `Puct`, AlphaZero's search, against the same search written out in Python."""

from __future__ import annotations

import math
import os
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import plywright as pw
import pytest
from conftest import Arrays, after, flat, seconds_after_ctrl_c
from hypothesis import given, settings
from hypothesis import strategies as st


def evaluate(observations: Arrays, masks: Arrays) -> tuple[Arrays, Arrays]:
    """Return a fixed, uneven evaluation that depends on every entry of an observation."""
    rows = observations.reshape(len(observations), -1)
    weights = np.cos(np.arange(rows.shape[1]) * 0.7)
    sums = (rows * weights).sum(axis=1)
    policies = 1.1 + np.sin(np.arange(masks.shape[1])[None, :] * 1.3 + sums[:, None])
    return policies.astype(np.float32), np.tanh(sums).astype(np.float32)


@dataclass
class Node:
    """A position of the search by hand. `visits` and `sums` are by move; sums are for the side to move here."""

    state: pw.State
    numbers: list[int]
    priors: Arrays
    visits: Arrays
    sums: Arrays
    children: dict[int, Node] = field(default_factory=dict)


def result(state: pw.State) -> float | None:
    """Return the value of a finished game for the first side."""
    if state.ending is None:
        return None
    return {None: 0.0, 0: 1.0, 1: -1.0}[state.ending.winner]


def expand(state: pw.State) -> tuple[Node, float]:
    """Evaluate a position. Returns its node, and its value for the first side."""
    policies, values = evaluate(state.observe()[None], state.action_mask()[None])
    numbers = state.move_numbers()
    priors = policies[0, numbers]
    node = Node(state, numbers, priors / priors.sum(), np.zeros(len(numbers)), np.zeros(len(numbers)))
    return node, float(values[0]) * (1 if state.side == 0 else -1)


def by_hand(root: pw.State, simulations: int, exploration: float) -> Node:
    """Search a position, one simulation after the other."""
    top, _ = expand(root)
    for _ in range(simulations):
        node, path = top, []
        while True:
            with np.errstate(invalid="ignore"):
                means = np.where(node.visits > 0, node.sums / node.visits, 0)
            bonus = exploration * node.priors * math.sqrt(1 + node.visits.sum()) / (1 + node.visits)
            chosen = int((means + bonus).argmax())
            path.append((node, chosen))
            if chosen in node.children:
                node = node.children[chosen]
                continue
            state = node.state.copy()
            state.play(node.numbers[chosen])
            value = result(state)
            if value is None:
                node.children[chosen], value = expand(state)
            break
        for seen, move in path:
            seen.visits[move] += 1
            seen.sums[move] += value if seen.state.side == 0 else -value
    return top


POSITIONS = [
    ("mill", ["d6", "f4", "d2", "b4", "d1"]),
    ("mill", ["a7", "b6", "a4", "b4"]),
    ("santorini", []),
    ("kalah", []),
    ("connect-four", ["4", "4", "3", "3"]),
    ("tic-tac-toe", ["a1", "b1", "a2"]),
    ("othello", []),
]


@pytest.mark.parametrize(("name", "moves"), POSITIONS)
def test_the_search_equals_the_one_by_hand(name: str, moves: list[str]) -> None:
    """Visits and values are those of plain Python, also in games whose turns have several moves."""
    state = after(name, *moves)
    for _ in range(6):
        expected = by_hand(state, 120, 1.5)
        found = pw.Puct(state.game, evaluate, simulations=120, batch=1, exploration=1.5).search(state)
        visits = np.zeros(state.game.move_count, np.int64)
        visits[expected.numbers] = expected.visits
        assert (found.visits[0] == visits).all()
        assert found.values[0] == pytest.approx(expected.sums.sum() / 120, abs=1e-5)
        assert found.visits[0].sum() == 120
        assert found.actions[0] == visits.argmax()
        state.play(int(found.actions[0]))
        if state.ending is not None:
            break


@pytest.mark.parametrize("batch", [1, 16])
def test_a_win_is_found_with_the_right_sign(batch: int) -> None:
    """Both sides find a move that closes the game, and know that they have won."""
    game = pw.Game("tic-tac-toe")
    for moves, best in ((["a1", "b1", "a2", "b2"], "a3"), (["c1", "b1", "a2", "b2", "c3"], "b3")):
        state = after(game, *moves)
        search = pw.Puct(game, flat, simulations=400, batch=batch)
        found = search.search(state)
        assert state.number_to_move(int(found.actions[0])) == best == search.play(state)
        assert found.values[0] > 0.8
        before = state.copy()
        before.undo()
        assert search.search(before).values[0] < 0.3


def test_several_games_at_once() -> None:
    """Games do not influence each other, and their positions share the calls."""
    game = pw.Game("connect-four")
    boards = pw.Batch(game, 4, seed=1)
    for _ in range(4):
        boards.play(boards.random_actions())
    calls = []

    def counted(observations: Arrays, masks: Arrays) -> tuple[Arrays, Arrays]:
        calls.append(len(masks))
        return evaluate(observations, masks)

    pw.Puct(game, counted, simulations=50, batch=4).search(boards)
    assert max(calls) == 4
    assert len(calls) < 60
    together = pw.Puct(game, evaluate, simulations=50, batch=1).search(boards)
    for row in range(4):
        alone = pw.Puct(game, evaluate, simulations=50, batch=1).search(boards[row])
        assert (together.visits[row] == alone.visits[0]).all()
    large = pw.Puct(game, evaluate, simulations=300, batch=64).search(boards)
    assert large.visits.sum(axis=1).tolist() == [300] * 4


def test_trees_are_kept() -> None:
    """After moves of the searched tree, its visits are kept; after other moves, the tree is new."""
    game = pw.Game("santorini")
    state = game.start()
    search = pw.Puct(game, evaluate, simulations=200, batch=1)
    first = search.search(state)
    action = int(first.actions[0])
    state.play(action)
    kept = first.visits[0, action] - 1
    assert search.search(state).visits.sum() == kept + 200
    assert search.search(state).visits.sum() == kept + 400
    assert search.search(game.start()).visits.sum() == 200
    search.reset()
    assert search.search(game.start()).visits.sum() == 200


def test_a_kept_tree_equals_a_longer_search() -> None:
    """Two searches of one state are one search with all simulations."""
    state = pw.Game("mill").start()
    twice = pw.Puct(state.game, evaluate, simulations=100, batch=1)
    twice.search(state)
    once = pw.Puct(state.game, evaluate, simulations=200, batch=1)
    assert (twice.search(state).visits == once.search(state).visits).all()


def test_noise_changes_visits_by_the_seed() -> None:
    """Equal seeds give equal visits."""
    state = pw.Game("connect-four").start()
    plain = pw.Puct(state.game, flat, simulations=100).search(state).visits
    noisy = [
        pw.Puct(state.game, flat, simulations=100, noise=0.5, seed=seed).search(state).visits for seed in (1, 1, 2)
    ]
    assert (noisy[0] == noisy[1]).all()
    assert (noisy[0] != noisy[2]).any()
    assert (noisy[0] != plain).any()


def test_the_temperature_chooses_among_visited_moves() -> None:
    """A move's probability is its visits to the power of 1 / temperature; at 0, the most visited one is chosen."""
    state = pw.Game("connect-four").start()
    search = pw.Puct(state.game, evaluate, simulations=100, temperature=1.0, seed=3)
    found = search.search(state)
    assert found.policies[0] == pytest.approx(found.visits[0] / found.visits[0].sum(), abs=1e-6)
    many = search.search([state] * 2000)
    shares = np.bincount(many.actions, minlength=7) / 2000
    assert shares == pytest.approx(many.policies.mean(axis=0), abs=0.05)
    cold = search.search(state, temperature=0)
    assert cold.policies.max() == 1.0
    assert cold.actions[0] == cold.visits[0].argmax()
    squared = search.search(state, temperature=0.5)
    assert squared.policies[0] == pytest.approx(squared.visits[0] ** 2.0 / (squared.visits[0] ** 2.0).sum(), abs=1e-6)


def test_games_that_are_over() -> None:
    """A finished game has its result as value and no action."""
    game = pw.Game("tic-tac-toe")
    state = after(game, "a1", "b1", "a2", "b2", "a3")
    found = pw.Puct(game, flat, simulations=10, batch=3).search([game.start(), state])
    assert found.actions[1] == -1
    assert found.values[1] == (1 if state.side == 0 else -1)
    assert found.visits.sum(axis=1).tolist() == [10, 0]
    assert found.policies.sum(axis=1).tolist() == pytest.approx([1, 0])
    with pytest.raises(pw.OptionError, match="over"):
        pw.Puct(game, flat).play(state)
    assert len(pw.Puct(game, flat).search([]).actions) == 0


class FailedError(Exception):
    """Failure of an evaluation."""


@pytest.mark.parametrize(
    "wrong",
    [
        lambda _, masks: (masks, np.zeros(len(masks) + 1)),
        lambda _, masks: (masks[:, :3], np.zeros(len(masks))),
        lambda _, masks: (masks * np.nan, np.zeros(len(masks))),
        lambda _, masks: (-1.0 * masks, np.zeros(len(masks))),
        lambda _, masks: (masks, np.full(len(masks), np.inf)),
    ],
)
def test_wrong_answers_of_the_evaluation_are_refused(wrong: Any) -> None:
    """Shapes, weights and values are checked."""
    with pytest.raises(pw.OptionError, match="evaluate returned"):
        pw.Puct("connect-four", wrong, simulations=20, batch=4).search(pw.Game("connect-four").start())


def test_the_next_search_works_after_a_failure() -> None:
    """An exception of the evaluation reaches the caller, and all trees are new."""
    state = pw.Game("connect-four").start()
    calls = []

    def failing(observations: Arrays, masks: Arrays) -> tuple[Arrays, Arrays]:
        calls.append(len(masks))
        if len(calls) == 5:
            raise FailedError("no more")
        return evaluate(observations, masks)

    search = pw.Puct(state.game, failing, simulations=50, batch=4)
    with pytest.raises(FailedError, match="no more"):
        search.search(state)
    assert search.search(state).visits.sum() == 50
    with pytest.raises(pw.EngineError, match="another game"):
        search.search(pw.Game("hex").start())


def test_reset_waits_for_a_search_in_another_thread() -> None:
    began, goes_on = threading.Event(), threading.Event()

    def slow(observations: Arrays, masks: Arrays) -> tuple[Arrays, Arrays]:
        began.set()
        goes_on.wait(60)
        return flat(observations, masks)

    state = pw.Game("connect-four").start()
    search = pw.Puct(state.game, slow, simulations=20)
    with ThreadPoolExecutor(2) as pool:
        found = pool.submit(search.search, state)
        began.wait(60)
        reset = pool.submit(search.reset)
        assert wait([reset], timeout=0.2).not_done
        goes_on.set()
        assert found.result().visits.sum() == 20
        reset.result()
    assert search.search(state).visits.sum() == 20


@pytest.mark.parametrize(
    "wrong",
    [
        {"evaluate": "network"},
        {"simulations": 0},
        {"batch": 0},
        {"noise": 2},
        {"temperature": -1},
        {"exploration": "much"},
        {"alpha": 0},
    ],
)
def test_wrong_settings_are_refused(wrong: dict[str, Any]) -> None:
    """Settings are checked when the search is prepared."""
    (name,) = wrong
    with pytest.raises(pw.OptionError, match=f"{name} is"):
        pw.Puct(**({"game": "connect-four", "evaluate": evaluate} | wrong))  # type: ignore[arg-type]


def test_zero_policies_are_uniform() -> None:
    """If all legal moves have the weight 0, they are equally likely."""
    state = pw.Game("connect-four").start()

    def nothing(_: Arrays, masks: Arrays) -> tuple[Arrays, Arrays]:
        return np.zeros(masks.shape), np.zeros((len(masks), 1))

    even = pw.Puct(state.game, nothing, simulations=70, batch=1).search(state)
    assert (even.visits == pw.Puct(state.game, flat, simulations=70, batch=1).search(state).visits).all()


@given(
    st.integers(1, 40), st.integers(1, 20), st.integers(1, 4), st.sampled_from(["mill", "tic-tac-toe", "kalah", "hex"])
)
@settings(max_examples=30, deadline=None)
def test_all_simulations_are_counted(simulations: int, batch: int, games: int, name: str) -> None:
    """Whatever the sizes, every state gets its simulations, and values stay between -1 and 1."""
    boards = pw.Batch(name, games, seed=simulations)
    for _ in range(4):
        boards.play(boards.random_actions())
    found = pw.Puct(name, evaluate, simulations=simulations, batch=batch).search(boards)
    assert found.visits.sum(axis=1).tolist() == [simulations] * games
    assert (abs(found.values) <= 1).all()
    assert (boards.masks()[np.arange(games), found.actions] == 1).all()


def test_an_evaluation_may_not_use_its_own_search() -> None:
    state = pw.Game("connect-four").start()
    searches: list[pw.Puct] = []

    def nested(observations: Arrays, masks: Arrays) -> tuple[Arrays, Arrays]:
        searches[0].search(state)
        return flat(observations, masks)

    searches.append(pw.Puct(state.game, nested, simulations=2))
    with pytest.raises(pw.OptionError, match="the search that calls it"):
        searches[0].search(state)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_simulations_that_need_no_evaluation() -> None:
    """With one square left, only the first position is evaluated. Twenty games have simulations for a long time."""
    before = "state = pw.Game('tic-tac-toe').start()\nfor move in 'a1 b1 c1 a2 c2 b2 a3 c3'.split(): state.play(move)"
    call = "pw.Puct(state.game, lambda _, masks: (masks, masks[:, 0]), simulations=10_000_000).search([state] * 20)"
    assert seconds_after_ctrl_c(call, before=before) < 1.0
