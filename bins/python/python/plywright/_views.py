"""Observations from the perspective of a given side. `State.observe` takes the perspective of the side to move."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from plywright._core import features

if TYPE_CHECKING:
    from plywright._core import State


def observe_as(state: State, side: int) -> npt.NDArray[np.float32]:
    """Return the position from the perspective of a side: zeros and ones of the shape `Game.observation_shape`."""
    if side == state.side:
        return state.observe()
    seen = np.zeros(state.game.observation_shape, np.float32)
    seen.ravel()[features([state])["other"]] = 1
    return seen
