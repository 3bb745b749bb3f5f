"""Checks of the values that callers pass, made before the compiled part receives them."""

from __future__ import annotations

import math
import os
from collections.abc import Mapping
from numbers import Real
from operator import index
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
import numpy.typing as npt

from plywright._core import Game, OptionError

T = TypeVar("T")

MAX_SEED = 2**64 - 1
MAX_THREADS = 1024
MAX_DEPTH = 200


class ArgumentError(OptionError, TypeError):
    """An argument has a wrong type, or is a negative number where none is allowed."""


ArgumentError.__module__ = "plywright"


def require(name: str, value: object, expected: type[T]) -> T:
    """Return the value. Raises `ArgumentError` if it is not of the expected class."""
    if not isinstance(value, expected):
        raise ArgumentError(f"{name} is a {type(value).__name__}, expected a {expected.__name__}")
    return value


def require_all(name: str, values: object, expected: type[T]) -> list[T]:
    """Return the values as a list. Raises `ArgumentError` unless they can be iterated and all are of the expected
    class.
    """
    try:
        found: list[object] = list(values)  # type: ignore[call-overload]
    except TypeError:
        message = f"{name} is a {type(values).__name__}, expected a sequence of {expected.__name__}"
        raise ArgumentError(message) from None
    for at, value in enumerate(found):
        # The name is made only for an error.
        if not isinstance(value, expected):
            require(f"{name}[{at}]", value, expected)
    return cast("list[T]", found)


def mapping(name: str, values: object) -> dict[Any, Any]:
    """Return a mapping as a dictionary, which is empty for `None`. Raises `ArgumentError` for other values."""
    if values is None:
        return {}
    if not isinstance(values, Mapping):
        raise ArgumentError(f"{name} is a {type(values).__name__}, expected a mapping")
    return dict(values)


def content(path: str | os.PathLike[str]) -> bytes:
    """Return the bytes of a file. Raises `OSError` if it cannot be read, and `OptionError` if no file has this name."""
    try:
        return Path(path).read_bytes()
    except ValueError as error:
        raise OptionError(f"{describe(path)} is no name of a file: {error}") from error


def option_texts(options: Mapping[str, str | int | bool] | None) -> dict[str, str]:
    """Return the values of options as texts. Raises `ArgumentError` for values of other types."""
    texts = {}
    for name, value in mapping("options", options).items():
        if not isinstance(value, str | int):
            raise ArgumentError(f"option {name} is a {type(value).__name__}, expected a str, an int or a bool")
        require("the name of an option", name, str)
        texts[name] = value if isinstance(value, str) else describe(value).lower()
    return texts


def to_game(
    game: Game | str, variant: str | None = None, options: Mapping[str, str | int | bool] | None = None
) -> Game:
    """Return the game, or the game with this name, variant and options. Raises `OptionError` for unknown names, and
    `ArgumentError` for a variant or options beside a `Game`.
    """
    if isinstance(game, str):
        return Game(game, variant, options)
    if not isinstance(game, Game):
        raise ArgumentError(f"the game is a {type(game).__name__}, expected a Game or the name of one")
    if variant is not None or options:
        raise ArgumentError("found a Game with a variant or options, expected the name of a game with them")
    return game


def game_arguments(
    name: str, variant: str | None = None, options: Mapping[str, str | int | bool] | None = None
) -> tuple[str, str | None, list[tuple[str, str]]]:
    """Return the arguments of `Game`, with options as texts. Raises `TypeError` for other arguments."""
    return name, variant, list(option_texts(options).items())


def point_unit(game: Game) -> str | None:
    """Return the unit of margins, such as `discs`; `None` if the game is not decided by points."""
    unit: str | None = game.start().scene["margin"]
    return unit


def number(name: str, value: float) -> float:
    """Return the value as a float. Raises `ArgumentError` if it is not a number."""
    try:
        found = math.nan if isinstance(value, bool) or not isinstance(value, Real) else float(value)
    except OverflowError:
        found = math.inf if value > 0 else -math.inf
    if math.isnan(found):
        raise ArgumentError(f"{name} is {describe(value)}, expected a number")
    return found


def between(name: str, value: float, low: float, high: float) -> float:
    """Return the value as a float. Raises `OptionError` if it is not a number from `low` to `high`."""
    if not low <= number(name, value) <= high:
        message = f"{name} is {describe(value)}, expected {low} to {high}"
        raise ArgumentError(message) if value < 0 <= low else OptionError(message)
    return float(value)


def whole(name: str, value: Any, low: int, high: int) -> int:
    """Return the value as an `int`.

    Raises `ArgumentError` if it is not a whole number or has the wrong sign, and `OptionError` if it is not from `low`
    to `high`.
    """
    try:
        found = None if isinstance(value, bool) else index(value)
    except TypeError:
        found = None
    if found is None:
        raise ArgumentError(f"{name} is {describe(value)}, expected a whole number")
    if not low <= found <= high:
        message = f"{name} is {describe(found)}, expected {low} to {high}"
        raise ArgumentError(message) if found < 0 <= low else OptionError(message)
    return found


def integers(name: str, values: object, count: int) -> npt.NDArray[np.int64]:
    """Return the values as an array. Raises `ArgumentError` unless they are `count` whole numbers, and `OptionError` if
    one of them has more than 63 bits.
    """
    found = np.asarray(values)
    if found.dtype.kind not in "iu" or found.shape != (count,):
        message = f"{name} is an array of {found.dtype} of shape {found.shape}, expected {count} whole numbers"
        raise ArgumentError(message)
    numbers = np.ascontiguousarray(found, np.int64)
    # An unsigned number becomes negative if it does not fit.
    if found.dtype.kind == "u" and numbers.min(initial=0) < 0:
        raise OptionError(f"{name} has {found.max()}, expected at most {np.iinfo(np.int64).max}")
    return numbers


def chosen(name: str, places: object, count: int) -> npt.NDArray[np.bool_]:
    """Return which of `count` places are chosen, by a truth value for each place or by a list of indices.

    Raises `ArgumentError` for anything else, and `OptionError` for an index that is not below `count`.
    """
    found = np.asarray(places)
    if found.dtype == np.bool_ and found.shape == (count,):
        return np.ascontiguousarray(found)
    marks = np.zeros(count, np.bool_)
    if found.size == 0:
        return marks
    if found.dtype.kind not in "iu" or found.ndim != 1:
        message = f"{name} is an array of {found.dtype} of shape {found.shape}, expected {count} booleans or indices"
        raise ArgumentError(message)
    for place in found:
        whole(f"an index of {name}", place, 0, count - 1)
    marks[found] = True
    return marks


def describe(value: object) -> str:
    """Return the value as text for a message, cut after 60 characters. An `int` of more than 64 bits is described
    instead, because its text may be too long.
    """
    if isinstance(value, int) and abs(value) > MAX_SEED:
        return "a number of more than 64 bits"
    text = repr(value)
    return text if len(text) <= 60 else text[:60] + "..."
