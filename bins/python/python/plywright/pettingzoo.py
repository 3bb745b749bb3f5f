"""PettingZoo environments: `env("mill")` is an AEC environment for two agents, `player_0` and `player_1`.

An observation is a dictionary. `observation` holds zeros and ones of the shape `Game.observation_shape`, from the
perspective of the agent. `action_mask` holds 1 for each legal action, or only zeros if the agent is not to move. An
action is a move number, below `Game.move_count`.

Agents need not alternate: in Mill, the removal of a stone is a second move of the same agent. A pass is an action like
any other. `agent_selection` is the agent to move. The winner's reward is 1, the loser's -1; in a draw, both get 0. A
game that is not over after `max_plies` moves is truncated. `state()` is the observation of `player_0` as one row. After
it, the row has an entry for each agent: 1 for the agent to move, 0 for the other.

PettingZoo 1.27 and later have a registry of environments. Importing this module then registers every game, by names
such as `plywright/mill-v0`, for `pettingzoo.make("aec", name)`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any, ClassVar, NoReturn

try:
    import numpy as np
    import numpy.typing as npt
    import pettingzoo
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    message = f"plywright.pettingzoo needs PettingZoo; install it with: pip install pettingzoo ({error})"
    raise ImportError(message) from error

from plywright._checks import ArgumentError, mapping, to_game, whole
from plywright._core import Game, OptionError, State, games
from plywright._views import RENDER_MODES, check_render_mode, draw, observe_as

Observation = dict[str, npt.NDArray[Any]]

AGENTS = ("player_0", "player_1")


class RawEnv(AECEnv[str, Observation, int | None]):
    """The environment without wrappers. `step` raises `MoveError` for an illegal action.

    `position` is the current state. `reset` starts a game from the start position, or from the text in
    `options["position"]`. It ignores the seed, because nothing is random. Other options raise `OptionError`.

    Render modes: `ansi` returns the board as text, `human` prints it after each step, and `rgb_array` returns an array
    of bytes of the shape (height, 400, 3).
    """

    metadata: ClassVar[dict[str, Any]] = {
        "render_modes": RENDER_MODES,
        "name": "plywright_v0",
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(self, game: Game, render_mode: str | None = None, max_plies: int | None = None) -> None:
        """Create an environment. Raises `OptionError` for an unknown render mode."""
        super().__init__()
        check_render_mode(render_mode)
        self.game = game
        self.render_mode = render_mode
        self.max_plies = game.max_plies if max_plies is None else whole("max_plies", max_plies, 0, 2**31)
        # The class's `metadata` is shared by all games, so it is not changed.
        self.metadata = {**type(self).metadata, "name": f"plywright_{game.name}_v0"}  # type: ignore[misc]
        self.possible_agents = list(AGENTS)
        self.agents = list(AGENTS)
        actions = game.move_count
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in AGENTS}
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": spaces.Box(0, 1, game.observation_shape, np.float32),
                    "action_mask": spaces.Box(0, 1, (actions,), np.int8),
                }
            )
            for agent in AGENTS
        }
        self.state_space = spaces.Box(0, 1, (prod(game.observation_shape) + 2,), np.float32)
        self.position: State = game.start()

    @property
    def plies(self) -> int:
        """Number of moves since `reset`."""
        return self.position.plies

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's observations. Every call returns the same object."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the space of an agent's actions. Every call returns the same object."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:  # noqa: ARG002
        """Start a game, from the text in `options["position"]` if given. Raises `OptionError` for other options."""
        found = mapping("options", options)
        for name in found:
            # PettingZoo's own test passes an option of the name "options".
            if name not in ("position", "options"):
                raise OptionError(f"found the option {name!r} of reset, expected position")
        text = found.get("position")
        self.position = self.game.start() if text is None else self.game.position(text)
        self.agents = list(AGENTS)
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations = dict.fromkeys(AGENTS, False)
        self.truncations = dict.fromkeys(AGENTS, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in AGENTS}
        self.agent_selection = AGENTS[self.position.side]
        self._end()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """Return an agent's observation. The agent need not be the one to move."""
        side = AGENTS.index(agent)
        # PettingZoo removes an agent that has taken its last step, and its entries.
        is_over = agent not in self.agents or self.terminations[agent] or self.truncations[agent]
        is_to_move = side == self.position.side and not is_over
        mask = self.position.action_mask() if is_to_move else np.zeros(self.game.move_count, np.int8)
        return {"observation": observe_as(self.position, side), "action_mask": mask}

    def state(self) -> npt.NDArray[np.float32]:
        """Return the observation of `player_0` as one row, with an entry for each agent: 1 for the agent to move."""
        to_move = np.zeros(2, np.float32)
        to_move[self.position.side] = 1
        return np.concatenate((observe_as(self.position, 0).ravel(), to_move))

    def step(self, action: int | None) -> None:
        """Play a move, given by its number. `action` must be `None` for an agent whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ArgumentError(f"found no action, expected a number below {self.game.move_count}")
        self.position.play(whole("the action", action, 0, self.game.move_count - 1))
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._end()
        over = self.terminations[agent] or self.truncations[agent]
        # After the end of the game, the agent that did not make the last move is selected first.
        self.agent_selection = AGENTS[1 - AGENTS.index(agent)] if over else AGENTS[self.position.side]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _end(self) -> None:
        """Set the rewards, terminations and truncations if the game is over."""
        ending = self.position.ending
        if ending is not None:
            self.terminations = dict.fromkeys(AGENTS, True)
            if ending.winner is not None:
                self.rewards = {agent: 1.0 if side == ending.winner else -1.0 for side, agent in enumerate(AGENTS)}
        elif self.position.plies >= self.max_plies:
            self.truncations = dict.fromkeys(AGENTS, True)

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Draw the board in the render mode; see the class."""
        return draw(self.position, self.render_mode)

    def close(self) -> None:
        """Do nothing, because there is no window."""

    def _repr_svg_(self) -> str:
        return self.position.svg()


class _CheckedActions(wrappers.BaseWrapper[str, Observation, int | None]):
    """Refuses actions that are not in the action space."""

    def step(self, action: int | None) -> None:
        if action is not None:
            action = whole("the action", action, 0, self.unwrapped.game.move_count - 1)
        super().step(action)

    def __str__(self) -> str:
        return str(self.env)


def raw_env(
    game: str | Game,
    variant: str | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    render_mode: str | None = None,
    max_plies: int | None = None,
    max_cycles: int | None = None,
) -> RawEnv:
    """Return the environment without wrappers; see `env`."""
    if max_plies is not None and max_cycles is not None:
        raise OptionError("found max_plies and max_cycles, which mean the same, expected one of them")
    return RawEnv(to_game(game, variant, options), render_mode, max_cycles if max_plies is None else max_plies)


def parallel_env(*_: Any, **__: Any) -> NoReturn:
    """Raise `OptionError`, because the agents of a board game move one after the other."""
    message = "the agents of a board game move one after the other, so there is no parallel environment; use env"
    raise OptionError(message)


def env(
    game: str | Game,
    variant: str | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    render_mode: str | None = None,
    max_plies: int | None = None,
    max_cycles: int | None = None,
) -> AECEnv[str, Observation, int | None]:
    """Return an AEC environment for a game, with PettingZoo's wrappers.

    `game`, `variant` and `options` are the arguments of `Game`; `game` can also be a `Game`. `max_plies` is the number
    of moves after which a game is truncated, by default `Game.max_plies`; `max_cycles` is another name for it, which
    PettingZoo's own environments use. The wrappers check the order of calls. They end the game with the reward -1 for
    an agent that plays an illegal action. An action outside the action space raises `OptionError`.

    Raises `OptionError` if there is no such game or render mode.
    """
    wrapped: Any = raw_env(game, variant, options, render_mode, max_plies, max_cycles)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = _CheckedActions(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


if hasattr(pettingzoo, "register"):
    for _info in games():
        pettingzoo.register(
            "aec", f"plywright/{_info.name}-v0", entry_point="plywright.pettingzoo:env", kwargs={"game": _info.name}
        )
