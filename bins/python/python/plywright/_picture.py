"""Pictures of scenes, made of plain shapes. `_svg` writes them as SVG, and `_raster` as pixels.

Shapes, colours and sizes are those of the board in the browser. A square is 100 units wide; `x` grows to the right, `y`
downwards. This module knows no game: the scene names all places and pieces, with their shapes.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt
from typing import Any

Scene = Mapping[str, Any]
Point = tuple[float, float]

UNIT = 100
MARGIN = 18
CAPTIONED = 0.34
"""Width of the board's edge if it has captions, in squares."""
SEAT = 30
"""Height of the line with a side's name and hand, in pixels."""
PIXELS_OF_TEXT = 12
"""Minimum height of text, in pixels."""

PAPER, INK, PICK, LAST = "#f6f3ee", "#221f1b", "#d55e00", "#e0a800"


@dataclass(frozen=True, slots=True)
class Gradient:
    """Colours at equal distances. With `towards`, they change in this direction; without it, outwards from the upper
    left.
    """

    colours: tuple[str, ...]
    towards: Point | None = None


GRADIENTS = {
    "ivory": Gradient(("#fffdf6", "#f1e6cd", "#c9b78f")),
    "ebony": Gradient(("#5d5752", "#2b2826", "#0f0d0c")),
    "gold": Gradient(("#fff0a0", "#f7cf2e", "#c99a05")),
    "rust": Gradient(("#ff9a7a", "#d6402b", "#8e1f12")),
    "dome": Gradient(("#9fd0ff", "#2f7fd1", "#123f7d")),
    "boxwood": Gradient(("#f8e3b0", "#dcb46a", "#a87a36")),
    "wood": Gradient(("#d9ad72", "#cfa063", "#d8ae76", "#c79656", "#d3a468"), (1, 0.25)),
    "grass": Gradient(("#8fbf74", "#6ea158"), (0, 1)),
    "steel": Gradient(("#2f62b8", "#1d4488"), (0, 1)),
}


@dataclass(frozen=True, slots=True)
class Paint:
    """Fill and outline of a shape. Colours are `#rrggbb` or `#rrggbbaa`; a fill can also name a gradient."""

    fill: str | None = None
    stroke: str | None = None
    width: float = 0


@dataclass(frozen=True, slots=True)
class Ellipse:
    """An ellipse, given by its centre and its radii."""

    x: float
    y: float
    rx: float
    ry: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle, given by its centre and its size, with corners rounded by the radius `round`."""

    x: float
    y: float
    width: float
    height: float
    round: float
    paint: Paint


@dataclass(frozen=True, slots=True)
class Path:
    """A line through points; if `closed`, the area inside the line."""

    points: tuple[Point, ...]
    closed: bool
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """A line of text, vertically centred on `y`. `anchor`, the part at `x`, is `start`, `middle` or `end`."""

    x: float
    y: float
    text: str
    size: float
    colour: str
    bold: bool = False
    anchor: str = "middle"


Shape = Ellipse | Box | Path | Text


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: its shapes from back to front, the area that they cover, and a description."""

    shapes: tuple[Shape, ...]
    left: float
    top: float
    width: float
    height: float
    title: str


class Pen:
    """Adds shapes to a list. Their coordinates are relative to the pen's origin and multiplied by its scale."""

    def __init__(self, shapes: list[Shape], x: float = 0, y: float = 0, scale: float = 1, text: float = 0) -> None:
        self.shapes, self.x, self.y, self.scale, self.text_size = shapes, x, y, scale, text

    def at(self, x: float, y: float, scale: float = 1) -> Pen:
        """Return a pen for the same list with another origin and scale, given relative to those of this pen."""
        return Pen(self.shapes, self.x + x * self.scale, self.y + y * self.scale, self.scale * scale, self.text_size)

    def _point(self, point: Point) -> Point:
        return self.x + point[0] * self.scale, self.y + point[1] * self.scale

    def _paint(self, fill: str | None, stroke: str | None, width: float) -> Paint:
        return Paint(fill, stroke, width * self.scale)

    def ellipse(
        self,
        rx: float,
        ry: float,
        fill: str | None,
        stroke: str | None = None,
        width: float = 0,
        at: Point = (0, 0),
    ) -> None:
        """Add an ellipse."""
        x, y = self._point(at)
        paint = self._paint(fill, stroke, width)
        self.shapes.append(Ellipse(x, y, rx * self.scale, ry * self.scale, paint))

    def circle(
        self, r: float, fill: str | None, stroke: str | None = None, width: float = 0, at: Point = (0, 0)
    ) -> None:
        """Add a circle."""
        self.ellipse(r, r, fill, stroke, width, at)

    def box(
        self,
        size: Point,
        fill: str | None,
        stroke: str | None = None,
        width: float = 0,
        at: Point = (0, 0),
        round: float = 0,
    ) -> None:
        """Add a rectangle."""
        x, y = self._point(at)
        paint = self._paint(fill, stroke, width)
        self.shapes.append(Box(x, y, size[0] * self.scale, size[1] * self.scale, round * self.scale, paint))

    def line(self, points: Sequence[Point], stroke: str, width: float) -> None:
        """Add a line."""
        self.shapes.append(Path(tuple(map(self._point, points)), False, self._paint(None, stroke, width)))

    def area(self, points: Sequence[Point], fill: str, stroke: str | None = None, width: float = 0) -> None:
        """Add the area inside a line."""
        self.shapes.append(Path(tuple(map(self._point, points)), True, self._paint(fill, stroke, width)))

    def cross(self, r: float, stroke: str, width: float, at: Point = (0, 0)) -> None:
        """Add two crossing lines."""
        x, y = at
        self.line([(x - r, y - r), (x + r, y + r)], stroke, width)
        self.line([(x + r, y - r), (x - r, y + r)], stroke, width)

    def text(
        self,
        text: str,
        size: float,
        colour: str,
        at: Point = (0, 0),
        *,
        bold: bool = False,
        anchor: str = "middle",
    ) -> None:
        """Add text. Text that is too small to read is enlarged."""
        x, y = self._point(at)
        self.shapes.append(Text(x, y, text, max(size * self.scale, self.text_size), colour, bold, anchor))


def _curve(start: Point, *pieces: tuple[Point, Point, Point]) -> list[Point]:
    """Return points on successive cubic Bézier curves. Each curve is given by its two control points and its end."""
    points, steps = [start], 8
    for a, b, end in pieces:
        for step in range(1, steps + 1):
            t = step / steps
            u = 1 - t
            points.append(
                (
                    u**3 * start[0] + 3 * u * u * t * a[0] + 3 * u * t * t * b[0] + t**3 * end[0],
                    u**3 * start[1] + 3 * u * u * t * a[1] + 3 * u * t * t * b[1] + t**3 * end[1],
                )
            )
        start = end
    return points


_CLOAK = [
    *_curve((-21, 34), ((-21, 14), (-11, 12), (-9, -2))),
    *_curve((9, -2), ((11, 12), (21, 14), (21, 34))),
]
_GLEAM = [(4 + 17 * cos(a), 17 * sin(a)) for a in (pi * (1.178 + 0.322 * step / 8) for step in range(9))]

_STONES = {
    "rack": ("gold", "rust"),
    "felt": ("ebony", "ivory"),
}
_STOREYS = ("#d9d3c5", "#e9e4d9", "#f8f5ee")


def stone_colour(side: int, surface: str) -> str:
    """Return the name of the gradient of a side's stones."""
    return _STONES.get(surface, ("ivory", "ebony"))[side]


def _disc(pen: Pen, piece: Mapping[str, Any], surface: str) -> None:
    colour = stone_colour(piece["side"] or 0, surface)
    pen.circle(41, "#00000055", at=(0, 3))
    pen.circle(40, "#9b948a" if piece["dead"] else colour, "#00000066", 1.5)
    pen.circle(33, None, "#ffffff33" if colour == "ebony" else "#00000033", 3)
    if surface == "rack":
        # The two colours look alike to colour-blind people, so the pieces also carry signs.
        if piece["side"] == 0:
            pen.circle(16, None, "#00000099", 5)
        else:
            pen.cross(13, "#00000099", 5)


def _figure(pen: Pen, piece: Mapping[str, Any]) -> None:
    first = piece["side"] == 0
    fill, stroke = ("#fff6e3", "#3b2a12") if first else ("#2b3a67", "#0c1229")
    if piece["dead"]:
        fill = "#9b948a"
    pen.ellipse(27, 9, "#00000055", at=(0, 33))
    pen.area(_CLOAK, fill, stroke, 3)
    pen.circle(14, fill, stroke, 3, at=(0, -13))
    if first:
        pen.circle(5, None, "#00000099", 5, at=(0, 20))
    else:
        pen.cross(6, "#ffffffcc", 5, at=(0, 20))


def _rings(pen: Pen, piece: Mapping[str, Any]) -> None:
    pen.circle(42, "#00000055", at=(0, 3))
    pen.circle(41, "boxwood", "#7a5326", 2)
    for ring in range(piece["count"] or 0):
        pen.circle(36 - 8 * ring, None, "#6b3d12", 4)
    pen.text(str(piece["count"]), 17, "#3a2008", bold=True)


def _block(pen: Pen, level: int) -> None:
    width = 92 - 16 * level
    pen.box((width, width), "#00000055", at=(1, 3), round=6)
    pen.box((width, width), _STOREYS[min(level, 2)], "#8f8877", 2, round=6)


def _dome(pen: Pen) -> None:
    pen.circle(29, "#00000055", at=(0, 3))
    pen.circle(28, "dome", "#123f7d", 2)
    pen.line(_GLEAM, "#ffffffbb", 4)


def _token(pen: Pen, piece: Mapping[str, Any]) -> None:
    fill, stroke = ("#dbe4ff", "#23356b") if piece["side"] == 1 else ("#fff4c2", "#6b5a10")
    pen.box((66, 28), fill, stroke, 2, at=(0, 30), round=14)
    pen.text(str(piece["text"]), 15, INK, (0, 30), bold=True)


_CHESS = {"pawn": "♟", "knight": "♞", "bishop": "♝", "rook": "♜", "queen": "♛", "king": "♚"}


def _count(pen: Pen, piece: Mapping[str, Any]) -> None:
    pen.circle(30, "#f5efe2", "#4a3012", 3)
    pen.text(str(piece["count"]), 26, INK, bold=True)


_PIECES: dict[str, Callable[[Pen, Mapping[str, Any]], None]] = {
    "figure": _figure,
    "rings": _rings,
    "dome": lambda pen, _: _dome(pen),
    "token": _token,
    "count": _count,
    "cross": lambda pen, _: pen.cross(27, "#b3401a", 11),
    "circle": lambda pen, _: pen.circle(30, None, "#1a5fa8", 11),
}


def draw_piece(pen: Pen, piece: Mapping[str, Any], level: int, surface: str) -> None:
    """Draw a piece that stands on `level` storeys, at the pen's origin. Ignores unknown shapes."""
    shape = piece["shape"]
    if shape == "block":
        _block(pen, level)
    elif shape == "disc" or shape in _CHESS:
        _disc(pen, piece, surface)
        if shape in _CHESS:
            pen.text(_CHESS[shape], 44, "#f5efe2" if piece["side"] == 1 else INK)
    elif shape in _PIECES:
        _PIECES[shape](pen, piece)
    if piece["dead"]:
        pen.cross(24, "#b3261e", 8)


_PLANKS: dict[str, tuple[str, str, float]] = {
    "wood": ("wood", "#7a5326", 8),
    "island": ("#b9a37c", "#8d7a57", 8),
    "rack": ("#153566", "#0e254a", 6),
    "felt": ("#3c2b1a", "#241a10", 6),
    "paper": ("#fffdf6", "#d5ccbf", 2),
    "chequered": ("#4a3a28", "#3a2d1e", 2),
}
_CAPTIONS = {"paper": "#857c6d", "rack": "#c9d6ee", "felt": "#c9d6ee", "chequered": "#c9d6ee"}
_CHEQUERED = ("#b07d4f", "#efdcb6")
"""Colours of the dark and the light squares."""
_EDGES = ("#fffaf0", "#2b2826")
"""Colours of the first and the second side's edges."""
_HEXAGON = [(UNIT / sqrt(3) * sin(corner * pi / 3), -UNIT / sqrt(3) * cos(corner * pi / 3)) for corner in range(6)]
"""Corners of a hexagon of width 1, with one corner at the top."""
_SQUARES: dict[str, tuple[str | None, str, float]] = {
    "paper": (None, "#3b3a44", 3),
    "island": ("grass", "#4f7a3c", 2),
    "felt": ("#1f7a4d", "#0f4a2d", 3),
    "wood": ("#d8b27a", "#7a5326", 3),
}


class _Frame:
    """Position and size of the board's plank, and positions of the captions."""

    def __init__(self, scene: Scene) -> None:
        places = scene["places"]
        xs, ys = [place["x"] for place in places] or [0], [place["y"] for place in places] or [0]
        self.left, self.right, self.top, self.bottom = min(xs), max(xs), min(ys), max(ys)
        kinds = {place["shape"] for place in places}
        self.pad = 0.75 if "hexagon" in kinds else 0.62 if "point" in kinds else 0.5
        self.edge = CAPTIONED if scene["captions"] else 0
        self.around = self.pad + self.edge

    @property
    def size(self) -> Point:
        """Size of the plank in units."""
        return (
            (self.right - self.left + 2 * self.around) * UNIT,
            (self.bottom - self.top + 2 * self.around) * UNIT,
        )

    @property
    def centre(self) -> Point:
        """Centre of the plank in units."""
        return (self.left + self.right) * UNIT / 2, (self.top + self.bottom) * UNIT / 2

    def caption(self, x: float, y: float) -> Point:
        """Return the point at which to draw a caption: the point of the board's edge nearest to it."""
        beyond = self.pad + self.edge / 2 - 0.02
        return (
            max(self.left - beyond, min(self.right + beyond, x)) * UNIT,
            max(self.top - beyond, min(self.bottom + beyond, y)) * UNIT,
        )


def _spot(at: Mapping[str, Any]) -> Point:
    return at["x"] * UNIT, at["y"] * UNIT


def _place(here: Pen, place: Mapping[str, Any], surface: str, *, is_light: bool) -> None:
    match place["shape"]:
        case "point":
            here.circle(8, "#4a3012")
        case "hollow":
            here.circle(44, "#a9793e", "#8a6130", 3)
        case "bar":
            here.box((place["width"] * UNIT, UNIT), "#b98a4c", "#7a5326", 4, round=30)
            here.text(place["label"] or "", 20, "#4a3012")
        case "hexagon":
            here.area(_HEXAGON, "#e8dcc0", "#7a6a4a", 2)
        case _ if surface == "rack":
            here.circle(40, "#153566", "#16386f", 1)
        case _ if surface == "chequered":
            here.box((UNIT, UNIT), _CHEQUERED[int(is_light)])
        case _:
            square_fill, square_stroke, square_width = _SQUARES.get(surface, _SQUARES["paper"])
            here.box((UNIT, UNIT), square_fill, square_stroke, square_width)


def _ground(pen: Pen, scene: Scene, frame: _Frame) -> None:
    surface, places = scene["surface"], scene["places"]
    fill, stroke, width = _PLANKS.get(surface, _PLANKS["paper"])
    pen.box(frame.size, fill, stroke, width, frame.centre, round=22)
    if surface == "rack":
        columns, rows = frame.right - frame.left + 1, frame.bottom - frame.top + 1
        pen.box((columns * UNIT + 1, rows * UNIT + 1), "steel", "#16386f", 1, frame.centre)
    for ends in scene["lines"]:
        pen.line([_spot(end) for end in ends], "#4a3012", 6)
    colour = _CAPTIONS.get(surface, "#4a3518")
    for caption in scene["captions"]:
        pen.text(caption["text"], 22, colour, frame.caption(caption["x"], caption["y"]))
    for place in places:
        # The lower left square is dark.
        is_light = round(place["x"] - frame.left + frame.bottom - place["y"]) % 2 == 1
        _place(pen.at(*_spot(place)), place, surface, is_light=is_light)
    for edge in scene["edges"]:
        pen.line([_spot(corner) for corner in edge["path"]], _EDGES[edge["side"]], 12)


def _standing(pen: Pen, scene: Scene) -> None:
    storeys: dict[int, int] = {}
    for piece in scene["pieces"]:
        at = piece["at"]
        level = storeys.get(at, 0)
        if piece["shape"] == "block":
            storeys[at] = level + 1
        draw_piece(pen.at(*_spot(scene["places"][at])), piece, level, scene["surface"])
    for at, level in storeys.items():
        # The storeys below a piece are hard to count, so their number is written beside it.
        pen.at(*_spot(scene["places"][at])).text(str(level), 18, "#3d3a33", (-41, -31), bold=True)
    for mark in scene["marks"]:
        here = pen.at(*_spot(scene["places"][mark["at"]]))
        here.circle(13, "#ffffffcc", "#b3261e", 4, at=(34, -34))
        here.cross(9, "#b3261e", 4, at=(34, -34))


def _seat(pen: Pen, scene: Scene, side: int, to_move: int | None, width: float) -> None:
    """Draw the line with a side's name, role, pieces in hand and note. Coordinates and `width` are in pixels."""
    seat, surface, pieces = scene["seats"][side], scene["surface"], scene["pieces"]
    middle, x = SEAT / 2, 10.0
    if side == to_move:
        pen.box((4, SEAT - 10), PICK, at=(2, middle), round=2)
    squares = any(place["shape"] == "square" for place in scene["places"])
    if squares or not pieces or any(piece["side"] is not None for piece in pieces):
        # Pieces that belong to neither side have no colour of a side.
        shape = {"paper": ("cross", "circle")[side], "island": "figure"}.get(surface, "disc")
        draw_piece(pen.at(x + 10, middle, 0.24), {"shape": shape, "side": side, "dead": False}, 0, surface)
        x += 25
    name, role = str(seat["name"]), seat["role"] or {"name": None}
    words = [name[:1].upper() + name[1:], *(text for text in (role["name"], seat["note"]) if text)]
    pen.text(" · ".join(words), 13, INK, (x, middle), anchor="start")
    hand = seat["hand"]
    if hand and hand["count"]:
        count, piece = (
            hand["count"],
            {"shape": hand["shape"], "side": side, "dead": False, "count": 0, "text": ""},
        )
        step = min(14.0, (width - 150) / count)
        for index in range(count):
            draw_piece(pen.at(width - 12 - step * (count - 1 - index), middle, 0.24), piece, 0, surface)


def picture(
    scene: Scene,
    *,
    to_move: int | None = None,
    marked: Collection[int] = (),
    pixels: float = 400,
    title: str = "Board",
) -> Picture:
    """Draw a scene: the board with its pieces, the second side's line above it, and the first side's line below it.

    `to_move` is the side whose line is highlighted. `marked` are the indices of the places to mark, such as those of
    the last move. `pixels` is the width at which the picture will be shown; text in small pictures is enlarged.
    """
    frame = _Frame(scene)
    width, height = frame.size[0] + 2 * MARGIN, frame.size[1] + 2 * MARGIN
    left, top = frame.centre[0] - width / 2, frame.centre[1] - height / 2
    pixel = width / pixels
    seat = SEAT * pixel
    shapes: list[Shape] = []
    pen = Pen(shapes, text=PIXELS_OF_TEXT * pixel)
    pen.box((width, height + 2 * seat), PAPER, at=frame.centre)
    _ground(pen, scene, frame)
    _standing(pen, scene)
    for at in marked:
        place = scene["places"][at]
        here = pen.at(*_spot(place))
        if place["shape"] == "square" and scene["surface"] != "rack":
            here.box((UNIT - 4, UNIT - 4), None, LAST, 6)
        elif place["shape"] == "bar":
            here.box((place["width"] * UNIT, UNIT), None, LAST, 6, round=30)
        else:
            here.circle(44, None, LAST, 6)
    for side, y in ((1, top - seat), (0, top + height)):
        _seat(pen.at(left + MARGIN, y, pixel), scene, side, to_move, pixels - 2 * MARGIN / pixel)
    return Picture(tuple(shapes), left, top - seat, width, height + 2 * seat, title)
