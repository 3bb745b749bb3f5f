"""Count move sequences of Othello with passes: `python3 perft.py > perft.tsv`.

Written from the rule sheet, without the crate's code. A pass is a move, and the game ends if neither side can
place a disc. The positions come from random games and have a pass within two moves.
"""

import random

ROUND = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]
OTHER = {"x": "o", "o": "x"}


def turned(board, side, square):
    """Return the discs that a disc on `square` turns."""
    discs = []
    for down, right in ROUND:
        row, column, line = square // 8 + down, square % 8 + right, []
        while 0 <= row < 8 and 0 <= column < 8 and board[8 * row + column] == OTHER[side]:
            line.append(8 * row + column)
            row, column = row + down, column + right
        if 0 <= row < 8 and 0 <= column < 8 and board[8 * row + column] == side:
            discs += line
    return discs


def placings(board, side):
    """Return the squares on which the side can place a disc."""
    return [square for square in range(64) if board[square] == "." and turned(board, side, square)]


def moves(board, side):
    """Return the legal moves: squares, or a pass as `None`."""
    squares = placings(board, side)
    return squares or ([None] if placings(board, OTHER[side]) else [])


def play(board, side, square):
    """Return the board and the side to move after a move."""
    board = list(board)
    if square is not None:
        for disc in [square, *turned(board, side, square)]:
            board[disc] = side
    return "".join(board), OTHER[side]


def perft(board, side, depth):
    """Count the sequences of `depth` moves."""
    if depth == 0:
        return 1
    return sum(perft(*play(board, side, square), depth - 1) for square in moves(board, side))


def show(board, side, depths):
    """Print a row for each depth."""
    text = "/".join(board[row : row + 8] for row in range(0, 64, 8)) + " " + side
    for depth in range(1, depths + 1):
        print(text, depth, perft(board, side, depth), sep="\t")


START = "." * 27 + "ox" + "." * 6 + "xo" + "." * 27
dice = random.Random(1)
show(START, "x", 5)
shown = 0
while shown < 4:
    board, side = START, "x"
    while options := moves(board, side):
        if options == [None] and board.count(".") > 4:
            show(*before, 4)
            shown += 1
            break
        before = board, side
        board, side = play(board, side, dice.choice(options))
