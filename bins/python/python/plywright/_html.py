"""Tables and pictures for notebooks, as HTML: games, records and analyses."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from plywright._views import beginning

if TYPE_CHECKING:
    from plywright._core import Game, State
    from plywright._info import Info


def moves_html(moves: Sequence[str], *, start: State) -> str:
    """Write the moves of a game as an HTML table. Each turn of the side that moved first begins a row."""
    state, first = start.copy(), start.side
    rows: list[list[str]] = []
    last_mover = None
    for move in moves:
        mover = state.side
        if mover == first and mover != last_mover:
            rows.append(["", ""])
        column = 0 if mover == first else 1
        # A side may move several times in a turn.
        rows[-1][column] = f"{rows[-1][column]} {move}".strip()
        last_mover = mover
        state.play(move)
    names = start.game.sides if first == 0 else start.game.sides[::-1]
    head = "".join(f"<th>{escape(name)}</th>" for name in names)
    body = "".join(
        f"<tr><td>{number}</td>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>"
        for number, row in enumerate(rows, 1)
    )
    return f"<table><thead><tr><th></th>{head}</tr></thead><tbody>{body}</tbody></table>"


def game_html(game: Game, *, width: int = 240) -> str:
    """Write the rules of a game as HTML: name, variant, options, the start position and at most 60 of its moves."""
    start = game.start()
    options = "".join(f", {name} {value}" for name, value in game.options.items())
    moves = start.moves()
    listed = " ".join(moves[:60]) + (" ..." if len(moves) > 60 else "")
    return (
        f"<div><p><b>{escape(game.name)}</b>, {escape(game.variant + options)}</p>{start.svg(width)}"
        f"<p>{len(moves)} moves: {escape(listed)}</p></div>"
    )


def record_html(state: State, *, width: int = 240) -> str:
    """Write a played game as HTML: its moves, and the board after the last one."""
    return f"<div>{moves_html(state.history, start=beginning(state))}{state.svg(width)}</div>"


def graph_svg(points: Sequence[tuple[float, float]], *, width: int = 300, height: int = 70) -> str:
    """Draw a line through points whose `y` is a winning chance, 0 to 1. The upper half of the background is lighter."""
    left, right = min(x for x, _ in points), max(x for x, _ in points)
    step = width / max(right - left, 1e-9)
    line = " ".join(f"{(x - left) * step:.1f},{height - 4 - (height - 8) * y:.1f}" for x, y in points)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' role="img"><title>Chances</title><rect width="{width}" height="{height / 2:g}" fill="#f2ead9"/>'
        f'<rect y="{height / 2:g}" width="{width}" height="{height / 2:g}" fill="#cfc6b5"/>'
        f'<polyline points="{line}" fill="none" stroke="#0b62a8" stroke-width="1.6" stroke-linecap="round"/></svg>'
    )


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
        f'<div style="background:#f6f3ee;color:#221f1b;display:inline-block;padding:0.5em">'
        f"<table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>{nodes}{graph}</div>"
    )
