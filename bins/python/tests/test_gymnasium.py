"""Tests of the Gymnasium environments, with Gymnasium's own checker."""

from __future__ import annotations

import sys
import warnings
from typing import Any

import numpy as np
import plywright as pw
import pytest
from conftest import Arrays, after, first_legal

pytest.importorskip("gymnasium", reason="Gymnasium is not installed")

import gymnasium
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from plywright import gymnasium as environments


@pytest.mark.parametrize("opponent", [None, 0, first_legal])
@pytest.mark.parametrize("game", [info.name for info in pw.games()])
def test_gymnasiums_own_checker(game: str, opponent: Any) -> None:
    """Gymnasium's checker accepts the environment of every game."""
    if opponent == 0 and game not in ("mill", "tic-tac-toe"):
        return
    with warnings.catch_warnings():
        # The checker advises to create environments by `gymnasium.make`.
        warnings.simplefilter("ignore")
        check_env(environments.make(game, opponent=opponent, render_mode="ansi"))


def test_games_are_in_the_registry() -> None:
    """`gymnasium.make` and `make_vec` make the games. Hex on 7x7 has 50 actions: the cells and the swap."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        # The checker makes a registered environment again in every render mode.
        check_env(gymnasium.make("plywright/tic-tac-toe-v0", opponent=first_legal).unwrapped)
    env = gymnasium.make("plywright.gymnasium:plywright/hex-v0", variant="7x7")
    assert env.action_space.n == 50
    games = gymnasium.make_vec("plywright/hex-v0", num_envs=3, variant="7x7", opponent=first_legal)
    assert isinstance(games, environments.VectorEnv)
    assert (games.num_envs, games.single_action_space.n) == (3, 50)


def test_masks_for_stable_baselines() -> None:
    """sb3-contrib finds the method `action_masks` through the wrappers, and calls it before each action."""
    env = gymnasium.wrappers.TimeLimit(environments.make("tic-tac-toe"), 9)
    env.reset()
    env.step(4)
    masks = env.get_wrapper_attr("action_masks")()
    assert (masks.dtype, masks.tolist()) == (np.bool_, [square != 4 for square in range(9)])


def test_one_game_against_a_policy() -> None:
    """The opponent's reply belongs to the step, and the reward is the agent's."""
    env = environments.make("tic-tac-toe", opponent=first_legal, side=0)
    _, info = env.reset(seed=1)
    assert (info["side"], info["action_mask"].tolist()) == (0, [1] * 9)
    # The opponent takes the free square of the lowest number: 0, then 1, then 2.
    for action in (8, 4):
        observation, reward, terminated, truncated, info = env.step(action)
        assert (reward, terminated, truncated) == (0, False, False)
    assert (observation == env.position.observe()).all()
    # Square 3 does not stop the row 0, 1, 2.
    _, reward, terminated, _, info = env.step(3)
    assert (reward, terminated, info["illegal"]) == (-1, True, False)
    assert not info["action_mask"].any()
    with pytest.raises(pw.OptionError, match="is over"):
        env.step(5)


def test_an_illegal_action_loses() -> None:
    """An illegal action ends the game with the reward -1."""
    env = environments.make("connect-four", opponent=first_legal, side=1)
    env.reset()
    for _ in range(2):
        env.step(0)
    _, reward, terminated, _, info = env.step(0)
    assert not terminated
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal"]) == (-1.0, True, True)
    for wrong in (7, -1, 1.5, None):
        env.reset()
        with pytest.raises(pw.OptionError, match="the action is"):
            env.step(wrong)  # type: ignore[arg-type]
    games = pw.vector_env("tic-tac-toe", 2, autoreset_mode="SameStep")
    games.reset()
    games.step(np.array([4, 4]))
    *_, info = games.step(np.array([4, 5]))
    # As in Gymnasium, `final_info` holds all information about the last step.
    assert info["final_info"]["illegal"].tolist() == info["final_info"]["_illegal"].tolist() == [True, False]


def test_games_begin_elsewhere() -> None:
    """`reset` takes the text of a position, and refuses other options."""
    env = environments.make("connect-four", render_mode="ansi")
    state = after("connect-four", "4")
    env.reset(options={"position": state.text})
    assert env.position == state
    assert env.render() == str(state)
    with pytest.raises(pw.OptionError, match="'colour'"):
        env.reset(options={"colour": 1})


def test_a_game_may_begin_at_its_end() -> None:
    """The first step has the result, also if the opponent's first move has ended the game."""
    state = after("connect-four", "4", "1", "4", "1", "4", "1", "3")
    before = state.text
    state.play("1")
    for text, side, opponent, expected in [
        (state.text, None, None, -1),
        (state.text, 0, first_legal, -1),
        (state.text, 1, first_legal, 1),
        (before, 0, first_legal, -1),
    ]:
        env = environments.make("connect-four", opponent=opponent, side=side)
        _, info = env.reset(options={"position": text})
        assert not info["action_mask"].any()
        _, reward, terminated, truncated, info = env.step(3)
        assert (reward, terminated, truncated, info["illegal"]) == (expected, True, False, False)


def test_a_picture_is_an_array_of_bytes() -> None:
    """The picture is 400 pixels wide, with three colours."""
    env = environments.make("mill", render_mode="rgb_array")
    env.reset()
    pixels = env.render()
    assert isinstance(pixels, np.ndarray)
    assert pixels.shape[1:] == (400, 3)


@pytest.mark.parametrize("settings", [{"opponent": 31}, {"side": 1}, {"render_mode": "4d"}, {"variant": "5x4"}])
def test_wrong_settings_are_refused(settings: dict[str, Any]) -> None:
    """A side needs an opponent, and a variant needs the name of a game."""
    with pytest.raises(pw.OptionError, match="expected"):
        environments.make(pw.Game("connect-four"), **settings)


def random_action(masks: Arrays, rng: np.random.Generator) -> Arrays:
    """Return a random legal action for each row; 0 for a row of zeros."""
    actions: Arrays = (masks * rng.random(masks.shape)).argmax(axis=1)
    return actions


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("opponent", [None, first_legal])
def test_autoreset_modes(mode: AutoresetMode, opponent: Any) -> None:
    """Games begin again in the way of each mode; results are those of single games."""
    env = pw.vector_env("connect-four", 16, opponent=opponent, autoreset_mode=mode, seed=1, max_plies=20, threads=2)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] is mode
    rng = np.random.default_rng(1)
    seen, info = env.reset()
    assert seen in env.observation_space
    finished, ended = 0, np.zeros(16, np.bool_)
    for _ in range(150):
        before = env.boards.plies
        seen, rewards, terminations, truncations, info = env.step(random_action(info["action_mask"], rng))
        assert seen in env.observation_space
        over = terminations | truncations
        finished += int(over.sum())
        assert not (terminations & truncations).any()
        assert (rewards[~terminations] == 0).all()
        if mode == AutoresetMode.NEXT_STEP:
            assert not over[ended].any()
            assert (env.boards.plies[ended] <= 1).all()
            assert not info["action_mask"][over].any()
        elif mode == AutoresetMode.SAME_STEP:
            assert (env.boards.plies[over] <= 1).all()
            assert info["action_mask"].any(axis=1).all()
            assert over.any() == ("final_obs" in info)
            if over.any():
                assert [final is not None for final in info["final_obs"]] == over.tolist()
                assert not info["final_info"]["action_mask"][over].any()
        elif over.any():
            assert not info["action_mask"][over].any()
            _, info = env.reset(options={"reset_mask": over})
            assert (env.boards.plies[over] <= 1).all()
            assert (env.boards.plies[~over] > before[~over]).all()
        ended = over
    assert finished > 30


def test_results_of_games_against_an_opponent() -> None:
    """Over many games, rewards are those of the agent's side, and both sides occur."""
    env = pw.vector_env("tic-tac-toe", 50, opponent=first_legal, autoreset_mode="SameStep", seed=2)
    rng = np.random.default_rng(2)
    _, info = env.reset()
    total = sides = 0
    for _ in range(60):
        sides += info["side"].sum()
        _, rewards, terminations, _, info = env.step(random_action(info["action_mask"], rng))
        total += int(rewards.sum())
        assert (abs(rewards[~terminations]) == 0).all()
    assert 0.35 < sides / 3000 < 0.65
    # The opponent fills the first row, so it beats random play.
    assert total < -50


def test_equal_seeds_give_equal_games() -> None:
    """A level's moves depend on the seed given to `reset`."""
    runs = []
    for seed in (7, 7, 8):
        env = pw.vector_env("connect-four", 4, opponent=0, copy=True)
        seen, info = env.reset(seed=seed)
        arrays = [seen]
        for _ in range(12):
            seen, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
            arrays.append(seen)
        runs.append(np.stack(arrays))
    assert (runs[0] == runs[1]).all()
    assert (runs[0] != runs[2]).any()


def test_arrays_are_reused_unless_copied() -> None:
    """`step` overwrites the arrays of the step before only if `copy` is false; Gymnasium's own default is true."""
    for copy in (False, True):
        env = pw.vector_env("hex", 2, copy=copy)
        first, info = env.reset()
        second, _, _, _, info = env.step(info["action_mask"].argmax(axis=1))
        assert (first is second) != copy
    env = pw.vector_env("tic-tac-toe", 2)
    first, info = env.reset()
    env.step(np.array([4, 4]))
    # Trainers store an observation after the step that follows it.
    assert not first.any()
    assert info["action_mask"].all()
    wrapped = RecordEpisodeStatistics(pw.vector_env("tic-tac-toe", 2))
    _, info = wrapped.reset(seed=1)
    while "episode" not in info:
        *_, info = wrapped.step(info["action_mask"].argmax(axis=1))
    with pytest.raises(pw.OptionError, match="actions is an array"):
        wrapped.step(np.zeros(3, np.int64))


def test_a_policy_may_return_scores() -> None:
    """Rows of scores choose the best legal action; NaN is refused as a score."""
    rising = np.arange(9)[None, :]
    for scores, expected in ((rising, 8), (-rising, 0), (np.full((1, 9), -np.inf), 0)):
        env = environments.make("tic-tac-toe", opponent=lambda *_, scores=scores: scores, side=1)
        env.reset()
        assert sorted(env.position.move_numbers()) == [square for square in range(9) if square != expected]
    for wrong in (np.full((1, 9), np.nan), "a1", None):
        with pytest.raises(pw.OptionError, match="the policy's answer"):
            environments.make("tic-tac-toe", opponent=lambda *_, wrong=wrong: wrong, side=1).reset()


def test_an_opponent_without_a_move_is_refused() -> None:
    """For a batch, -1 is no move."""
    answers = iter([np.array([-1])])
    env = environments.make("tic-tac-toe", opponent=lambda *_: next(answers), side=1)
    with pytest.raises(pw.MoveError, match="chose the action -1"):
        env.reset()


def test_without_gymnasium(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without Gymnasium, or with an older one, the message says what to install."""
    monkeypatch.delitem(sys.modules, "plywright.gymnasium")
    with monkeypatch.context() as old:
        # Version 1.0 has no such name.
        old.delattr("gymnasium.vector.AutoresetMode")
        with pytest.raises(ImportError, match=r"Gymnasium 1\.1 or later.*pip install"):
            pw.vector_env("mill", 2)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    with pytest.raises(ImportError, match=r"Gymnasium 1\.1 or later.*pip install"):
        pw.vector_env("mill", 2)
