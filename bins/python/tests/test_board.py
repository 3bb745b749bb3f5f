"""Tests of the board in a browser: the page, its socket, and the end of the server."""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.error
import urllib.request
import weakref
import webbrowser
from typing import Any
from urllib.parse import urlsplit

import plywright as pw
import pytest
from conftest import after


class Line(pw.Game):
    """The side that first has three in a row on a strip of five squares wins."""

    signs = ("x", "o")
    sides = ("cross", "nought")

    def start(self) -> Any:
        return "....."

    def side(self, position: str) -> int:
        return (5 - position.count(".")) % 2

    def moves(self, position: str) -> Any:
        for side, sign in enumerate("xo"):
            if sign * 3 in position:
                return pw.Ending(side)
        return [place for place in range(5) if position[place] == "."] or pw.Ending(None)

    def play(self, position: str, place: int) -> str:
        return position[:place] + "xo"[self.side(position)] + position[place + 1 :]

    def move_text(self, position: str, place: int) -> str:
        return "abcde"[place] + "1"

    def scene(self, position: str) -> str:
        return position


class Broken(Line):
    """A game whose rules fail after two moves."""

    def moves(self, position: str) -> Any:
        if position.count(".") < 4:
            raise LookupError("no idea")
        return super().moves(position)


class Wide(Line):
    """A game of one move, to the column `x`, which only a board of at least 24 columns has."""

    def start(self) -> Any:
        return "." * 24

    def side(self, position: str) -> int:
        return 0

    def moves(self, position: str) -> Any:
        return pw.Ending(None) if "x" in position else [23]

    def play(self, position: str, place: int) -> str:
        return position[:place] + "x"

    def move_text(self, position: str, place: int) -> str:
        return "w1x1"


class Page:
    """A page's socket: a client of the protocol WebSocket for short texts."""

    def __init__(self, address: str) -> None:
        host = urlsplit(address).netloc
        self.socket = socket.create_connection((urlsplit(address).hostname, urlsplit(address).port), timeout=60)
        head = f"GET /socket HTTP/1.1\r\nHost: {host}\r\nOrigin: http://{host}\r\nUpgrade: websocket\r\n"
        head += (
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        )
        self.socket.sendall(head.encode())
        self.file = self.socket.makefile("rb")
        assert b"101" in self.file.readline()
        while self.file.readline() != b"\r\n":
            pass

    def receive(self) -> Any:
        """Return the next text of the server."""
        while True:
            kind, length = self.file.read(2)
            if length >= 126:
                length = int.from_bytes(self.file.read(2 if length == 126 else 8), "big")
            data = self.file.read(length)
            if kind == 0x81:
                return json.loads(data)

    def ask(self, **request: Any) -> Any:
        """Send a request, and return its answer."""
        data = json.dumps(request).encode()
        # The mask is zero, so the data stays as it is.
        self.socket.sendall(b"\x81" + bytes([254]) + len(data).to_bytes(2, "big") + bytes(4) + data)
        while (answer := self.receive()).get("id") != request["id"]:
            pass
        return answer


def opened(address: str) -> str:
    with urllib.request.urlopen(address, timeout=60) as answer:
        text: str = answer.read().decode()
    return text


def test_the_page_and_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    pages: list[str] = []
    monkeypatch.setattr(webbrowser, "open", pages.append)
    with pw.serve("tic-tac-toe", wait=False) as board:
        assert pages == [board.address]
        assert "<html" in opened(board.address)
        assert repr(board) == f"Board('{board.address}')"
        port = urlsplit(board.address).port
        with pytest.raises(OSError, match="cannot listen"):
            pw.serve("mill", port=port or 0, open=False, wait=False)
    with pytest.raises(urllib.error.URLError):
        opened(board.address)
    board.close()


def test_a_board_that_nobody_keeps_runs_until_it_is_closed() -> None:
    kept = weakref.ref(pw.serve("tic-tac-toe", open=False, wait=False))
    gc.collect()
    board = kept()
    assert board is not None and "<html" in opened(board.address)
    board.close()
    del board
    gc.collect()
    assert kept() is None


def test_ports_and_games_that_do_not_exist_are_refused() -> None:
    with pytest.raises(pw.OptionError, match="port"):
        pw.serve("mill", port=70_000)
    with pytest.raises(pw.OptionError, match="no game"):
        pw.serve("mil")


def test_the_game_is_the_one_that_is_served() -> None:
    game = pw.Game("mill", "lasker-morris", {"FlyPieceCount": 4})
    with pw.serve(game, open=False, wait=False) as board:
        hello = Page(board.address).receive()
        assert [listed["name"] for listed in hello["games"]] == ["mill"]
        assert hello["games"][0]["variants"][0]["name"] == "lasker-morris"
        assert hello["rules"] == {"FlyPieceCount": "4"}
        page = Page(board.address)
        answer = page.ask(id=1, type="position", place={"game": "mill"})
        assert answer["variant"] == "lasker-morris" and answer["text"] == game.start().text
        assert "hex" in page.ask(id=2, type="position", place={"game": "hex"})["message"]


def test_a_game_written_in_python_is_served() -> None:
    with pw.serve(Line(), open=False, wait=False) as board:
        page = Page(board.address)
        assert [listed["name"] for listed in page.receive()["games"]] == ["line"]
        place = {"game": "line", "moves": ["c1", "a1"]}
        answer = page.ask(id=1, type="position", place=place)
        assert [piece["side"] for piece in answer["scene"]["pieces"]] == [1, 0]
        assert [seat["name"] for seat in answer["scene"]["seats"]] == ["cross", "nought"]
        assert sorted(step[:2] for step in answer["tree"][1]) == [["place", square] for square in ("b1", "d1", "e1")]
        best = page.ask(id=2, type="search", place=place, movetime=200)
        while best["type"] != "best":
            best = page.receive()
        assert best["move"] in ("b1", "d1")


def test_a_move_to_the_column_x_is_entered_by_its_squares() -> None:
    with pw.serve(Wide(), open=False, wait=False) as board:
        page = Page(board.address)
        page.receive()
        tree = page.ask(id=1, type="position", place={"game": "wide"})["tree"]
        assert tree == [None, [["move", "w1", [None, [["to", "x1", ["w1x1", []]]]]]]]


def test_an_exception_in_a_rule_is_shown() -> None:
    with pw.serve(Broken(), open=False, wait=False) as board:
        page = Page(board.address)
        page.receive()
        answer = page.ask(id=1, type="position", place={"game": "broken", "moves": ["a1", "b1"]})
        assert answer["type"] == "error" and "LookupError: no idea, in the rule moves" in answer["message"]
        assert page.ask(id=2, type="position", place={"game": "broken"})["type"] == "position"


def test_a_scene_is_drawn() -> None:
    state = after(Line(), "b1")
    assert "x" in str(state) and state.svg().startswith("<svg")
    assert [place["name"] for place in state.scene["places"]] == ["a1", "b1", "c1", "d1", "e1"]


def test_rows_of_different_lengths_are_refused() -> None:
    class Ragged(Line):
        def scene(self, position: str) -> str:
            return position if position == "....." else position + "/.."

    state = after(Ragged(), "b1")
    for draw in (str, pw.State.svg, lambda state: state.scene, lambda state: state.pixels()):
        with pytest.raises(pw.OptionError, match=r"the row '\.\.', expected 5 squares"):
            draw(state)


@pytest.mark.skipif(os.name == "nt", reason="signals")
def test_ctrl_c_ends_the_board() -> None:
    script = "import signal, time, plywright as pw\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    script += "pw.serve('hex', open=False)\nprint('after', flush=True)\nwhile True: time.sleep(0.1)"
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        # A process that does not end by itself is killed, and the test fails.
        limit = threading.Timer(60, process.kill)
        limit.start()
        address = process.stdout.readline().split()[0]
        page = Page(address)
        page.receive()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "after\n"
        with pytest.raises(urllib.error.URLError):
            opened(address)
        # The board has given the signal back to Python, so it ends the process.
        process.send_signal(signal.SIGINT)
        assert process.wait() != -signal.SIGKILL
        limit.cancel()
