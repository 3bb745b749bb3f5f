"""Tests of pictures: the scene of every game is drawn as SVG and as pixels."""

from collections import Counter
from typing import Any
from xml.etree import ElementTree

import numpy as np
import plywright as pw
import pytest
from plywright._picture import GRADIENTS, Ellipse, Picture, Text, picture
from plywright._raster import picture_pixels
from plywright._svg import moves_html, scene_svg, state_picture, state_svg

SVG = "{http://www.w3.org/2000/svg}"
VARIANTS = [
    *((game.name, None) for game in pw.games()),
    ("mill", "morabaraba"),
    ("mill", "three-mens-morris"),
    ("mill", "cham-gonu"),
    ("santorini", "hydra-europa"),
    ("santorini", "medusa-charon"),
    ("connect-four", "4x5"),
]


def after(game: str, variant: str | None, plies: int) -> pw.State:
    """Return a position after moves that are chosen by their index in the list."""
    state = pw.Game(game, variant).start()
    for ply in range(plies):
        moves = state.moves()
        if not moves:
            break
        state.play(moves[(7 * ply) % len(moves)])
    return state


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
@pytest.mark.parametrize("plies", [0, 5, 30])
def test_every_scene_is_drawn(game: str, variant: str | None, plies: int) -> None:
    state = after(game, variant, plies)
    root = ElementTree.fromstring(state_svg(state))
    assert root.tag == f"{SVG}svg"
    title = root.find(f"{SVG}title")
    assert title is not None and title.text is not None and state.text in title.text
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {value[5:-1] for element in root.iter() for value in element.attrib.values() if value.startswith("url(#")}
    assert used == ids
    pixels = picture_pixels(state_picture(state, pixels=200), width=200)
    assert pixels.dtype == np.uint8 and pixels.shape[1:] == (200, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20


def test_looks_that_no_game_has_yet_are_drawn() -> None:
    kinds = ["pawn", "knight", "bishop", "rook", "queen", "king", "count"]
    for surface, shape in (("chequered", "square"), ("wood", "hexagon")):
        scene = pw.Game("tic-tac-toe").start().scene
        bare = len(picture(scene | {"surface": surface}).shapes)
        scene["surface"] = surface
        scene["edges"] = [{"side": side, "path": [{"x": 0, "y": side}, {"x": 1, "y": side}]} for side in (0, 1)]
        for place in scene["places"]:
            place["shape"] = shape
        scene["pieces"] = [
            {"at": at, "side": at % 2, "shape": kind, "count": 12, "text": None, "dead": False}
            for at, kind in enumerate(kinds)
        ]
        drawn = picture(scene)
        assert len(drawn.shapes) >= bare + 2 + 2 * len(kinds)
        assert {"♟", "♞", "♝", "♜", "♛", "♚", "12"} <= {part.text for part in drawn.shapes if isinstance(part, Text)}
        assert ElementTree.fromstring(scene_svg(scene)).tag == f"{SVG}svg"
        assert picture_pixels(drawn, width=200).shape[1:] == (200, 3)


def pixels(state: pw.State) -> Any:
    """Return the pixels that an environment shows."""
    return picture_pixels(state_picture(state, pixels=400), width=400)


def test_pixels_show_the_kinds_of_chess_pieces() -> None:
    texts = [f"4k3/8/8/8/8/8/{kind}7/4K3 w - - 0 1" for kind in "PNBRQ"] + ["4k3/8/8/8/8/8/8/K7 w - - 0 1"]
    seen = {pixels(pw.Game("chess").position(text))[300:, :100].tobytes() for text in texts}
    assert len(seen) == len(texts)


def test_pixels_show_the_numbers_of_seeds() -> None:
    numbers = range(3, 24)
    drawn = [picture_pixels(Picture((Text(20, 15, str(n), 26, "#000000"),), 0, 0, 40, 30, "")) for n in numbers]
    assert len({image.tobytes() for image in drawn}) == len(numbers)
    state = pw.Game("kalah").start()
    before = pixels(state)
    state.play(state.moves()[0])
    assert (pixels(state) != before).any()


def test_text_has_its_place_in_pixels() -> None:
    for anchor, middle in (("start", 120), ("middle", 100), ("end", 80)):
        text = Text(100, 20, "Ab3", 20, "#000000", anchor=anchor)
        image = picture_pixels(Picture((text,), 0, 0, 200, 40, ""), width=200)
        ys, xs = np.nonzero(image.min(axis=2) < 128)
        assert abs((xs.min() + xs.max()) / 2 - middle) < 5
        assert 8 < ys.min() < ys.max() < 32
    strange = Text(100, 20, "é中\n", 20, "#000000")
    assert (picture_pixels(Picture((strange,), 0, 0, 200, 40, ""), width=200).min(axis=2) < 128).any()


def test_pieces_stand_where_the_scene_says() -> None:
    scene = after("mill", None, 9).scene
    drawn = picture(scene)
    stones = Counter(
        (shape.paint.fill, shape.x, shape.y)
        for shape in drawn.shapes
        if isinstance(shape, Ellipse) and shape.rx == 40 and shape.paint.fill in GRADIENTS
    )
    expected = Counter(
        (("ivory", "ebony")[piece["side"]], 100 * place["x"], 100 * place["y"])
        for piece in scene["pieces"]
        for place in [scene["places"][piece["at"]]]
    )
    assert stones == expected


def test_heights_are_written_on_buildings() -> None:
    scene = after("santorini", None, 24).scene
    storeys = Counter(piece["at"] for piece in scene["pieces"] if piece["shape"] == "block")
    numbers = Counter(shape.text for shape in picture(scene).shapes if isinstance(shape, Text) and shape.bold)
    assert numbers == Counter(str(height) for height in storeys.values())


def test_the_last_move_is_marked() -> None:
    state = pw.Game("othello").start()
    plain = len(state_picture(state).shapes)
    state.play("d3")
    marked = [
        shape
        for shape in state_picture(state).shapes
        if not isinstance(shape, Text) and shape.paint.stroke == "#e0a800"
    ]
    assert len(marked) == 1, "the new disc, not the turned one"
    assert len(state_picture(state).shapes) > plain


def test_unequal_pictures_share_no_id() -> None:
    states = [after("mill", None, plies) for plies in (3, 4)]
    ids = [{element.get("id") for element in ElementTree.fromstring(state_svg(state)).iter()} for state in states]
    assert ids[0] & ids[1] == {None}


def test_text_is_escaped() -> None:
    scene = after("tic-tac-toe", None, 0).scene
    scene["seats"][0]["name"] = "<b> & co"
    root = ElementTree.fromstring(scene_svg(scene))
    assert any(text.text == "<b> & co" for text in root.iter(f"{SVG}text"))


def test_a_row_of_moves_begins_with_the_first_side() -> None:
    moves = ["d3", "c3", "b3", "b2", "b1", "a1", "c4"]
    html = moves_html(moves, start=pw.Game("othello").start())
    assert html.count("<tr>") == 1 + 4
    assert html.index("d3") < html.index("c3") < html.index("b3")


def shown(thing: Any) -> ElementTree.Element:
    """Return the parsed HTML that a notebook shows."""
    return ElementTree.fromstring(thing._repr_html_())


def test_a_game_shows_its_start() -> None:
    root = shown(pw.Game("connect-four"))
    assert root.find(f"{SVG}svg") is not None
    assert "7 moves" in "".join(root.itertext())


def test_an_analysis_shows_its_lines_and_its_graph() -> None:
    game = pw.Game("connect-four")
    with pw.Engine(game) as engine, engine.analysis(game.start(), pw.Limit(depth=6), multipv=2) as stream:
        assert shown(stream).find(f"{SVG}svg") is None, "nothing is known yet"
        depths = {info.depth for info in stream if info.rank == 1}
    root = shown(stream)
    assert len(list(root.iter("tr"))) == 1 + 2
    (graph,) = root.iter(f"{SVG}path")
    assert len(graph.attrib["d"].split("L")) == len(depths)
    assert [info.depth for info in stream.history] == sorted(info.depth for info in stream.history)


def test_a_record_shows_its_moves_and_the_end() -> None:
    state = after("mill", None, 25)
    root = shown(pw.Record.of(state))
    assert root.find(f"{SVG}svg") is not None
    cells = " ".join(cell.text or "" for cell in root.iter("td"))
    assert all(move in cells for move in state.history)
