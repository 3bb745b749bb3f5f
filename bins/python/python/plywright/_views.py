"""Views of a position that the environments share: observations of a given side, and drawings in a render mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from plywright._core import OptionError, features

if TYPE_CHECKING:
    from plywright._core import State

PIXELS = 400
"""Width of an `rgb_array` in pixels. Its height depends on the board."""

RENDER_MODES = ["human", "ansi", "rgb_array"]
"""Render modes of the environments."""


def observe_as(state: State, side: int) -> npt.NDArray[np.float32]:
    """Return the position from the perspective of a side: zeros and ones of the shape `Game.observation_shape`."""
    if side == state.side:
        return state.observe()
    seen = np.zeros(state.game.observation_shape, np.float32)
    seen.ravel()[features([state])["other"]] = 1
    return seen


def check_render_mode(mode: str | None) -> None:
    """Raise `OptionError` for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        message = f"found the render mode {mode!r}, expected one of {', '.join(RENDER_MODES)}"
        raise OptionError(message)


def draw(position: State, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """Return an array of bytes in the mode `rgb_array` and a text in the mode `ansi`; print it in the mode `human`."""
    if mode == "rgb_array":
        return position.pixels(PIXELS)
    if mode == "ansi":
        return str(position)
    if mode == "human":
        print(f"{position}\n")  # noqa: T201
    return None
