"""OpenSpiel games: `load_game("mill")` returns a `pyspiel.Game`, which OpenSpiel's own algorithms can play.

Importing this module registers every game as `plywright_NAME`, such as `plywright_connect_four`.
`pyspiel.load_game("plywright_mill(variant=lasker-morris)")` then works too. An action is a move number, and its string
is the move's text. The observation tensor is that of `State.observe`, from the perspective of the player that asks. A
further plane, or a further entry if the tensor is a row, holds the number of that player, 0 or 1. Players need not
alternate. The winner's return is 1, the loser's -1. A game is drawn after `Game.max_plies` moves.
"""

from __future__ import annotations

import pickle
from base64 import b64encode
from collections.abc import Mapping
from math import prod
from typing import Any, ClassVar, NamedTuple, final

try:
    import numpy as np
    import pyspiel
    from open_spiel.python.observation import IIGObserverForPublicInfoGame
except ImportError as error:
    message = f"plywright.open_spiel needs OpenSpiel; install it with: pip install open-spiel ({error})"
    raise ImportError(message) from error

import plywright._core as core
from plywright._views import observe_as


def _game_type(name: str, summary: str) -> Any:
    return pyspiel.GameType(
        short_name=f"plywright_{name.replace('-', '_')}",
        long_name=f"Plywright: {summary}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"variant": "", "options": ""},
    )


_TYPES = {game.name: _game_type(game.name, game.summary) for game in core.games()}


def _options(text: str) -> dict[str, str]:
    """Read options written as `Name:Value;Name:Value`. OpenSpiel's own parameter lists use other separators."""
    options = {}
    for part in filter(None, text.split(";")):
        name, colon, value = part.partition(":")
        if not colon:
            raise core.OptionError(f"found the option '{part}', expected Name:Value")
        options[name] = value
    return options


class Game(pyspiel.Game):
    """A game with its rules, the `plywright.Game` in `rules`. Each game has a subclass with its name."""

    name: ClassVar[str]

    def __init__(self, params: Mapping[str, Any] | None = None) -> None:
        """Create a game. `params` may hold `variant` and `options`; see `load_game`."""
        params = dict(params or {})
        self.rules = core.Game(self.name, params.get("variant") or None, _options(params.get("options") or ""))
        info = pyspiel.GameInfo(
            num_distinct_actions=self.rules.move_count,
            max_chance_outcomes=0,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.rules.max_plies,
        )
        super().__init__(_TYPES[self.name], info, params)

    def new_initial_state(self, state: str | None = None) -> State:
        """Return the start position, or the position with the text `state`."""
        return State(self, self.rules.start() if state is None else self.rules.position(state))

    def __reduce__(self) -> tuple[Any, ...]:
        return _load, (str(self),)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """Return the observer that fills observation tensors. OpenSpiel calls this method."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return _Observer(self.rules, params)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class PlayerAction(NamedTuple):
    """An action of a player."""

    player: int
    """The player, 0 or 1."""
    action: int
    """Number of the move."""


@final
class State(pyspiel.State):
    """A position, held as a `plywright.State` in `position`. Play only by the methods of this class."""

    # In CPython 3.11, the dictionary of attributes that a class of pybind11 has is three times as slow as slots.
    __slots__ = ("_actions", "position")

    def __init__(self, game: Game, position: core.State) -> None:
        """Create a state, which plays on `position`. `Game.new_initial_state` calls this method."""
        super().__init__(game)
        self.position = position
        # Empty if the game is over.
        self._actions = position._sorted_numbers()

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        """The attributes, which OpenSpiel copies and pickles."""
        return {"position": self.position, "_actions": self._actions}

    def current_player(self) -> int:
        """Return the player to move, 0 or 1, or `pyspiel.PlayerId.TERMINAL`."""
        return self.position.side if self._actions else int(pyspiel.PlayerId.TERMINAL)

    def legal_actions(self, player: int | None = None) -> list[int]:
        """Return the legal actions in ascending order; none if the game is over or another player is to move."""
        if player is not None and player != self.position.side:
            return []
        return self._actions.copy()

    def _legal_actions(self, player: int) -> list[int]:  # noqa: ARG002
        return self._actions

    def apply_action(self, action: int) -> None:
        """Play an action. Raises `MoveError` if it is not legal.

        OpenSpiel's own method calls `_apply_action`, by a detour that takes most of the time, and adds the action to a
        list of its own, which nothing here reads.
        """
        self._actions = self.position._advance(action)

    _apply_action = apply_action

    def apply_action_with_legality_check(self, action: int) -> None:
        """Play an action. Raises `pyspiel.SpielError` if it is not legal, as OpenSpiel's own games do."""
        if action not in self._actions:
            raise pyspiel.SpielError(f"action {action} is not legal here")
        self.apply_action(action)

    def clone(self) -> State:
        """Return an independent copy with the whole history."""
        return State(self.get_game(), self.position.copy())

    def undo_action(self, player: int, action: int) -> None:
        """Take back the last action. Raises `MoveError` unless it is `action`, played by `player`."""
        last = self.full_history()[-1:]
        if last != [(player, action)]:
            found = f"action {last[0].action} of player {last[0].player}" if last else "no action"
            raise core.MoveError(f"found {found} to undo, expected action {action} of player {player}")
        self.position.undo()
        self._actions = self.position._sorted_numbers()

    def full_history(self) -> list[PlayerAction]:
        """Return the actions played so far with their players. Replays the moves to find the players."""
        replay = self.position.game.position(self.position.start_text)
        actions = []
        for move in self.position.history:
            actions.append(PlayerAction(replay.side, replay.move_to_number(move)))
            replay.play(move)
        return actions

    def history(self) -> list[int]:
        """Return the actions played so far."""
        return [pair.action for pair in self.full_history()]

    def history_str(self) -> str:
        """Return the actions played so far as text."""
        return ", ".join(map(str, self.history()))

    def move_number(self) -> int:
        """Return the number of actions played so far."""
        return self.position.plies

    def is_initial_state(self) -> bool:
        """Return whether no action was played."""
        return self.position.plies == 0

    def serialize(self) -> str:
        """Return the state as text, which the game's `deserialize_state` reads."""
        history = ",".join(f"{pair.player}:{pair.action}" for pair in self.full_history())
        attributes = b64encode(pickle.dumps(vars(self))).decode()
        return f"history={history}\nmove_number={self.move_number()}\n__dict__={attributes}"

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (str(self.get_game()), self.serialize())

    def _action_to_string(self, player: int, action: int) -> str:  # noqa: ARG002
        return self.position.number_to_move(action)

    def string_to_action(self, *player_and_move: Any) -> int:
        """Return the number of the move with this text. An argument for the player may precede the text."""
        return self.position.move_to_number(player_and_move[-1])

    def is_terminal(self) -> bool:
        """Return whether the game is over."""
        return not self._actions

    def returns(self) -> list[float]:
        """Return both players' returns: 1 for the winner and -1 for the loser, otherwise 0 for both."""
        ending = self.position.ending
        if ending is None or ending.winner is None:
            return [0.0, 0.0]
        return [1.0, -1.0] if ending.winner == 0 else [-1.0, 1.0]

    def __str__(self) -> str:
        return self.position.text


class _Observer:
    """Fills observation tensors with the features of positions.

    The last plane is the number of the player that asks, because two things depend on it: which actions are legal, and
    the sign of the value that `alpha_zero` learns.
    """

    def __init__(self, rules: core.Game, params: Any) -> None:
        if params:
            raise core.OptionError(f"found observation parameters {params}, expected none")
        planes, *plane = rules.observation_shape
        shape = (planes + 1, *plane)
        self.tensor = np.zeros(prod(shape), np.float32)
        self.dict = {"observation": self.tensor.reshape(shape)}

    def set_from(self, state: State, player: int) -> None:
        self.dict["observation"][:-1] = observe_as(state.position, player)
        self.dict["observation"][-1] = player

    def string_from(self, state: State, player: int) -> str:  # noqa: ARG002
        return state.position.text


def _load(text: str) -> Game:
    game: Game = pyspiel.load_game(text)
    return game


def _restore(game: str, state: str) -> State:
    restored: State = _load(game).deserialize_state(state)
    return restored


def load_game(name: str, variant: str | None = None, options: Mapping[str, str | int | bool] | None = None) -> Game:
    """Return the game with this name, such as `"connect-four"`, under a variant and options.

    Raises `OptionError` if there is no such game, variant, option or value.
    """
    # Checks the name, because OpenSpiel ends the process for an unknown game.
    rules = core.Game(name, variant, options)
    text = ";".join(f"{key}:{value}" for key, value in rules.options.items())
    params = {"variant": variant or "", "options": text}
    game: Game = pyspiel.load_game(_TYPES[rules.name].short_name, params)
    return game


def _register() -> None:
    known = set(pyspiel.registered_names())
    for name, game_type in _TYPES.items():
        if game_type.short_name not in known:
            # A class, because OpenSpiel releases it after the end of the interpreter, when a function would crash.
            pyspiel.register_game(game_type, type(f"Game_{name.replace('-', '_')}", (Game,), {"name": name}))


_register()
