"""AlphaZero's search with an evaluation by a function, such as a network."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plywright._checks import MAX_SEED, between, require, require_all, to_game, whole
from plywright._core import Batch, Game, OptionError, State, _Puct

_Floats = npt.NDArray[np.float32]

Evaluate = Callable[[npt.NDArray[np.float32], npt.NDArray[np.int8]], tuple[Any, Any]]
"""An evaluation receives the observations and the action masks of several positions, as `Batch.observe` and
`Batch.masks` return them, and returns policies and values for their sides to move. The policies have the shape of the
masks and hold a weight for each action, at least 0. Weights of illegal actions are ignored. The values are
numbers from -1 for a loss to 1 for a win, one for each position. Both are arrays, or anything that NumPy reads as one.
The arrays of observations and masks are filled again for the next call.
"""


class Searched(NamedTuple):
    """Results of a search, with one entry or row for each state.

    visits: Number of visits of each move of the state, by move number; shape (states, game.move_count).
    policies: Probability of each move: proportional to its visits to the power of 1 / temperature.
    values: Mean values of the visits for the side to move, from -1 for a loss to 1 for a win. For a game that is over,
        its result.
    actions: Chosen moves, as numbers; -1 for games that are over.
    """

    visits: npt.NDArray[np.int32]
    policies: npt.NDArray[np.float32]
    values: npt.NDArray[np.float32]
    actions: npt.NDArray[np.int64]


class Puct:
    """AlphaZero's search (PUCT) of one or several games, with an evaluation by a function.

    A simulation follows the moves with the greatest `Q + exploration * P * sqrt(1 + N) / (1 + n)` until it reaches a
    new position. `Q` is the mean value of a move for the side that chooses, 0 before its first visit. `P` is its share
    of the policy, `n` its number of visits, and `N` the number of visits of all moves of the position. One call
    evaluates the positions of several simulations. Until then, each of these simulations counts as a lost visit
    (virtual loss). Sides need not alternate.
    """

    def __init__(
        self,
        game: Game | str,
        evaluate: Evaluate,
        *,
        simulations: int = 800,
        batch: int = 64,
        exploration: float = 1.25,
        noise: float = 0.0,
        alpha: float | None = None,
        temperature: float = 0.0,
        seed: int | None = None,
    ) -> None:
        """Prepare a search.

        simulations: Number of new simulations for each state. Those kept from an earlier search are not counted.
        batch: Maximum number of positions in a call of `evaluate`. With 1, there is no virtual loss.
        exploration: Weight of the policy, AlphaZero's c_puct.
        noise: Share of Dirichlet noise in the policy of the states, 0 to 1; AlphaZero plays against itself with 0.25.
        alpha: Parameter of the noise; by default, 10 divided by the number of legal moves.
        temperature: 0 chooses the move with the most visits, 1 chooses in proportion to the visits.
        seed: Seed of the noise and of the choice of moves; `None` for a different one each time.

        Raises `OptionError` for numbers out of range.
        """
        settings = {
            "simulations": whole("simulations", simulations, 1, 10_000_000),
            "batch": whole("batch", batch, 1, 100_000),
            "exploration": between("exploration", exploration, 0, 1000),
            "noise": between("noise", noise, 0, 1),
        }
        if not callable(evaluate):
            raise OptionError(f"evaluate is a {type(evaluate).__name__}, expected a function")
        self._game = to_game(game)
        self._evaluate = evaluate
        self._puct = _Puct(self._game, settings)
        # `evaluate` may not start a search in the same object. An `RLock` lets such a search begin, so that it is
        # refused. With a `Lock`, it would wait for ever.
        self._lock = RLock()
        self._is_searching = False
        self._noise = settings["noise"]
        self._alpha = None if alpha is None else between("alpha", alpha, 1e-6, 1e6)
        self._temperature = between("temperature", temperature, 0, 1000)
        seed = None if seed is None else whole("seed", seed, 0, MAX_SEED)
        self._random = np.random.default_rng(seed)

    @property
    def game(self) -> Game:
        """Rules of the game."""
        return self._game

    def search(self, states: State | Batch | Sequence[State], *, temperature: float | None = None) -> Searched:
        """Search states at the same time, and choose a move for each.

        If a state continues the game that had the same index in the previous search, the visits below it in that game's
        tree are kept. `temperature` overrides the setting of the search. Raises `EngineError` for states of other
        games, `OptionError` if `evaluate` returns arrays of other shapes or numbers that are not finite, and the
        exceptions of `evaluate`; the trees are then forgotten.
        """
        if temperature is None:
            temperature = self._temperature
        between("temperature", temperature, 0, 1000)
        if isinstance(states, State):
            states = [states]
        elif isinstance(states, Batch):
            states = [states[index] for index in range(len(states))]
        found = require_all("states", states, State)
        noise = [self._dirichlet(state) for state in found]
        with self._lock:
            self._require_idle()
            self._is_searching = True
            try:
                visits, values = self._puct.search(found, self._call_evaluate, noise)
            finally:
                self._is_searching = False
        policies = _shares(visits, temperature)
        if temperature == 0:
            actions = policies.argmax(axis=1)
        else:
            # Chooses the first move at which the sum of the probabilities exceeds a random number.
            sums = policies.cumsum(axis=1)
            actions = (sums > self._random.random((len(found), 1)) * sums[:, -1:]).argmax(axis=1)
        actions[~visits.any(axis=1)] = -1
        return Searched(visits, policies, values, actions)

    def play(self, state: State) -> str:
        """Search a state, and return the chosen move as text. Raises `OptionError` if the game is over."""
        action = int(self.search(require("the state", state, State)).actions[0])
        if action < 0:
            raise OptionError("the game is over, expected a state with legal moves")
        return state.number_to_move(action)

    def reset(self) -> None:
        """Forget the trees of earlier searches. Waits for a search in another thread."""
        with self._lock:
            self._require_idle()
            self._puct.reset()

    def _require_idle(self) -> None:
        """Raise `OptionError` if `evaluate` uses the search that calls it."""
        if self._is_searching:
            raise OptionError("evaluate uses the search that calls it, expected another search")

    def _dirichlet(self, state: State) -> list[float]:
        """Return random noise for each legal move; nothing if the search has no noise."""
        count = len(state.move_numbers()) if self._noise else 0
        if count == 0:
            return []
        alpha = 10 / count if self._alpha is None else self._alpha
        shares: list[float] = self._random.dirichlet([alpha] * count).tolist()
        return shares

    def _call_evaluate(self, observations: _Floats, masks: npt.NDArray[np.int8], count: int) -> tuple[_Floats, _Floats]:
        """Call the evaluation, and check the shapes of its answer."""
        masks = masks[:count]
        policies, values = (np.asarray(part, np.float32) for part in self._evaluate(observations[:count], masks))
        values = values.reshape(count) if values.size == count else values
        if policies.shape != masks.shape or values.shape != (count,):
            found = f"evaluate returned arrays of shapes {policies.shape} and {values.shape}"
            raise OptionError(f"{found}, expected {masks.shape} and ({count},)")
        return np.ascontiguousarray(policies), np.ascontiguousarray(values)


def _shares(visits: npt.NDArray[np.int32], temperature: float) -> npt.NDArray[np.float32]:
    """Return the probability of each move at a temperature. A row without visits has only zeros."""
    most = np.maximum(visits.max(axis=1, keepdims=True, initial=0), 1)
    if temperature == 0:
        shares = np.zeros(visits.shape)
        if visits.size:
            shares[np.arange(len(visits)), visits.argmax(axis=1)] = 1
        shares[visits == 0] = 0
    else:
        shares = (visits / most) ** (1 / temperature)
    sums = np.maximum(shares.sum(axis=1, keepdims=True), np.finfo(np.float64).tiny)
    found: npt.NDArray[np.float32] = (shares / sums).astype(np.float32)
    return found
