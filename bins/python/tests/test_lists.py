"""Tests of random games and of functions of many states."""

from __future__ import annotations

import numpy as np
import plywright as pw
import pytest

TIC_TAC_TOE = pw.Game("tic-tac-toe")
CONNECT_FOUR = pw.Game("connect-four")


def test_random_games_are_reproducible(game: pw.Game) -> None:
    """Results and lengths depend on the seed alone."""
    results, plies = pw.random_games(game, 200, seed=7)
    assert results.dtype == np.int8
    assert plies.dtype == np.int32
    assert results.shape == plies.shape == (200,)
    assert set(np.unique(results)) <= {-1, 0, 1}
    assert plies.min() >= 1
    assert plies.max() <= game.max_plies
    again, lengths = pw.random_games(game, 200, seed=7, threads=2)
    assert (again == results).all()
    assert (lengths == plies).all()
    assert (pw.random_games(game, 200, seed=8)[1] != plies).any()
    assert (pw.random_games(game, 5, max_plies=0)[1] == 0).all()


def test_random_games_can_be_decided_by_the_last_move() -> None:
    """A win by the last possible move, or by the last allowed one, counts."""
    results, plies = pw.random_games(TIC_TAC_TOE, 500, seed=3)
    assert set(results[plies == 9]) == {0, 1}
    shorter, lengths = pw.random_games(TIC_TAC_TOE, 500, seed=3, max_plies=5)
    assert (shorter == np.where(plies <= 5, results, 0)).all()
    assert (lengths == np.minimum(plies, 5)).all()
    assert set(shorter) == {0, 1}


def test_batches_agree_with_single_states(game: pw.Game) -> None:
    """Observations, masks and features of batches equal those of single states."""
    states: list[pw.State] = []
    state = game.start()
    while len(states) < 20 and state.moves():
        states.append(state.copy())
        state.play(state.moves()[len(states) % len(state.moves())])
    seen, masks = pw.observe(states), pw.action_masks(states)
    assert seen.shape == (len(states), *game.observation_shape)
    assert masks.shape == (len(states), game.move_count)
    out = np.full_like(seen, 7)
    assert pw.observe(states, out) is out
    assert (out == seen).all()
    inputs = pw.features(states)
    start = 0
    for number, one in enumerate(states):
        assert (seen[number] == one.observe()).all()
        assert (masks[number] == one.action_mask()).all()
        end = int(inputs["own_ends"][number])
        assert np.flatnonzero(seen[number].reshape(-1)).tolist() == inputs["own"][start:end].tolist()
        start = end


def test_wrong_batches_are_refused() -> None:
    """An empty batch, states of several games and an array of another shape are refused."""
    one, other = TIC_TAC_TOE.start(), CONNECT_FOUR.start()
    for message, call in (
        ("there are no states", lambda: pw.observe([])),
        ("several games", lambda: pw.observe([one, other])),
        ("several games", lambda: pw.action_masks([one, other])),
        ("several games", lambda: pw.features([one, other])),
        ("out has shape", lambda: pw.observe([one], np.zeros((2, 2, 3, 3), np.float32))),
        ("out has gaps", lambda: pw.observe([one], np.zeros((1, 2, 3, 6), np.float32)[..., ::2])),
    ):
        with pytest.raises(pw.EngineError, match=message):
            call()
    with pytest.raises(TypeError):
        pw.observe([1])  # type: ignore[list-item]
