"""Runs PettingZoo's own tests, and checks rewards, turns and truncation."""

import pickle
import warnings
from typing import Any

import numpy as np
import plywright as pw
import pytest
from conftest import ENVIRONMENTS, after

pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")

import pettingzoo
from pettingzoo.test import api_test, render_test, seed_test
from plywright import pettingzoo as environments


@pytest.fixture(autouse=True)
def _no_advice() -> Any:
    """Suppress PettingZoo's warning about observations that are dictionaries."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield


@pytest.mark.parametrize(("game", "variant"), ENVIRONMENTS)
def test_api(game: str, variant: str | None) -> None:
    api_test(environments.env(game, variant), num_cycles=300)


@pytest.mark.parametrize(("game", "variant"), ENVIRONMENTS)
def test_seed(game: str, variant: str | None) -> None:
    seed_test(lambda: environments.env(game, variant), num_cycles=100)


@pytest.mark.parametrize(("game", "variant"), ENVIRONMENTS)
def test_render(game: str, variant: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: environments.env(game, variant, render_mode=render_mode))
    assert capsys.readouterr().out, "the mode `human` prints"


@pytest.mark.skipif(not hasattr(pettingzoo, "register"), reason="this PettingZoo has no registry")
def test_games_are_in_the_registry() -> None:
    """Keywords of `pettingzoo.make` are those of `env`. Hex on 7x7 has 50 actions: the cells and the swap."""
    env = pettingzoo.make("aec", "plywright/hex-v0", variant="7x7", max_cycles=3)
    assert env.action_space("player_0").n == 50
    assert env.unwrapped.max_plies == 3


def test_the_wrapped_environment_has_the_name_of_the_game() -> None:
    """A wrapper prints as the environment in it, as PettingZoo's own wrappers do."""
    assert str(environments.env("mill")) == "plywright_mill_v0"


def play(env: Any, moves: list[str]) -> None:
    for move in moves:
        env.step(env.unwrapped.position.move_to_number(move))


def test_the_winner_gets_1_and_the_loser_minus_1() -> None:
    env = environments.env("tic-tac-toe")
    env.reset()
    play(env, ["a1", "b1", "a2", "b2", "a3"])
    assert env.terminations == {"player_0": True, "player_1": True}
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    heard = []
    for agent in env.agent_iter():
        heard.append((agent, env.last()[1]))
        env.step(None)
        for seen in map(env.observe, env.possible_agents):
            assert seen["observation"].sum() == 5 and not seen["action_mask"].any()
    assert heard == [("player_1", -1.0), ("player_0", 1.0)]


def test_sides_need_not_alternate() -> None:
    env = environments.env("mill", "nine-mens-morris")
    env.reset()
    selections = set()
    rng = np.random.default_rng(1)
    before = None
    for agent in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        selections.add(agent == before)
        assert observation["action_mask"].any() != (terminated or truncated)
        actions = np.flatnonzero(observation["action_mask"])
        env.step(None if terminated or truncated else int(rng.choice(actions)))
        before = agent
    assert selections == {True, False}, "the removal of a stone is a second move"


def test_an_illegal_action_loses() -> None:
    env = environments.env("tic-tac-toe")
    env.reset()
    play(env, ["b2"])
    env.step(4)
    assert env.rewards["player_1"] == -1
    assert all(env.terminations.values())
    raw = environments.raw_env("tic-tac-toe")
    raw.reset()
    raw.step(4)
    with pytest.raises(pw.MoveError):
        raw.step(4)


def test_a_long_game_is_truncated() -> None:
    env = environments.env("mill", max_plies=3)
    env.reset()
    play(env, ["d6", "f4", "d2"])
    assert all(env.truncations.values()) and not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_both_agents_see_the_board_from_their_side() -> None:
    env = environments.env("connect-four")
    env.reset()
    play(env, ["4"])
    seen = {agent: env.observe(agent) for agent in env.agents}
    own, other = (seen[agent]["observation"] for agent in env.agents)
    assert np.array_equal(own[0], other[1]) and np.array_equal(own[1], other[0])
    assert own.sum() == other.sum() == 1
    assert not seen["player_0"]["action_mask"].any(), "it is not this agent's turn"
    assert seen["player_1"]["action_mask"].sum() == 7


def test_a_game_begins_where_the_options_say() -> None:
    env = environments.raw_env("tic-tac-toe")
    state = after("tic-tac-toe", "b2")
    env.reset(options={"position": state.text})
    assert env.agent_selection == "player_1" and env.position == state
    with pytest.raises(pw.PositionError):
        env.reset(options={"position": "nothing"})
    for move in ("a1", "b1", "a2", "b3"):
        state.play(move)
    env.reset(options={"position": state.text})
    assert env.last()[1:4] == (-1.0, True, False), "the game is over, and the agent to move has lost"


def test_an_environment_can_be_pickled() -> None:
    env = environments.raw_env("othello")
    env.reset()
    env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
    copy = pickle.loads(pickle.dumps(env))
    assert copy.position == env.position and copy.agent_selection == env.agent_selection


@pytest.mark.parametrize("options", [{"positon": "x"}, {"position": "x", "seed": 1}, {1: 2}, "position", ["position"]])
def test_misspelt_options_of_reset_are_refused(options: Any) -> None:
    for env in (environments.env("tic-tac-toe"), environments.raw_env("tic-tac-toe")):
        with pytest.raises(pw.OptionError, match="expected"):
            env.reset(options=options)
        env.reset(options={})
        env.reset(options={"position": None})


@pytest.mark.parametrize("action", [3.7, 3.0, "3", True, [3], -1, np.float32(3), np.int8(-1), 2.0**70])
def test_actions_are_whole_numbers(action: Any) -> None:
    for env in (environments.env("tic-tac-toe"), environments.raw_env("tic-tac-toe")):
        env.reset()
        with pytest.raises(TypeError, match="the action is"):
            env.step(action)
        assert env.unwrapped.position.plies == 0
        with pytest.raises(pw.OptionError, match="expected 0 to 8"):
            env.step(9)
        env.step(np.int64(3))  # type: ignore[arg-type]
        assert env.unwrapped.position.plies == env.unwrapped.plies == 1


def test_mistakes_are_named() -> None:
    for plies in (-1, 2.5, "9"):
        with pytest.raises(pw.OptionError, match="max_plies"):
            environments.env("mill", max_plies=plies)  # type: ignore[arg-type]
    with pytest.raises(pw.OptionError, match="no game is called 'go'"):
        environments.env("go")
    with pytest.raises(ValueError, match="rgb_array"):
        environments.env("mill", render_mode="film")
