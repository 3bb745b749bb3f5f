"""Accuracy of a policy: its moves against exact values."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from plywright._checks import MAX_SEED, require_all, to_game, whole
from plywright._core import Batch, Game, State, TableError
from plywright._policies import Policy, check_policy, choices
from plywright._progress import Bar
from plywright._tables import Tables

if TYPE_CHECKING:
    from collections.abc import Sequence

    from plywright._puct import Puct

_CONFIDENCE = 1.96
"""Half the width of a 95 % confidence interval, in standard errors."""
_BATCH = 256
"""Maximum number of positions in a call of the policy."""
_BOARDS = 64
"""Number of random games that are played at the same time."""
_DRAWN_SHARE = 0.2
"""Share of the positions of random games that are looked at. It is small, because neighbouring positions are alike."""
_ILLEGAL = -2
"""Result of an illegal move, worse than a loss."""


@dataclass(frozen=True, slots=True)
class PhaseAccuracy:
    """Accuracy of a policy in one phase of the game.

    phase: Name of the phase; `all` for all phases together.
    choices: Number of positions with a choice, in which the policy moved.
    lost: Number of moves that turned a win into a draw or a loss, or a draw into a loss.
    """

    phase: str
    choices: int
    lost: int

    @property
    def share(self) -> float:
        """Share of the moves that gave value away, 0 to 1; NaN without positions."""
        return self.lost / self.choices if self.choices else math.nan

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's 95 % confidence interval of `share`; 0 to 1 without positions."""
        if not self.choices:
            return 0.0, 1.0
        z, n, p = _CONFIDENCE, self.choices, self.share
        divisor = 1 + z**2 / n
        middle = (p + z**2 / (2 * n)) / divisor
        half = z * math.sqrt(p * (1 - p) / n + z**2 / (4 * n**2)) / divisor
        return max(0.0, middle - half), min(1.0, middle + half)

    def __str__(self) -> str:
        low, high = self.interval
        shares = f"{100 * self.share:.1f} % ({100 * low:.1f} to {100 * high:.1f})"
        return f"{self.phase}: {self.lost} of {self.choices} moves gave value away, {shares}"


def accuracy(
    game: Game | str,
    policy: Policy | Puct,
    *,
    positions: int | Sequence[State] = 1000,
    tables: Tables | None = None,
    seed: int = 1,
    progress: bool = False,
) -> list[PhaseAccuracy]:
    """Compare the moves of a policy with exact values. Returns the results of each phase, then those of all phases.

    `positions` are states, or a number of positions to draw from random games; fewer are drawn if the games do not
    reach enough. A position has a choice if some legal move gives value away: it turns a win into a draw or a loss, or
    a draw into a loss. Positions without a choice, or with a move of unknown value, are left out. `tables` supply the
    values; by default, the built-in ones. An illegal move counts as giving value away. Raises `TableError` if there are
    no tables, or if no position has a choice.
    """
    game, tables, chosen = to_game(game), tables or Tables(), check_policy(policy)
    if isinstance(positions, int):
        whole("positions", positions, 1, 10_000_000)
        known = _draw_positions(game, tables, positions, whole("seed", seed, 0, MAX_SEED))
    else:
        found = require_all("positions", positions, State)
        known = [(state, values) for state in found if (values := _values(tables, state))]
    if not known:
        raise TableError("none of the positions has a choice and known values for all moves, expected larger tables")
    moves: Counter[str] = Counter()
    lost: Counter[str] = Counter()
    with Bar("accuracy", " positions", wanted=progress, total=len(known)) as bar:
        for first in range(0, len(known), _BATCH):
            part = known[first : first + _BATCH]
            actions = choices(chosen, [state for state, _ in part])
            for (state, values), action in zip(part, actions, strict=True):
                moves[state.phase] += 1
                lost[state.phase] += int(values.get(int(action), _ILLEGAL) != max(values.values()))
            bar.show(first + len(part))
    rows = [PhaseAccuracy(phase, count, lost[phase]) for phase, count in moves.items()]
    total = PhaseAccuracy("all", sum(row.choices for row in rows), sum(row.lost for row in rows))
    return [row for row in rows if row.phase != "all"] + [total]


def _values(tables: Tables, state: State) -> dict[int, int] | None:
    """Return the result of each move, 1, 0 or -1, by move number. `None` if a result is unknown, if all are equal, or
    if the game is over.
    """
    if state.ending is not None:
        return None
    values = {}
    for move, value in tables.probe(state).moves.items():
        if value is None:
            return None
        values[state.move_to_number(move)] = (value.value > 0) - (value.value < 0)
    return values if len(set(values.values())) > 1 else None


def _draw_positions(game: Game, tables: Tables, count: int, seed: int) -> list[tuple[State, dict[int, int]]]:
    """Draw different positions with a choice from random games. There may be fewer than `count`."""
    boards = Batch(game, _BOARDS, seed=seed)
    rng = np.random.default_rng(seed)
    known: dict[State, dict[int, int]] = {}
    # The limit ends the loop if random games hardly ever reach a position with a choice.
    for _ in range(200 + 50 * count):
        boards.play(boards.random_actions())
        for at in np.flatnonzero(rng.random(len(boards)) < _DRAWN_SHARE):
            state = boards[int(at)]
            if state not in known and (values := _values(tables, state)):
                known[state] = values
                if len(known) == count:
                    return list(known.items())
        boards.reset(boards.endings != 0)
    return list(known.items())
