"""Tests of pictures: the board of every game is drawn as SVG, as pixels and in files."""

from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import plywright as pw
import pytest
from plywright._html import moves_html

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


def drawn(state: pw.State, *, flipped: bool = False) -> ElementTree.Element:
    """Return the parsed SVG of a state."""
    return ElementTree.fromstring(state.svg(flipped=flipped))


def groups(root: ElementTree.Element, name: str) -> list[ElementTree.Element]:
    """Return the groups with a class, in the order in which they are drawn."""
    return [group for group in root.iter(f"{SVG}g") if name in group.get("class", "").split()]


def spot(element: ElementTree.Element) -> tuple[float, float]:
    """Return the point to which a group is moved."""
    x, y = element.attrib["transform"].removeprefix("translate(").split(")")[0].split()
    return float(x), float(y)


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
@pytest.mark.parametrize("plies", [0, 5, 30])
def test_every_scene_is_drawn(game: str, variant: str | None, plies: int) -> None:
    state = after(game, variant, plies)
    root = drawn(state)
    assert root.tag == f"{SVG}svg"
    title = root.find(f"{SVG}title")
    assert title is not None and title.text is not None and state.text in title.text
    ids = {element.get("id") for element in root.iter() if element.get("id")}
    used = {value[5:-1] for element in root.iter() for value in element.attrib.values() if value.startswith("url(#")}
    assert used == ids
    pixels = state.pixels(200)
    assert pixels.dtype == np.uint8 and pixels.shape[1:] == (200, 3)
    assert len(np.unique(pixels.reshape(-1, 3), axis=0)) > 20


@pytest.mark.parametrize(("game", "variant"), VARIANTS)
@pytest.mark.parametrize("flipped", [False, True])
def test_places_pieces_and_their_numbers_are_where_the_scene_says(
    game: str, variant: str | None, *, flipped: bool
) -> None:
    state = after(game, variant, 25)
    scene, root = state.scene, drawn(state, flipped=flipped)
    places = scene["places"]
    across, down = ((min(at[key] for at in places) + max(at[key] for at in places)) for key in "xy")

    def point(at: int) -> Any:
        x, y = places[at]["x"], places[at]["y"]
        return pytest.approx((100 * (across - x), 100 * (down - y)) if flipped else (100 * x, 100 * y), abs=0.01)

    spots = groups(root, "spot")
    assert [(group.get("data-at"), group.get("data-place")) for group in spots] == [
        (str(at), place["name"]) for at, place in enumerate(places)
    ]
    assert [spot(group) for group in spots] == [point(at) for at in range(len(places))]
    standing = [group for group in groups(root, "piece") if group.get("data-at")]
    assert len(standing) == len(scene["pieces"])
    for group, piece in zip(standing, scene["pieces"], strict=True):
        side = piece["side"]
        assert group.get("data-at") == str(piece["at"]) and group.get("data-shape") == piece["shape"]
        assert group.get("data-side") == (None if side is None else str(side))
        assert spot(group) == point(piece["at"])
        texts = [text.text for text in group.iter(f"{SVG}text")]
        for shown in (piece["count"], piece["text"]):
            assert shown is None or str(shown) in texts
        assert len(list(group)) > len(texts)
    captions = [text.text for group in groups(root, "caption") for text in group.iter(f"{SVG}text")]
    assert captions == [caption["text"] for caption in scene["captions"]]


def test_heights_are_written_on_buildings() -> None:
    state = after("santorini", None, 24)
    levels: Counter[int] = Counter()
    expected = []
    for piece in state.scene["pieces"]:
        if piece["shape"] == "block":
            levels[piece["at"]] += 1
            expected.append(str(levels[piece["at"]]))
    texts = [text.text for group in groups(drawn(state), "block") for text in group.iter(f"{SVG}text")]
    assert texts == expected and len(set(texts)) > 1


def test_hands_names_and_roles_stand_beside_the_board() -> None:
    state = after("mill", None, 5)
    root = drawn(state)
    hands = [group for group in groups(root, "piece") if not group.get("data-at")]
    assert len(hands) == 2 + (9 - 3) + (9 - 2), "one piece for each name, and those in hand"
    text = " ".join(text.text or "" for text in drawn(pw.Game("santorini", "medusa-charon").start()).iter(f"{SVG}text"))
    assert "Player one · medusa" in text and "Player two · charon" in text


def test_pixels_show_the_kinds_of_chess_pieces() -> None:
    texts = [f"4k3/8/8/8/8/8/{kind}7/4K3 w - - 0 1" for kind in "PNBRQ"] + ["4k3/8/8/8/8/8/8/K7 w - - 0 1"]
    seen = {pw.Game("chess").position(text).pixels(400)[300:, :100].tobytes() for text in texts}
    assert len(seen) == len(texts)


def test_pixels_show_the_numbers_of_seeds() -> None:
    game = pw.Game("kalah")
    numbers = range(3, 24)
    texts = [f"{seeds},{48 - seeds},0,0,0,0,0/0,0,0,0,0,0,0 s" for seeds in numbers]
    assert game.start().text.endswith("/4,4,4,4,4,4,0 s")
    # This part of the picture shows the first house, but not the second one, whose number also differs.
    seen = {game.position(text).pixels(600)[:, :165].tobytes() for text in texts}
    assert len(seen) == len(numbers)


def test_pixels_are_those_of_the_picture() -> None:
    state = pw.Game("mill").start()
    state.play("d6")
    pixels = state.pixels(604)
    (stone,) = (group for group in groups(ElementTree.fromstring(state.svg(604)), "piece") if group.get("data-at"))
    left, top, width, _ = map(float, ElementTree.fromstring(state.svg(604)).attrib["viewBox"].split())
    x, y = ((part - edge) * 604 / width for part, edge in zip(spot(stone), (left, top), strict=True))
    assert pixels[round(y), round(x)].min() > 200, "the white stone"
    assert (state.pixels(604, flipped=True)[::-1, ::-1][round(y), round(x)] > 200).all()


def test_files_hold_the_picture(tmp_path: Path) -> None:
    state = after("othello", None, 6)
    state.save_png(tmp_path / "a.png", 120)
    png = (tmp_path / "a.png").read_bytes()
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    assert int.from_bytes(png[16:20], "big") == 120
    assert int.from_bytes(png[20:24], "big") == state.pixels(120).shape[0]
    record = pw.Record.of(state)
    record.save_gif(tmp_path / "a.gif", 120, seconds=0.5)
    gif = (tmp_path / "a.gif").read_bytes()
    assert gif.startswith(b"GIF89a") and gif[6:8] == (120).to_bytes(2, "little")
    # Each frame begins with a graphic control extension, which holds the delay in hundredths of a second.
    assert gif.count(b"\x21\xf9\x04") == 7 and b"\x32\x00" in gif
    with pytest.raises(OSError, match="No such file"):
        state.save_png(tmp_path / "missing" / "a.png")
    with pytest.raises(OSError, match="No such file"):
        record.save_gif(tmp_path / "missing" / "a.gif")


@pytest.mark.parametrize("width", [0, 15, 4097, -1, 3.5, "wide", None])
def test_widths_are_checked(width: Any) -> None:
    state = pw.Game("tic-tac-toe").start()
    for draw in (state.svg, state.pixels):
        with pytest.raises((pw.OptionError, TypeError)):
            draw(width)


@pytest.mark.parametrize("seconds", [0, -1, 601, "fast", None])
def test_times_between_moves_are_checked(seconds: Any, tmp_path: Path) -> None:
    with pytest.raises((pw.OptionError, TypeError)):
        pw.Record.of(pw.Game("tic-tac-toe").start()).save_gif(tmp_path / "a.gif", seconds=seconds)


def test_the_last_move_is_marked() -> None:
    state = pw.Game("othello").start()
    assert len(next(iter(groups(drawn(state), "marked")))) == 0
    state.play("d3")
    (marked,) = groups(drawn(state), "marked")
    assert len(marked) == 1, "the new disc, not the turned one"


def test_unequal_pictures_share_no_id() -> None:
    states = [after("mill", None, plies) for plies in (3, 4)]
    ids = [{element.get("id") for element in drawn(state).iter()} for state in states]
    assert ids[0] & ids[1] == {None}


def test_a_row_of_moves_begins_with_the_first_side() -> None:
    moves = ["d3", "c3", "b3", "b2", "b1", "a1", "c4"]
    html = moves_html(moves, start=pw.Game("othello").start())
    assert html.count("<tr>") == 1 + 4
    assert html.index("d3") < html.index("c3") < html.index("b3")


def test_a_row_has_all_moves_of_a_turn() -> None:
    html = moves_html(["a1", "d2", "a4", "f4", "a7", "xd2", "b4"], start=pw.Game("mill").start())
    assert html.endswith("<td>3</td><td>a7 xd2</td><td>b4</td></tr></tbody></table>")


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
    (graph,) = root.iter(f"{SVG}polyline")
    assert len(graph.attrib["points"].split()) == len(depths)
    assert [info.depth for info in stream.history] == sorted(info.depth for info in stream.history)


def test_a_record_shows_its_moves_and_the_end() -> None:
    state = after("mill", None, 25)
    root = shown(pw.Record.of(state))
    assert root.find(f"{SVG}svg") is not None
    cells = " ".join(cell.text or "" for cell in root.iter("td"))
    assert all(move in cells for move in state.history)
