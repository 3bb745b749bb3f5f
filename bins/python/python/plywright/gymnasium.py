"""Gymnasium environments: `make("mill", opponent=6)` for one game, and `VectorEnv` for many games at a time.

An action is a move number, below `Game.move_count`. An observation is a float32 array of zeros and ones of the shape
`Game.observation_shape`. `info["action_mask"]` holds 1 for each legal action, and `info["side"]` is the agent's side.

With an opponent, the agent plays one side, and the opponent's moves belong to the step: a step ends when the agent is
to move again or the game is over. Without an opponent, the agent plays both sides, and each step is one move. The
observation is then from the perspective of the side to move, and the reward belongs to the side that has moved. The
reward is 1 for a win and -1 for a loss at the end of the game, otherwise 0. An illegal action loses the game. A game
that is not over after `max_plies` moves is truncated.

Importing this module registers every game with Gymnasium, by names such as `plywright/mill-v0`. The arguments of
`gymnasium.make` are then those of `make`, and those of `gymnasium.make_vec` are those of `VectorEnv`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

try:
    import gymnasium
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode
    from gymnasium.vector.utils import batch_space
except ImportError as error:
    message = (
        f'plywright.gymnasium needs Gymnasium 1.1 or later; install it with: pip install "gymnasium>=1.1" ({error})'
    )
    raise ImportError(message) from error

import numpy as np
import numpy.typing as npt

from plywright._checks import chosen, describe, integers, mapping, require, to_game, whole
from plywright._core import Batch, Game, MoveError, OptionError, State
from plywright._core import games as known_games
from plywright._policies import LevelOpponent, Policy, PolicyOpponent
from plywright._puct import Puct
from plywright._views import RENDER_MODES, check_render_mode, draw

_CUT_OFF = 4
"""Code in `Batch.endings` of a game that was cut off."""
_MAX_LEVEL = 30


def _opponent(game: Game, opponent: int | Policy | Puct | None) -> LevelOpponent | PolicyOpponent | None:
    if opponent is None:
        return None
    if isinstance(opponent, Puct) or callable(opponent):
        return PolicyOpponent(opponent)
    return LevelOpponent(game, whole("opponent", opponent, 0, _MAX_LEVEL))


def _mode(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        expected = ", ".join(known.value for known in AutoresetMode)
        raise OptionError(f"autoreset_mode is {describe(mode)}, expected one of {expected}") from None


class VectorEnv(gymnasium.vector.VectorEnv):  # type: ignore[misc, unused-ignore]
    """Many games at a time, with Gymnasium's interface. `boards` is the `Batch` that holds them.

    `step` returns new arrays. If the environment was made with `copy=False`, it overwrites the observations and masks
    of the step before. `info` has the arrays `action_mask` of shape (num_envs, game.move_count), `side` and, after a
    step, `illegal`, which is true where an illegal action has lost the game. The mask of a game that is over has only
    zeros.
    """

    def __init__(
        self,
        game: Game | str,
        num_envs: int,
        *,
        variant: str | None = None,
        options: Mapping[str, str | int | bool] | None = None,
        opponent: int | Policy | Puct | None = None,
        side: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        max_plies: int | None = None,
        threads: int = 1,
        seed: int | None = None,
        copy: bool = True,
    ) -> None:
        """Create the environments; see `plywright.vector_env`."""
        game = to_game(game, variant, options)
        self.num_envs = whole("num_envs", num_envs, 1, 10_000_000)
        self.boards = Batch(game, self.num_envs, max_plies=max_plies, threads=threads)
        self._mode = _mode(autoreset_mode)
        self.metadata = {"render_modes": [], "autoreset_mode": self._mode}
        self.single_action_space = spaces.Discrete(game.move_count)
        self.single_observation_space = spaces.Box(0, 1, game.observation_shape, np.float32)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self._opponent = _opponent(game, opponent)
        self._side = None if side is None else whole("side", side, 0, 1)
        if self._side is not None and self._opponent is None:
            raise OptionError("found a side without an opponent, expected an opponent or no side")
        self._copy = copy
        self._first_seed = seed
        self._rows = np.arange(self.num_envs)
        self._agents = np.zeros(self.num_envs, np.int64)
        self._over = np.zeros(self.num_envs, np.bool_)
        self._masks = self.boards.masks()
        self._observations = self.boards.observe()

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Start all games, or those whose entry in `options["reset_mask"]` is true.

        They begin at the start position, or at the position with the text `options["position"]`. `seed` determines the
        sides that the agent plays and the moves of an opponent that is a level. If the position is over, or the
        opponent's first moves end the game, the next step has the result. Raises `OptionError` for other options.
        """
        found = mapping("options", options)
        for name in found.keys() - {"reset_mask", "position"}:
            raise OptionError(f"found the option {name!r} of reset, expected reset_mask or position")
        if seed is None:
            seed, self._first_seed = self._first_seed, None
        super().reset(seed=seed)
        if self._opponent is not None and seed is not None:
            self._opponent.seed(int(self.np_random.integers(2**31)))
        mask = found.get("reset_mask")
        where = np.ones(self.num_envs, np.bool_) if mask is None else chosen("reset_mask", mask, self.num_envs)
        text = found.get("position")
        self._begin(where, None if text is None else self.boards.game.position(require("position", text, str)))
        self._over[where] = False
        return self._look()

    def _begin(self, where: npt.NDArray[np.bool_], state: State | None = None) -> None:
        """Start games. Where the opponent is to move first, play its moves."""
        self.boards.reset(where)
        if state is not None:
            for at in np.flatnonzero(where):
                self.boards[int(at)] = state
        if self._opponent is not None:
            count = int(where.sum())
            self._agents[where] = self.np_random.integers(2, size=count) if self._side is None else self._side
            self._reply(where)

    def _reply(self, where: npt.NDArray[np.bool_]) -> None:
        """In each chosen game, play the opponent's moves until the agent is to move or the game is over."""
        while self._opponent is not None:
            waiting = where & (self.boards.endings == 0) & (self.boards.sides != self._agents)
            if not waiting.any():
                return
            actions = np.full(self.num_envs, -1)
            actions[waiting] = self._opponent.choose(self.boards, waiting)
            # A batch leaves a board with the action -1 as it is, so the opponent would be asked for ever.
            if (actions[waiting] == -1).any():
                raise MoveError("the opponent chose the action -1, expected a legal move")
            self.boards.play(actions)

    def _look(self, *, copy: bool = True) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Return the observations and their information. They are copies if both `copy` and the environment's setting
        say so, otherwise arrays that the next call overwrites.
        """
        copy = copy and self._copy
        sides = self.boards.sides if self._opponent is None else self._agents.astype(np.uint8)
        masks = self.boards.masks(out=self._masks)
        masks[self._over] = 0
        seen = self.boards.observe(out=self._observations, sides=None if self._opponent is None else self._agents)
        all_of_them = np.ones(self.num_envs, np.bool_)
        info = {
            "action_mask": masks.copy() if copy else masks,
            "_action_mask": all_of_them,
            "side": sides,
            "_side": all_of_them,
        }
        return seen.copy() if copy else seen, info

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[
        npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action in every game, and return observations, rewards, terminations, truncations and information.

        A game that begins again in this step ignores its action, and so does one that was over when it began. Raises
        `OptionError` if the actions are not `num_envs` whole numbers, or if a game is over and the mode does not begin
        it again.
        """
        actions = integers("actions", actions, self.num_envs)
        begins = self._over
        if self._mode == AutoresetMode.DISABLED and begins.any():
            raise OptionError(f"the game of environment {int(begins.argmax())} is over, expected a reset of it")
        movers = self.boards.sides if self._opponent is None else self._agents
        legal = self._are_legal(actions) & ~begins
        illegal = ~legal & ~begins
        if illegal.any():
            # A game may begin in a position that is over. No action is legal there, and none counts as illegal.
            illegal &= self.boards.endings == 0
        self.boards.play(np.where(legal, actions, -1))
        self._reply(legal)
        endings = self.boards.endings
        counted = ~begins & ~illegal
        terminations = illegal | (counted & (endings != 0) & (endings != _CUT_OFF))
        truncations = counted & (endings == _CUT_OFF)
        rewards = np.where(counted, self.boards.rewards[self._rows, movers], np.float32(0))
        rewards[illegal] = -1
        self._over = terminations | truncations
        final: dict[str, Any] = {}
        if self._mode == AutoresetMode.SAME_STEP and self._over.any():
            final = self._final(illegal)
            self._begin(self._over)
            self._over = np.zeros(self.num_envs, np.bool_)
        elif begins.any():
            self._begin(begins)
        observations, info = self._look()
        info |= {"illegal": illegal, "_illegal": np.ones(self.num_envs, np.bool_)} | final
        return observations, rewards, terminations, truncations, info

    def _are_legal(self, actions: npt.NDArray[np.int64]) -> npt.NDArray[np.bool_]:
        """Return whether each action is legal by the masks of the last step or reset."""
        is_number = (actions >= 0) & (actions < self._masks.shape[1])
        legal: npt.NDArray[np.bool_] = is_number & (self._masks[self._rows, np.where(is_number, actions, 0)] == 1)
        return legal

    def _final(self, illegal: npt.NDArray[np.bool_]) -> dict[str, Any]:
        """Return the last observations of the games that are over, and their information, before they begin again."""
        observations, info = self._look(copy=False)
        seen = np.full(self.num_envs, None, object)
        for at in np.flatnonzero(self._over):
            seen[at] = observations[at].copy()
        over = self._over.copy()
        last: dict[str, Any] = {"action_mask": info["action_mask"].copy(), "side": info["side"], "illegal": illegal}
        last |= {f"_{name}": over for name in last}
        return {"final_obs": seen, "_final_obs": over, "final_info": last, "_final_info": over}


class Env(gymnasium.Env):  # type: ignore[misc, unused-ignore]
    """One game for one agent, with Gymnasium's interface. `position` is the current `State`.

    Render modes: `ansi` returns the board as text, `human` prints it after each step, and `rgb_array` returns an array
    of bytes of the shape (height, 400, 3).
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": RENDER_MODES, "render_fps": 2}

    def __init__(self, games: VectorEnv, render_mode: str | None = None) -> None:
        """Create the environment; see `make`."""
        check_render_mode(render_mode)
        self.render_mode = render_mode
        self.action_space = games.single_action_space
        self.observation_space = games.single_observation_space
        self._games = games

    @property
    def position(self) -> State:
        """A copy of the current position."""
        return self._games.boards[0]

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[npt.NDArray[np.float32], dict[str, Any]]:
        """Start a game, from the position with the text `options["position"]` if given. See `VectorEnv.reset`."""
        super().reset(seed=seed)
        observations, info = self._games.reset(seed=seed, options=options)
        if self.render_mode == "human":
            self.render()
        return observations[0], self._own(info)

    def step(self, action: int) -> tuple[npt.NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action. Raises `OptionError` if the game is over."""
        number = whole("the action", action, 0, self._games.boards.game.move_count - 1)
        observations, rewards, terminations, truncations, info = self._games.step(np.array([number]))
        if self.render_mode == "human":
            self.render()
        return observations[0], float(rewards[0]), bool(terminations[0]), bool(truncations[0]), self._own(info)

    @staticmethod
    def _own(info: dict[str, Any]) -> dict[str, Any]:
        own: dict[str, Any] = {"action_mask": info["action_mask"][0], "side": int(info["side"][0])}
        return own | {"illegal": bool(info["illegal"][0])} if "illegal" in info else own

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """Return which actions are legal, as `info["action_mask"]` does. `MaskablePPO` of sb3-contrib calls this."""
        masks: npt.NDArray[np.bool_] = self._games._masks[0] != 0
        return masks

    def render(self) -> str | npt.NDArray[np.uint8] | None:
        """Draw the board in the render mode; see the class."""
        return draw(self.position, self.render_mode)


def make(
    game: Game | str,
    *,
    variant: str | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    opponent: int | Policy | Puct | None = None,
    side: int | None = None,
    max_plies: int | None = None,
    render_mode: str | None = None,
) -> Env:
    """Return an environment for one agent.

    `game`, `variant` and `options` are the arguments of `Game`; `game` can also be a `Game`. `opponent` is a level of
    the engine, 0 to 30, a policy, or `None` if the agent plays both sides. The agent plays `side`, 0 or 1; with `None`,
    a random side in each game. `max_plies` is the number of moves after which a game is truncated, by default
    `Game.max_plies`. A policy is a function of observations and action masks; see `plywright.vector_env`.

    Raises `OptionError` if there is no such game, level, side or render mode.
    """
    games = VectorEnv(
        to_game(game, variant, options),
        1,
        opponent=opponent,
        side=side,
        autoreset_mode=AutoresetMode.DISABLED,
        max_plies=max_plies,
    )
    return Env(games, render_mode)


for _info in known_games():
    gymnasium.register(
        f"plywright/{_info.name}-v0",
        entry_point="plywright.gymnasium:make",
        vector_entry_point="plywright.gymnasium:VectorEnv",
        kwargs={"game": _info.name},
    )
