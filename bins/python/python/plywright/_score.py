"""Values of positions, found by searches or in tables."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from typing import Literal

from plywright._checks import whole

_WON = 32_000
"""Value of a win in 0 plies."""
_LIMIT = 30_000
"""Maximum value that is not a win of known length."""
_LOGIT_UNIT = 400.0
"""Recorded logit that stands for log odds of 1."""
_MAX_PLIES = _WON - _LIMIT

Wdl = Literal["win", "draw", "loss"]


@dataclass(frozen=True, slots=True, order=True)
class Score:
    """A value for the side to move; greater is better.

    Scores compare by `value`: the shortest win is the greatest score, and the shortest loss the least. `-score` is the
    value for the other side. `str(score)` is `+0.35`, `win in 5`, `loss in 4` or `draw`, and `win` or `loss` if the
    length is unknown. In games decided by points, it is like `+6 discs`.

    value: Value from -30,000 to 30,000, in hundredths of the game's unit; in points in games decided by points.
        Other numbers are proven results: 32,000 minus the plies for a win, the negative of that for a loss. A
        proven win or loss of unknown length is 30,000 or -30,000.
    exact: Whether the value is proven, by a table or by a search that found a forced win or loss.
    logit: Natural logarithm of the odds of winning, times 400; `None` if it is unknown. Equal logits mean equal
        chances in all games, unlike equal values.
    unit: Unit of the margin in games decided by points, such as `discs`; otherwise `None`.
    """

    value: int
    exact: bool = field(default=False, compare=False)
    logit: int | None = field(default=None, compare=False)
    unit: str | None = field(default=None, compare=False)

    @classmethod
    def win(cls, plies: int) -> Score:
        """Return a proven win in this number of plies, 0 to 1,999. Raises `OptionError` for other numbers."""
        return cls(_WON - _checked(plies), exact=True)

    @classmethod
    def loss(cls, plies: int) -> Score:
        """Return a proven loss in this number of plies, 0 to 1,999; 0 if the game is already lost. Raises `OptionError`
        for other numbers.
        """
        return cls(_checked(plies) - _WON, exact=True)

    @classmethod
    def draw(cls) -> Score:
        """Return a proven draw."""
        return cls(0, exact=True)

    @property
    def plies(self) -> int | None:
        """Number of plies to the end of the game; `None` if no win or loss of known length is proven."""
        return _WON - abs(self.value) if abs(self.value) > _LIMIT else None

    @property
    def mate(self) -> int | None:
        """Number of the winner's moves to the end: positive if the side to move wins, negative if it loses, 0 at the
        end; `None` if `plies` is `None`.
        """
        plies = self.plies
        if plies is None:
            return None
        moves = (plies + 1) // 2
        return moves if self.value > 0 else -moves

    @property
    def centi(self) -> int | None:
        """Value in hundredths of the game's unit, or in points in games decided by points; `None` for proven wins and
        losses.
        """
        return None if self._is_decided else self.value

    @property
    def _is_decided(self) -> bool:
        """Whether the value is a proven win or loss without a margin."""
        return self.plies is not None or (self.exact and self.unit is None and self.value != 0)

    @property
    def wdl(self) -> Wdl | None:
        """Proven result, `win`, `draw` or `loss`; otherwise `None`."""
        if not self.exact:
            return None
        if self.value == 0:
            return "draw"
        return "win" if self.value > 0 else "loss"

    @property
    def chance(self) -> float | None:
        """Winning chance of the side to move, 0 to 1, where a draw counts half; `None` if it is unknown."""
        if self.exact:
            return (1 + (self.value > 0) - (self.value < 0)) / 2
        if self.logit is None:
            return None
        return 1 / (1 + exp(-max(min(self.logit, 10_000), -10_000) / _LOGIT_UNIT))

    def __neg__(self) -> Score:
        logit = None if self.logit is None else -self.logit
        return Score(-self.value, exact=self.exact, logit=logit, unit=self.unit)

    def __str__(self) -> str:
        if self.plies is not None:
            return f"{'win' if self.value > 0 else 'loss'} in {self.plies}"
        if self.unit is not None:
            return f"{self.value:+d} {self.unit}"
        return self.wdl or f"{self.value / 100:+.2f}"


def _checked(plies: int) -> int:
    return whole("the number of plies", plies, 0, _MAX_PLIES - 1)


def exact_score(value: tuple[int, bool] | None, unit: str | None) -> Score | None:
    """Convert an exact value of the compiled part: its score, and whether the score is a margin, in this unit."""
    if value is None:
        return None
    number, is_margin = value
    return Score(number, exact=True, unit=unit if is_margin else None)
