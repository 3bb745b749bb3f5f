"""Breakthrough, the game of the tutorial, with its rules in Python.

    python breakthrough.py

The engine, perft, matches and environments work with it as with a game of the package, but much slower.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import plywright as pw

FILES = "abcdefgh"


class Breakthrough(pw.Game):
    """The side that first reaches the last row or captures all opposing men wins.

    A position is a string of 64 squares, a1 to h8, and the side.
    """

    sides = ("white", "black")
    observation_shape = (2, 8, 8)

    def start(self) -> Any:
        """Return two rows of men for each side."""
        return "w" * 16 + "." * 32 + "b" * 16, 0

    def side(self, position: tuple[str, int]) -> int:
        """Return the side to move."""
        return position[1]

    def moves(self, position: tuple[str, int]) -> Any:
        """Return the moves as pairs of squares, or the ending.

        Men step to an empty square in front, straight or diagonally, and capture diagonally only.
        """
        board, side = position
        own, forward = ("w", 1) if side == 0 else ("b", -1)
        last_row_is_reached = "b" in board[:8] or "w" in board[56:]
        if last_row_is_reached or own not in board:
            return pw.Ending(1 - side)
        found = []
        for square in range(64):
            if board[square] != own:
                continue
            rank, file = divmod(square, 8)
            for to_file in range(max(file - 1, 0), min(file + 1, 7) + 1):
                target = 8 * (rank + forward) + to_file
                is_capture = board[target] not in (".", own) and to_file != file
                if board[target] == "." or is_capture:
                    found.append((square, target))
        return found

    def play(self, position: tuple[str, int], move: tuple[int, int]) -> tuple[str, int]:
        """Return the position after a move."""
        board, side = position
        source, target = move
        squares = list(board)
        squares[source], squares[target] = ".", board[source]
        return "".join(squares), 1 - side

    def move_text(self, position: tuple[str, int], move: tuple[int, int]) -> str:
        """Return a move as in `a2a3`."""
        del position
        return "".join(FILES[square % 8] + str(square // 8 + 1) for square in move)

    def evaluation(self, position: tuple[str, int]) -> int:
        """Return the lead in men, in hundredths."""
        board, side = position
        lead = 100 * (board.count("w") - board.count("b"))
        return lead if side == 0 else -lead

    def observe(self, position: tuple[str, int], side: int) -> Any:
        """Return the men of `side` and those of the opponent, seen from the side's own first row."""
        board, _ = position
        squares = np.array(list(board if side == 0 else board[::-1])).reshape(8, 8)
        return np.stack([squares == "wb"[side], squares == "bw"[side]])


if __name__ == "__main__":
    game = Breakthrough()
    print(pw.assert_conforms(game, games=5))
    print("perft 3:", game.start().perft(3), "and of the package:", pw.Game("breakthrough").start().perft(3))
    with pw.Engine(game) as engine:
        print(engine.play(game.start(), pw.Limit(nodes=2000)))
