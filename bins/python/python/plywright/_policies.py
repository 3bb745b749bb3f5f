"""Policies: functions that choose moves from observations and action masks, and searches that take their place."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

from plywright._checks import ArgumentError, integers
from plywright._core import Batch, Game, OptionError, State, action_masks, observe
from plywright._engine import Engine
from plywright._puct import Puct

Policy = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8]], Any]
"""A policy receives the observations and the action masks of several positions, as `Batch.observe` and `Batch.masks`
return them. It returns a whole number for each position, which is its action, or a row of scores for each position, of
which the legal action with the highest score is played.
"""


def chosen_actions(
    policy: Policy, observations: npt.NDArray[np.float32], masks: npt.NDArray[np.int8]
) -> npt.NDArray[np.int64]:
    """Return the actions that a policy chooses. Raises `OptionError` if its answer has another shape or contains NaN.

    An action may be illegal if the policy returns actions and not scores.
    """
    answer = np.asarray(policy(observations, masks))
    if answer.shape != masks.shape:
        return integers("the policy's answer", answer, len(masks))
    legal = masks != 0
    if np.isnan(answer[legal]).any():
        raise OptionError("the policy's answer has scores that are NaN, expected numbers")
    scores = np.where(legal, answer, -np.inf)
    # Minus infinity marks illegal actions, so a legal action with this score gets the lowest finite one.
    scores[legal & (scores == -np.inf)] = np.finfo(scores.dtype).min
    best: npt.NDArray[np.int64] = scores.argmax(axis=1)
    return best


def choices(policy: Policy | Puct, states: Sequence[State]) -> npt.NDArray[np.int64]:
    """Return the action that a policy or a search chooses in each state. A policy's action may be illegal."""
    if isinstance(policy, Puct):
        return policy.search(states).actions
    return chosen_actions(policy, observe(states), action_masks(states))


def check_policy(policy: object) -> Policy | Puct:
    """Return the policy. Raises `ArgumentError` unless it is a function or a search."""
    if isinstance(policy, Puct) or callable(policy):
        return policy
    message = f"the policy is a {type(policy).__name__}, expected a function of observations and masks, or a Puct"
    raise ArgumentError(message)


class PolicyOpponent:
    """A policy as the opponent in an environment."""

    def __init__(self, policy: Policy | Puct) -> None:
        self._policy = policy

    def seed(self, seed: int) -> None:
        """Do nothing, because a policy draws its own random numbers."""

    def choose(self, boards: Batch, where: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Return an action for each board whose entry in `where` is true."""
        if isinstance(self._policy, Puct):
            return self._policy.search([boards[int(at)] for at in np.flatnonzero(where)]).actions
        return chosen_actions(self._policy, boards.observe()[where], boards.masks()[where])


class LevelOpponent:
    """The engine at a level as the opponent in an environment."""

    def __init__(self, game: Game, level: int) -> None:
        self._engine = Engine(game, level=level)
        self._random = np.random.default_rng()

    def seed(self, seed: int) -> None:
        """Start the random numbers from a seed, and forget earlier searches, so that equal seeds give equal moves."""
        self._random = np.random.default_rng(seed)
        self._engine.new_game()

    def choose(self, boards: Batch, where: npt.NDArray[np.bool_]) -> npt.NDArray[np.int64]:
        """Return an action for each board whose entry in `where` is true."""
        return np.array([self._action(boards, int(at)) for at in np.flatnonzero(where)], np.int64)

    def _action(self, boards: Batch, at: int) -> int:
        state = boards[at]
        self._engine.set_option("Seed", int(self._random.integers(1, 2**31)))
        move = self._engine.play(state).move
        # The engine has a move, because the game is not over.
        return state.move_to_number(move or "")
