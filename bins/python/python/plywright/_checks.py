"""Checks of the numbers that callers pass, made before the compiled part receives them."""

from __future__ import annotations

import math
from numbers import Real

from plywright._core import Game, OptionError

MAX_SEED = 2**64 - 1
MAX_THREADS = 1024


def rules(game: Game | str) -> Game:
    """Return the game, or the default variant of the game with this name. Raises `OptionError` for unknown names."""
    if isinstance(game, str):
        return Game(game)
    if not isinstance(game, Game):
        message = f"the game is a {type(game).__name__}, expected a Game or the name of one"
        raise TypeError(message)
    return game


def point_unit(game: Game) -> str | None:
    """Return the unit of margins, such as `discs`; `None` if the game is not decided by points."""
    unit: str | None = game.start().scene["margin"]
    return unit


def number(name: str, value: float) -> float:
    """Return the value as a float. Raises `OptionError` if it is not a number."""
    if isinstance(value, bool) or not isinstance(value, Real) or math.isnan(value):
        message = f"{name} is {_shown(value)}, expected a number"
        raise OptionError(message)
    return float(value)


def between(name: str, value: float, low: float, high: float) -> float:
    """Return the value as a float. Raises `OptionError` if it is not a number from `low` to `high`."""
    if not low <= number(name, value) <= high:
        message = f"{name} is {_shown(value)}, expected {low} to {high}"
        raise OptionError(message)
    return float(value)


def whole(name: str, value: int, low: int, high: int) -> int:
    """Return the value as an `int`. Raises `OptionError` if it is not a whole number from `low` to `high`."""
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        message = f"{name} is {_shown(value)}, expected a whole number"
        raise OptionError(message)
    found = value.__index__()
    if not low <= found <= high:
        message = f"{name} is {_shown(found)}, expected {low} to {high}"
        raise OptionError(message)
    return found


def _shown(value: object) -> str:
    """Return the value as text for a message. An `int` of more than 64 bits is described instead, because its text
    may be too long.
    """
    if isinstance(value, int) and abs(value) > MAX_SEED:
        return "a number of more than 64 bits"
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "..."
