"""Pictures as arrays of pixels, for environments with the render mode `rgb_array`.

The signed distance between a pixel's centre and a shape's edge determines how much of the pixel the shape covers. Edges
are therefore smooth.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import numpy.typing as npt

from plywright._font import outlines
from plywright._picture import GRADIENTS, PAPER, Box, Ellipse, Path, Picture, Shape, Text

Floats = npt.NDArray[np.float64]


def _rgb(colour: str) -> Floats:
    return np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)], dtype=np.float64)


def _opacity(colour: str) -> float:
    return int(colour[7:9], 16) / 255 if len(colour) == 9 else 1.0


def _ellipse(shape: Ellipse, x: Floats, y: Floats) -> Floats:
    dx, dy = x - shape.x, y - shape.y
    radius = np.sqrt((dx / shape.rx) ** 2 + (dy / shape.ry) ** 2)
    return np.asarray((radius - 1) * min(shape.rx, shape.ry))


def _box(shape: Box, x: Floats, y: Floats) -> Floats:
    dx = np.abs(x - shape.x) - shape.width / 2 + shape.round
    dy = np.abs(y - shape.y) - shape.height / 2 + shape.round
    outside = np.hypot(np.maximum(dx, 0), np.maximum(dy, 0))
    return np.asarray(outside + np.minimum(np.maximum(dx, dy), 0) - shape.round)


def _path(shape: Path, x: Floats, y: Floats) -> Floats:
    points = shape.points
    ends = [*points[1:], points[0]] if shape.closed else points[1:]
    distance = np.full(np.broadcast_shapes(x.shape, y.shape), np.inf, dtype=np.float64)
    inside = np.zeros(distance.shape, dtype=bool)
    for (ax, ay), (bx, by) in zip(points, ends, strict=False):
        dx, dy = bx - ax, by - ay
        along = np.clip(((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy + 1e-9), 0, 1)
        distance = np.minimum(distance, np.hypot(x - ax - along * dx, y - ay - along * dy))
        if dy:
            inside ^= ((ay > y) != (by > y)) & (x < ax + (y - ay) * dx / dy)
    return np.where(inside & shape.closed, -distance, distance)


def _extent(shape: Ellipse | Box | Path) -> tuple[float, float, float, float]:
    """Return the coordinates of a shape's left, top, right and bottom edge."""
    match shape:
        case Ellipse(x, y, rx, ry):
            return x - rx, y - ry, x + rx, y + ry
        case Box(x, y, width, height):
            return x - width / 2, y - height / 2, x + width / 2, y + height / 2
        case Path(points):
            xs, ys = [point[0] for point in points], [point[1] for point in points]
            return min(xs), min(ys), max(xs), max(ys)


def _fill(name: str, extent: tuple[float, float, float, float], x: Floats, y: Floats) -> Floats:
    """Return the colour of each pixel of a shape filled with a colour or a gradient."""
    if name not in GRADIENTS:
        return _rgb(name)
    gradient = GRADIENTS[name]
    left, top, right, bottom = extent
    u, v = (x - left) / (right - left), (y - top) / (bottom - top)
    if gradient.towards is None:
        at = np.hypot(u - 0.38, v - 0.32) / 0.75
    else:
        dx, dy = gradient.towards
        at = (u * dx + v * dy) / (dx * dx + dy * dy)
    stops = np.linspace(0, 1, len(gradient.colours))
    colours = np.array([_rgb(colour) for colour in gradient.colours])
    return np.stack([np.interp(at, stops, colours[:, channel]) for channel in range(3)], axis=-1)


def _without_text(shapes: Sequence[Shape]) -> Iterator[Ellipse | Box | Path]:
    """Yield the shapes, with text as lines and areas."""
    for shape in shapes:
        if isinstance(shape, Text):
            yield from outlines(shape)
        else:
            yield shape


def picture_pixels(drawn: Picture, *, width: int = 400) -> npt.NDArray[np.uint8]:
    """Draw a picture. The array has the shape (height, width, 3) and holds red, green and blue from 0 to 255."""
    unit = drawn.width / width
    height = round(drawn.height / unit)
    canvas = np.broadcast_to(_rgb(PAPER), (height, width, 3)).copy()
    for shape in _without_text(drawn.shapes):
        extent, paint = _extent(shape), shape.paint
        beyond = paint.width / 2 + unit
        corners = [
            (extent[0] - beyond - drawn.left) / unit,
            (extent[1] - beyond - drawn.top) / unit,
            (extent[2] + beyond - drawn.left) / unit + 1,
            (extent[3] + beyond - drawn.top) / unit + 1,
        ]
        left, top, right, bottom = (max(0, int(corner)) for corner in corners)
        part = canvas[top:bottom, left:right]
        x = (np.arange(left, left + part.shape[1], dtype=np.float64)[None, :] + 0.5) * unit + drawn.left
        y = (np.arange(top, top + part.shape[0], dtype=np.float64)[:, None] + 0.5) * unit + drawn.top
        match shape:
            case Ellipse():
                distance = _ellipse(shape, x, y)
            case Box():
                distance = _box(shape, x, y)
            case Path():
                distance = _path(shape, x, y)
        if paint.fill:
            cover = np.clip(0.5 - distance / unit, 0, 1)[..., None] * _opacity(paint.fill)
            part += cover * (_fill(paint.fill, extent, x, y) - part)
        if paint.stroke:
            cover = np.clip(0.5 - (np.abs(distance) - paint.width / 2) / unit, 0, 1)[..., None]
            part += cover * _opacity(paint.stroke) * (_rgb(paint.stroke) - part)
    return np.asarray(np.clip(canvas + 0.5, 0, 255), dtype=np.uint8)
