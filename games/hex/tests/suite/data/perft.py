"""Count move sequences of Hex on small boards to the end of the game: `python3 perft.py > perft.tsv`.

Written from the rule sheet, without the crate's code. A side's stones are the bits of an integer: bit
column + size * row is a cell. Each position is expanded once, with the number of move sequences that reach it.
"""

from collections import Counter
from functools import cache

AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))


@cache
def connects(stones, axis, size):
    """Return whether the stones connect the two edges of an axis: 0 for left and right, 1 for top and bottom."""
    cells = {divmod(bit, size)[::-1] for bit in range(size * size) if stones >> bit & 1}
    found = [cell for cell in cells if cell[axis] == 0]
    seen = set(found)
    while found:
        cell = found.pop()
        if cell[axis] == size - 1:
            return True
        around = {(cell[0] + right, cell[1] + down) for right, down in AROUND}
        found.extend(around & cells - seen)
        seen |= around & cells
    return False


def counts(size, has_swap, start=(0, 0, 0)):
    """Return the numbers of sequences of 1, 2, ... moves from a position; the last is 0."""
    cells = [(column, row) for row in range(size) for column in range(size)]
    # Number of sequences by position: stones of both sides, side to move. The first side connects top and bottom.
    level = {start: 1}
    while level:
        following = Counter()
        for (first, second, side), ways in level.items():
            if connects((second, first)[side], side, size):
                continue
            for column, row in cells:
                bit = 1 << column + size * row
                if has_swap and side == 1 and second == 0 and first == bit:
                    following[0, 1 << row + size * column, 0] += ways
                if (first | second) & bit:
                    continue
                if side == 0:
                    following[first | bit, second, 1] += ways
                else:
                    following[first, second | bit, 0] += ways
        yield sum(following.values())
        level = following


for size, rule in ((2, "swap"), (2, "plain"), (3, "swap"), (3, "plain"), (4, "swap")):
    for depth, count in enumerate(counts(size, rule == "swap"), 1):
        print(size, rule, depth, count, sep="\t")

# After the first stone on b1, which a swap moves to a2.
for depth, count in enumerate(counts(3, True, (1 << 1, 0, 1)), 1):
    print(3, "swap after b1", depth, count, sep="\t")
