"""Pictures and tables for notebooks: boards as SVG; games and analyses as HTML."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING
from zlib import crc32

from plywright._picture import (
    GRADIENTS,
    INK,
    PAPER,
    Box,
    Ellipse,
    Paint,
    Path,
    Picture,
    Point,
    Scene,
    Shape,
    Text,
    picture,
)

if TYPE_CHECKING:
    from plywright._core import Game, State
    from plywright._info import Info

WIDTH = 360
"""Width of a board in a notebook, in pixels."""


def _number(value: float) -> str:
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".")


def _colour(name: str, colour: str, prefix: str) -> str:
    """Return the SVG attribute `name` for a colour or a gradient, with its opacity."""
    if colour in GRADIENTS:
        return f'{name}="url(#{prefix}{colour})"'
    opacity = f' {name}-opacity="{_number(int(colour[7:9], 16) / 255)}"' if len(colour) == 9 else ""
    return f'{name}="{colour[:7]}"{opacity}'


def _paint(paint: Paint, prefix: str) -> str:
    parts = [_colour("fill", paint.fill, prefix) if paint.fill else 'fill="none"']
    if paint.stroke:
        parts.append(f'{_colour("stroke", paint.stroke, prefix)} stroke-width="{_number(paint.width)}"')
    return " ".join(parts)


def _element(shape: Shape, prefix: str) -> str:
    match shape:
        case Ellipse(x, y, rx, ry, paint):
            size = f'r="{_number(rx)}"' if rx == ry else f'rx="{_number(rx)}" ry="{_number(ry)}"'
            name = "circle" if rx == ry else "ellipse"
            return f'<{name} cx="{_number(x)}" cy="{_number(y)}" {size} {_paint(paint, prefix)}/>'
        case Box(x, y, width, height, corner, paint):
            numbers = {
                "x": x - width / 2,
                "y": y - height / 2,
                "width": width,
                "height": height,
                "rx": corner,
            }
            attributes = " ".join(f'{name}="{_number(value)}"' for name, value in numbers.items() if value)
            return f"<rect {attributes} {_paint(paint, prefix)}/>"
        case Path(points, closed, paint):
            line = "L".join(f"{_number(x)} {_number(y)}" for x, y in points)
            end = "Z" if closed else ""
            caps = ' stroke-linecap="round" stroke-linejoin="round"'
            return f'<path d="M{line}{end}" {_paint(paint, prefix)}{caps}/>'
        case Text(x, y, text, size, colour, bold, anchor):
            weight = ' font-weight="600"' if bold else ""
            return (
                f'<text x="{_number(x)}" y="{_number(y)}" font-size="{_number(size)}" text-anchor="{anchor}"'
                f' dominant-baseline="central"{weight} fill="{colour}">{escape(text)}</text>'
            )


def _gradient(name: str, prefix: str) -> str:
    gradient = GRADIENTS[name]
    last = len(gradient.colours) - 1
    stops = "".join(
        f'<stop offset="{_number(index / last)}" stop-color="{colour}"/>'
        for index, colour in enumerate(gradient.colours)
    )
    if gradient.towards is None:
        return f'<radialGradient id="{prefix}{name}" cx="38%" cy="32%" r="75%">{stops}</radialGradient>'
    x, y = map(_number, gradient.towards)
    return f'<linearGradient id="{prefix}{name}" x1="0" y1="0" x2="{x}" y2="{y}">{stops}</linearGradient>'


def picture_svg(drawn: Picture, *, width: int = WIDTH) -> str:
    """Write a picture as SVG, `width` pixels wide. Its ids differ from those of every other picture."""
    names = sorted({shape.paint.fill for shape in drawn.shapes if not isinstance(shape, Text) and shape.paint.fill})
    # Two different pictures on one page must not have equal ids.
    prefix = f"p{crc32(repr(drawn).encode()):08x}-"
    gradients = "".join(_gradient(name, prefix) for name in names if name in GRADIENTS)
    shapes = "\n".join(_element(shape, prefix) for shape in drawn.shapes)
    box = " ".join(map(_number, (drawn.left, drawn.top, drawn.width, drawn.height)))
    height = _number(width * drawn.height / drawn.width)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}" height="{height}"'
        f' role="img" font-family="system-ui, sans-serif">\n<title>{escape(drawn.title)}</title>\n'
        f"<defs>{gradients}</defs>\n{shapes}\n</svg>"
    )


def scene_svg(scene: Scene, *, to_move: int | None = None, width: int = WIDTH) -> str:
    """Draw a scene, which is a value of `State.scene`, as SVG."""
    return picture_svg(picture(scene, to_move=to_move, pixels=width), width=width)


def _last_places(state: State) -> list[int]:
    """Return the indices of the places whose pieces the last move changed and whose names are in the move's text."""
    if not state.history:
        return []
    before = state.copy()
    move = before.undo()
    now, then = state.scene, before.scene

    def standing(scene: Scene, at: int) -> list[object]:
        return [piece for piece in scene["pieces"] if piece["at"] == at]

    places = now["places"]
    if places != then["places"]:
        return []
    changed = [at for at in range(len(places)) if standing(now, at) != standing(then, at)]
    return [at for at in changed if places[at]["name"].lower() in move.lower()]


def state_picture(state: State, *, pixels: float = WIDTH) -> Picture:
    """Draw the board of a state. The places of the last move and the side to move are marked."""
    ending, scene = state.ending, state.scene
    names = [
        seat["name"] or f"{ordinal} side" for seat, ordinal in zip(scene["seats"], ("first", "second"), strict=True)
    ]
    if ending is None:
        status = f"{names[state.side]} to move"
    else:
        status = "a draw" if ending.winner is None else f"{names[ending.winner]} has won"
    title = f"{state.game.name}: {status}, {state.text}"
    to_move = state.side if ending is None else None
    return picture(scene, to_move=to_move, marked=_last_places(state), pixels=pixels, title=title)


def state_svg(state: State, *, width: int = WIDTH) -> str:
    """Draw a state as SVG, `width` pixels wide. `State._repr_svg_` calls this function."""
    return picture_svg(state_picture(state, pixels=width), width=width)


def moves_html(moves: Sequence[str], *, start: State) -> str:
    """Write the moves of a game as an HTML table. Each turn of the side that moved first begins a row."""
    state, first = start.copy(), start.side
    rows: list[list[str]] = []
    for move in moves:
        if not rows or (state.side == first and (len(rows[-1]) > 1 or rows[-1][0])):
            rows.append([""] * 2)
        row = rows[-1]
        at = 0 if state.side == first else 1
        row[at] = f"{row[at]} {move}".strip()
        state.play(move)
    names = start.game.sides if first == 0 else start.game.sides[::-1]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        f"<tr><td>{number}</td>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for number, row in enumerate(rows, 1)
    )
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>"


def game_html(game: Game, *, width: int = 240) -> str:
    """Write the rules of a game as HTML: name, variant, options, the start position and its legal moves."""
    start = game.start()
    options = "".join(f", {name} {value}" for name, value in game.options.items())
    moves = start.moves()
    listed = " ".join(moves[:60]) + (" ..." if len(moves) > 60 else "")
    return (
        f"<div><p><b>{escape(game.name)}</b>, {escape(game.variant + options)}</p>{state_svg(start, width=width)}"
        f"<p>{len(moves)} moves: {escape(listed)}</p></div>"
    )


def record_html(state: State, *, width: int = 240) -> str:
    """Write a played game as HTML: its moves, and the board after the last one."""
    start = state.game.position(state.start_text)
    return f"<div>{moves_html(state.history, start=start)}{state_svg(state, width=width)}</div>"


def graph_svg(points: Sequence[Point], *, width: int = 300, height: int = 70) -> str:
    """Draw a line through points whose `y` is a winning chance, 0 to 1. The upper half of the background is lighter."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    step = width / max(right - left, 1e-9)
    drawn = tuple(((x - left) * step, height - 4 - (height - 8) * y) for x, y in points)
    shapes: list[Shape] = [
        Box(width / 2, height / 4, width, height / 2, 0, Paint("#f2ead9")),
        Box(width / 2, 0.75 * height, width, height / 2, 0, Paint("#cfc6b5")),
        Path(drawn, False, Paint(None, "#0b62a8", 1.6)),
    ]
    if len(drawn) == 1:
        shapes.append(Ellipse(*drawn[0], 3, 3, Paint("#0b62a8")))
    return picture_svg(Picture(tuple(shapes), 0, 0, width, height, "Chances"), width=width)


def analysis_html(lines: Sequence[Info], history: Sequence[Info] = ()) -> str:
    """Write an analysis as HTML: its best lines, and a graph of the winning chance by depth from `history`."""
    rows = "".join(
        f"<tr><td>{info.rank}</td><td>{info.depth}</td><td><b>{escape(str(info.score))}</b></td>"
        f'<td style="text-align:left">{escape(" ".join(info.pv))}</td></tr>'
        for info in lines
    )
    heads = "".join(f"<th>{name}</th>" for name in ("", "depth", "score", "line"))
    known = {info.depth: info.score.chance for info in history if info.rank == 1 and info.bound == "exact"}
    points = [(float(depth), chance) for depth, chance in sorted(known.items()) if chance is not None]
    graph = graph_svg(points) if points else ""
    nodes = f"<p>{lines[0].nodes:,} nodes in {lines[0].time:.2f} s</p>" if lines else ""
    return (
        f'<div style="background:{PAPER};color:{INK};display:inline-block;padding:0.5em">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{nodes}{graph}</div>"
    )
