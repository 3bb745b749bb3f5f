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
    """The side that first reaches the last row wins. A position is a string of 64 squares, a1 to h8, and the side."""

    sides = ("white", "black")
    observation_shape = (2, 8, 8)

    def start(self) -> Any:
        """Return two rows of men for each side."""
        return "w" * 16 + "." * 32 + "b" * 16, 0

    def side(self, position: tuple[str, int]) -> int:
        """Return the side to move."""
        return position[1]

    def moves(self, position: tuple[str, int]) -> Any:
        """Return the moves as pairs of squares, or the ending. Men move forwards and capture diagonally."""
        board, side = position
        own, step = ("w", 8) if side == 0 else ("b", -8)
        if "b" in board[:8] or "w" in board[56:] or own not in board:
            return pw.Ending(1 - side)
        found = []
        for square in range(64):
            if board[square] != own:
                continue
            for to_file in range(max(square % 8 - 1, 0), min(square % 8 + 1, 7) + 1):
                to = square - square % 8 + step + to_file
                is_straight = to_file == square % 8
                if board[to] == "." or (board[to] != own and not is_straight):
                    found.append((square, to))
        return found

    def play(self, position: tuple[str, int], move: tuple[int, int]) -> tuple[str, int]:
        """Return the position after a move."""
        squares = list(position[0])
        squares[move[1]], squares[move[0]] = squares[move[0]], "."
        return "".join(squares), 1 - position[1]

    def move_text(self, position: tuple[str, int], move: tuple[int, int]) -> str:
        """Return a move as in `a2a3`."""
        del position
        return "".join(FILES[square % 8] + str(square // 8 + 1) for square in move)

    def evaluation(self, position: tuple[str, int]) -> int:
        """Return the lead in men, in hundredths."""
        lead = 100 * (position[0].count("w") - position[0].count("b"))
        return lead if position[1] == 0 else -lead

    def observe(self, position: tuple[str, int], side: int) -> Any:
        """Return the own men and those of the opponent, seen from the side's own first row."""
        board = np.array(list(position[0] if side == 0 else position[0][::-1])).reshape(8, 8)
        return np.stack([board == "wb"[side], board == "bw"[side]])


if __name__ == "__main__":
    game = Breakthrough()
    print(pw.assert_conforms(game, games=5))
    print("perft 3:", game.start().perft(3), "and of the package:", pw.Game("breakthrough").start().perft(3))
    with pw.Engine(game) as engine:
        print(engine.play(game.start(), pw.Limit(nodes=2000)))
