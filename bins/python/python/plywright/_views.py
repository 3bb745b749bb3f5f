"""Views of a position: the start of its game, observations of a side, drawings in a render mode, and files."""

from __future__ import annotations

import os
import struct
import zlib
from pathlib import Path

import numpy as np
import numpy.typing as npt

from plywright._core import OptionError, State, features

PIXELS = 400
"""Width of an `rgb_array` in pixels. Its height depends on the board."""

RENDER_MODES = ["human", "ansi", "rgb_array"]
"""Render modes of the environments."""


def beginning(state: State) -> State:
    """Return a state without moves, in which the history of `state` begins.

    Takes back the moves of a copy, because the positions of a game written in Python need not have a text to read.
    """
    first = state.copy()
    for _ in range(state.plies):
        first.undo()
    return first


def observe_as(state: State, side: int) -> npt.NDArray[np.float32]:
    """Return the position from the perspective of a side: zeros and ones of the shape `Game.observation_shape`."""
    if side == state.side:
        return state.observe()
    seen = np.zeros(state.game.observation_shape, np.float32)
    seen.ravel()[features([state])["other"]] = 1
    return seen


def save_png(path: str | os.PathLike[str], pixels: npt.NDArray[np.uint8]) -> None:
    """Write an array of the shape (height, width, 3) as a PNG file."""
    height, width, _ = pixels.shape
    # Eight bits for each of three colours; the usual compression and filters; no interlacing.
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    # Each line begins with the number of its filter, 0: the pixels are stored as they are.
    lines = b"".join(b"\0" + line.tobytes() for line in pixels)
    file = b"\x89PNG\r\n\x1a\n"
    for name, data in ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")):
        file += struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    Path(path).write_bytes(file)


def check_render_mode(mode: str | None) -> None:
    """Raise `OptionError` for an unknown render mode."""
    if mode is not None and mode not in RENDER_MODES:
        raise OptionError(f"found the render mode {mode!r}, expected one of {', '.join(RENDER_MODES)}")


def draw(position: State, mode: str | None) -> str | npt.NDArray[np.uint8] | None:
    """Return an array of bytes in the mode `rgb_array` and a text in the mode `ansi`; print it in the mode `human`."""
    if mode == "rgb_array":
        return position.pixels(PIXELS)
    if mode == "ansi":
        return str(position)
    if mode == "human":
        print(f"{position}\n")  # noqa: T201
    return None
