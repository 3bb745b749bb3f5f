"""Runs OpenSpiel's own tests and algorithms on the games."""

import copy
import pickle
import subprocess
import sys
from itertools import chain, cycle
from typing import Any

import numpy as np
import plywright as pw
import pytest
from conftest import ENVIRONMENTS, after

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import pyspiel
from open_spiel.python.algorithms import mcts, minimax
from open_spiel.python.observation import make_observation
from plywright.open_spiel import load_game


@pytest.mark.parametrize(("game", "variant"), ENVIRONMENTS)
def test_random_simulation(game: str, variant: str | None) -> None:
    """OpenSpiel's test of games checks legality, masks, tensors, clones, serialisation and returns."""
    pyspiel.random_sim_test(load_game(game, variant), num_sims=1, serialize=True, verbose=False)


def test_minimax_solves_tic_tac_toe() -> None:
    game = load_game("tic-tac-toe")
    state = game.new_initial_state()
    for move in ("a1", "b1"):
        state.apply_action(state.string_to_action(move))
    value, action = minimax.alpha_beta_search(game, state)
    assert value == 1.0, "an edge is the wrong answer to a corner"
    state.apply_action(action)
    assert pw.Game("tic-tac-toe").position(str(state)).side == 1


@pytest.mark.parametrize(("game", "variant"), [("connect-four", None), ("mill", "three-mens-morris")])
def test_mcts_plays(game: str, variant: str | None) -> None:
    rules = load_game(game, variant)
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    bot = mcts.MCTSBot(rules, 2, 60, evaluator, random_state=np.random.RandomState(2))
    state = rules.new_initial_state()
    for _ in range(4):
        state.apply_action(bot.step(state))
    assert not state.is_terminal() and len(state.history()) == 4


def test_strings_and_numbers() -> None:
    state = load_game("connect-four").new_initial_state()
    assert [state.action_to_string(action) for action in state.legal_actions()] == list("1234567")
    assert state.legal_actions_mask() == [1] * 7
    assert state.string_to_action("4") == state.string_to_action(0, "4") == 3
    with pytest.raises(pw.MoveError):
        state.string_to_action("8")


def test_undo() -> None:
    state = load_game("mill").new_initial_state()
    texts, actions = [], []
    for _ in range(12):
        texts.append(str(state))
        actions.append((state.current_player(), state.legal_actions()[0]))
        state.apply_action(actions[-1][1])
    assert not state.is_initial_state()
    with pytest.raises(ValueError, match="expected action 599"):
        state.undo_action(0, 599)
    for player, action in reversed(actions):
        state.undo_action(player, action)
        assert str(state) == texts.pop()
        assert pickle.loads(pickle.dumps(state)).history() == state.history()
    assert state.history() == [] and state.move_number() == 0 and state.is_initial_state()
    with pytest.raises(ValueError, match="no action"):
        state.undo_action(0, 0)


def test_states_written_by_the_compiled_part_are_whole() -> None:
    game = load_game("mill", "lasker-morris", {"FlyPieceCount": 4})
    state = game.new_initial_state()
    play_first(state, 9)
    state.undo_action(*state.full_history()[-1])
    read_game, read = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert read_game.rules == game.rules
    for again in (read, state.clone()):
        assert str(again) == str(state)
        assert again.history() == state.history() and again.move_number() == 8
        assert again.legal_actions() == state.legal_actions()
    child = state.child(state.legal_actions()[0])
    assert child.history()[:-1] == state.history()
    state.legal_actions().clear()
    assert state.legal_actions(), "the list is a copy"
    with pytest.raises(pw.MoveError):
        state.apply_action(599)
    with pytest.raises(TypeError):
        state.apply_action("a1")  # type: ignore[arg-type]
    assert state.move_number() == 8
    with pytest.raises(pyspiel.SpielError, match="action 599 is not legal"):
        state.apply_action_with_legality_check(599)
    state.apply_action_with_legality_check(state.legal_actions()[0])
    assert state.move_number() == 9


@pytest.mark.parametrize(("name", "variant"), ENVIRONMENTS)
def test_the_compiled_part_sees_every_move(name: str, variant: str | None) -> None:
    """Algorithms written in C++ call the methods of OpenSpiel's own class."""
    state, compiled = load_game(name, variant).new_initial_state(), pyspiel.State
    for apply in [type(state).apply_action, compiled.apply_action] * 3:
        apply(state, state.legal_actions()[0])
        for again in (state, state.clone(), compiled.clone(state), copy.deepcopy(state)):
            assert compiled.legal_actions(again) == again.legal_actions() == state.legal_actions()
            assert compiled.is_terminal(again) == again.is_terminal() == state.is_terminal()
            assert compiled.current_player(again) == again.current_player() == state.current_player()
            assert compiled.to_string(again) == str(state) and again.history() == state.history()
            if again is not state:
                play_first(again, 1)
    assert state.move_number() == 6


def test_both_players_see_the_board_from_their_side() -> None:
    game = load_game("connect-four")
    state = game.new_initial_state()
    state.apply_action(3)
    seen = [np.array(state.observation_tensor(player)).reshape(game.observation_tensor_shape()) for player in (0, 1)]
    assert seen[0].sum() == 1
    assert np.array_equal(seen[0][0], seen[1][1]) and np.array_equal(seen[0][1], seen[1][0])
    observation = make_observation(game)
    observation.set_from(state, 1)
    assert np.array_equal(observation.tensor, seen[1].ravel())


def test_the_tensor_shows_the_player() -> None:
    """The two boards look the same to the player to move, but AlphaZero learns opposite returns from them."""
    game = load_game("chess")
    pieces = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
    states = [game.new_initial_state(f"{pieces} {side} KQkq - 0 1") for side in "wb"]
    assert states[0].legal_actions() != states[1].legal_actions()
    seen = np.array([state.observation_tensor() for state in states]).reshape(2, *game.observation_tensor_shape())
    assert seen.shape == (2, 13, 8, 8)
    assert np.array_equal(seen[0, :12], seen[1, :12])
    assert (seen[0, 12] == 0).all() and (seen[1, 12] == 1).all()
    assert load_game("mill").observation_tensor_shape() == [711]


def play_first(state: Any, plies: int) -> None:
    for _ in range(plies):
        state.apply_action(state.legal_actions()[0])


@pytest.mark.parametrize(("name", "variant"), ENVIRONMENTS)
def test_games_are_pickled(name: str, variant: str | None) -> None:
    game = load_game(name, variant)
    for again in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert str(again) == str(game)
        assert again.rules == game.rules
        assert again.new_initial_state().legal_actions() == game.new_initial_state().legal_actions()


def test_a_pickled_game_is_read_by_another_process() -> None:
    game = load_game("mill", "lasker-morris", {"FlyPieceCount": 4})
    read = "import pickle, sys; print(pickle.load(sys.stdin.buffer).rules)"
    found = subprocess.run([sys.executable, "-c", read], input=pickle.dumps(game), capture_output=True, check=True)
    assert found.stdout.decode().strip() == repr(game.rules)


def test_a_game_begins_at_any_position() -> None:
    state = after("tic-tac-toe", "b2")
    opened = load_game("tic-tac-toe").new_initial_state(state.text)
    assert str(opened) == state.text and opened.current_player() == 1


def test_a_game_without_end_is_a_draw() -> None:
    options = {"ThreefoldRepetitionRule": False, "NMoveRule": 0, "EndgameNMoveRule": 0}
    game = load_game("mill", "three-mens-morris", options)
    assert game.max_game_length() == game.rules.max_plies
    state = game.new_initial_state()
    moves = chain(["c1", "c2", "b1", "a3", "a2", "b3"], cycle(["c1-b2", "b3-c3", "b2-c1", "c3-b3"]))
    while not state.is_terminal():
        state.apply_action(state.string_to_action(next(moves)))
    assert state.move_number() == game.rules.max_plies and state.position.ending is None
    assert state.current_player() == pyspiel.PlayerId.TERMINAL
    assert state.legal_actions() == [] and state.returns() == [0, 0]


def test_mistakes_are_named() -> None:
    with pytest.raises(pw.OptionError, match="no game is called 'go'"):
        load_game("go")
    with pytest.raises(pw.OptionError):
        load_game("mill", "eleven-boards")
