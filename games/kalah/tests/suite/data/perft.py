"""Count move sequences of Kalah: `python3 perft.py > perft.tsv`.

Written from the rule sheet, without the crate's code. The pits lie in one ring: the first side's
houses and its store, then the second side's houses and its store.
"""

import random


def sow(ring, side, house, empty_captures):
    """Return the ring and the side to move after a move."""
    houses = len(ring) // 2 - 1
    store = houses if side == 0 else 2 * houses + 1
    foreign = 2 * houses + 1 if side == 0 else houses
    pits = list(ring)
    pit = house + (0 if side == 0 else houses + 1)
    hand, pits[pit] = pits[pit], 0
    while hand:
        pit = (pit + 1) % len(pits)
        if pit == foreign:
            continue
        pits[pit] += 1
        hand -= 1
    own = range(0, houses) if side == 0 else range(houses + 1, 2 * houses + 1)
    if pit in own and pits[pit] == 1:
        facing = 2 * houses - pit
        if pits[facing] or empty_captures:
            pits[store] += 1 + pits[facing]
            pits[pit] = pits[facing] = 0
    return tuple(pits), side if pit == store else 1 - side


def moves(ring, side):
    """Return the houses from which the side to move can sow; none if the game is over."""
    houses = len(ring) // 2 - 1
    rows = ring[:houses], ring[houses + 1 : -1]
    if not any(rows[0]) or not any(rows[1]):
        return []
    return [house for house in range(houses) if rows[side][house]]


def perft(ring, side, depth, empty_captures):
    """Count the sequences of `depth` moves."""
    if depth == 1:
        return len(moves(ring, side))
    after = [sow(ring, side, house, empty_captures) for house in moves(ring, side)]
    return sum(perft(*position, depth - 1, empty_captures) for position in after)


def show(variant, ring, side, depths, empty_captures):
    """Print a row for each depth."""
    half = len(ring) // 2
    text = "/".join(",".join(map(str, row)) for row in (ring[:half], ring[half:])) + " " + "sn"[side]
    for depth in range(1, depths + 1):
        print(variant, text, depth, perft(ring, side, depth, empty_captures), sep="\t")


dice = random.Random(1)
for variant, houses, seeds, empty_captures in [
    ("kalah", 6, 4, True),
    ("4x3", 4, 3, True),
    ("3x3", 3, 3, True),
    ("no-empty-capture", 6, 4, False),
]:
    start = ([seeds] * houses + [0]) * 2
    show(variant, tuple(start), 0, 6 if houses == 6 else 7, empty_captures)
    for length in (4, 8, 12, 16, 20):
        ring, side = tuple(start), 0
        for _ in range(length):
            after = [sow(ring, side, house, empty_captures) for house in moves(ring, side)]
            after = [position for position in after if moves(*position)]
            if not after:
                break
            ring, side = dice.choice(after)
        show(variant, ring, side, 5, empty_captures)
