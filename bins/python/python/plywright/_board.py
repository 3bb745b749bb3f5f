"""The board in a browser."""

from __future__ import annotations

import time
import webbrowser
from contextlib import AbstractContextManager, suppress

from plywright._checks import to_game, whole
from plywright._core import Game, _Board

SIGNAL_CHECK = 0.1
"""Interval in seconds at which `serve` checks for Ctrl-C."""

_RUNNING: set[Board] = set()
"""Boards that run until `Board.close`. This set keeps them even if the caller does not."""


class Board(AbstractContextManager["Board"]):
    """A board in the browser that `serve` has started. A `with` statement closes it at its end."""

    def __init__(self, game: Game, port: int) -> None:
        self._board = _Board(game, port)

    @property
    def address(self) -> str:
        """Address of the page, which only programs on this machine can open."""
        return self._board.address

    def close(self) -> None:
        """End the server and all its searches. A second call does nothing."""
        _RUNNING.discard(self)
        self._board.close()

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Board('{self.address}')"


def serve(game: Game | str = "mill", *, port: int = 0, open: bool = True, wait: bool = True) -> Board:
    """Serve the board for a game to a browser: play against the engine or each other, analyse, and review games.

    port: Port to listen on; 0 takes any free port.
    open: Whether to open the page in a browser.
    wait: Whether to print the address and wait until Ctrl-C, which ends the board. Without it, the call returns at
        once, and the board runs until `Board.close`.

    A game written in Python is served like any other. Its rule `scene` is the board; without it, moves are buttons.
    Raises `OSError` if the port is not free.
    """
    board = Board(to_game(game), whole("port", port, 0, 65_535))
    if open:
        webbrowser.open(board.address)
    if wait:
        with suppress(KeyboardInterrupt), board:
            print(f"{board.address} (Ctrl-C ends the board)", flush=True)  # noqa: T201
            while True:
                # A signal that another thread has received does not end this sleep.
                time.sleep(SIGNAL_CHECK)
    else:
        _RUNNING.add(board)
    return board
