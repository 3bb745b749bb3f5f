"""Count move sequences of Breakthrough: `python3 perft.py > perft.tsv`.

Written from the rule sheet, without the crate's code. A board is a tuple of rows, bottom row first.
"""

import random


def moves(board, side):
    """Return the boards after each legal move; none if the game is over."""
    size = len(board)
    other = "o" if side == "x" else "x"
    forward, goal, home = (1, size - 1, 0) if side == "x" else (-1, 0, size - 1)
    if other in board[home] or side in board[goal] or not any(side in row for row in board):
        return []
    found = []
    for y, row in enumerate(board):
        for x, piece in enumerate(row):
            if piece != side:
                continue
            for dx in (-1, 0, 1):
                tx, ty = x + dx, y + forward
                if not 0 <= tx < size or not 0 <= ty < size:
                    continue
                target = board[ty][tx]
                if target == side or (dx == 0 and target != "."):
                    continue
                rows = [list(line) for line in board]
                rows[y][x], rows[ty][tx] = ".", side
                found.append(tuple("".join(line) for line in rows))
    return found


def perft(board, side, depth):
    """Count the sequences of `depth` moves."""
    after = moves(board, side)
    if depth == 1:
        return len(after)
    other = "o" if side == "x" else "x"
    return sum(perft(child, other, depth - 1) for child in after)


def start(size):
    """Return the start position."""
    empty = ["." * size] * (size - 4)
    return tuple(["x" * size] * 2 + empty + ["o" * size] * 2)


def show(board, side, depths):
    """Print a row for each depth."""
    for depth in range(1, depths + 1):
        print("/".join(reversed(board)) + " " + side, depth, perft(board, side, depth), sep="\t")


show(start(8), "x", 4)
show(start(6), "x", 5)
dice = random.Random(1)
for size, length in [(8, 12), (8, 25), (8, 40), (8, 55), (6, 8), (6, 16), (6, 24)]:
    for _ in range(2):
        board, side = start(size), "x"
        for _ in range(length):
            after = moves(board, side)
            following = [child for child in after if moves(child, "o" if side == "x" else "x")]
            if not following:
                break
            board, side = dice.choice(following), "o" if side == "x" else "x"
        show(board, side, 3)
