"""Measures the speed of the package, and of the program `plywright`, OpenSpiel and pgx in the same run.

    python bins/python/speed.py target/release/plywright

Run it on an idle machine. Without an argument, the program is left out, as are packages that are not installed.

A measurement is a function that returns a rate per second. Most of them repeat a piece of work, which is a function
that returns how much it has done: moves, positions or observations.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
import plywright as pw

sys.path.append(str(Path(__file__).parent / "tests"))
from test_written import ConnectFour

if TYPE_CHECKING:
    from collections.abc import Callable

    Work = Callable[[], int]
    Measurement = Callable[[], float]

REPEATS = 5
OPEN_SPIEL = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "othello": "othello",
    "breakthrough": "breakthrough",
    "hex": "hex",
    "chess": "chess",
    "mill": "nine_mens_morris",
    "kalah": "mancala",
}
PGX = ("tic-tac-toe", "connect-four", "othello", "hex", "chess")
BOARDS = 1000
PERFT = {"mill": 7, "chess": 6, "othello": 11}
NODES = 5_000_000


def per_second(work: Work, clock: Callable[[], float] = time.process_time) -> float:
    """Repeat the work for a second of the clock, by default of processor time. Return what it does in a second."""
    done, start = 0, clock()
    while clock() - start < 1:
        done += work()
    return done / (clock() - start)


def show(name: str, own: Measurement, other: Measurement | None = None) -> float:
    """Print the median rate of several runs. With `other`, which runs in turn, also print and return this rate's share
    of the other's. Without it, return NaN.
    """
    rates, others = [], []
    for _ in range(REPEATS):
        rates.append(own())
        if other is not None:
            others.append(other())
    line, share = f"{name:32}{median(rates):14,.0f} a second", float("nan")
    if others:
        share = median(rates) / median(others)
        line += f"   {100 * share:6.1f} % of {median(others):14,.0f}"
    print(line, flush=True)
    return share


# Random games, one at a time. `int(random() * n)` chooses a move, because the time of `random.choice` would be a large
# part of the figure.


def play_by_numbers(game: pw.Game, rng: random.Random) -> int:
    """Play a game by the numbers of moves. Return the number of its moves, as the next functions do."""
    state, moves = game.start(), 0
    while numbers := state.move_numbers():
        state.play(numbers[int(rng.random() * len(numbers))])
        moves += 1
    return moves


def play_by_texts(game: pw.Game, rng: random.Random) -> int:
    """Play a game by the texts of moves."""
    state, moves = game.start(), 0
    while texts := state.moves():
        state.play(texts[int(rng.random() * len(texts))])
        moves += 1
    return moves


def play_by_random_bits(game: pw.Game, rng: random.Random) -> int:
    """Play a game by random bits, from which the package chooses the moves."""
    state, moves = game.start(), 0
    while state.play_random(rng.getrandbits(64)) is not None:
        moves += 1
    return moves


def play_open_spiel(game: Any, rng: random.Random) -> int:
    """Play a game of OpenSpiel, or one of this package behind OpenSpiel's interface."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        actions = state.legal_actions()
        state.apply_action(actions[int(rng.random() * len(actions))])
        moves += 1
    return moves


def play_open_spiel_by_texts(game: Any, rng: random.Random) -> int:
    """Play a game of OpenSpiel by the texts of moves."""
    state, moves = game.new_initial_state(), 0
    while not state.is_terminal():
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        state.apply_action(state.string_to_action(texts[int(rng.random() * len(texts))]))
        moves += 1
    return moves


def games_a_second(play: Callable[[Any, random.Random], int], game: Any) -> Measurement:
    """Return the measurement of moves in random games."""
    return partial(per_second, partial(play, game, random.Random(1)))


def compare_open_spiel() -> None:
    """Compare OpenSpiel's own games with those of this package: by texts, and behind OpenSpiel's interface."""
    try:
        import pyspiel
        from plywright import open_spiel
    except ImportError:
        return
    shares = []
    for name, theirs in OPEN_SPIEL.items():
        other = pyspiel.load_game(theirs)
        by_texts = games_a_second(play_by_texts, pw.Game(name))
        show(f"{name}: by text", by_texts, games_a_second(play_open_spiel_by_texts, other))
        adapter = games_a_second(play_open_spiel, open_spiel.load_game(name))
        shares.append(show(f"{name}: OpenSpiel's interface", adapter, games_a_second(play_open_spiel, other)))
    print(f"OpenSpiel's interface, median: {100 * median(shares):.0f} %", flush=True)


# Many boards at once.


def random_games(name: str, size: int) -> Work:
    """Return the work of playing a batch of random games to their ends."""
    game, seeds = pw.Game(name), count()
    return lambda: int(pw.random_games(game, size, seed=next(seeds))[1].sum())


def boards(name: str, *, everything: bool) -> Work:
    """Return the work of a random move on each board; `everything` reads rewards, masks and observations, too."""
    batch = pw.Batch(name, BOARDS, seed=1)
    masks, seen = batch.masks(), batch.observe()

    def move() -> int:
        batch.play(batch.random_actions())
        if everything:
            _ = batch.rewards
            batch.masks(out=masks)
            batch.observe(out=seen)
        batch.reset(batch.endings != 0)
        return BOARDS

    return move


def pgx_boards(theirs: str) -> Work:
    """Return the work of a random move on each board of pgx, which computes masks and observations with it."""
    import jax
    import pgx

    env = pgx.make(theirs)

    def turn(key: Any, state: Any) -> Any:
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(key, logits, axis=1)
        step = pgx.experimental.auto_reset(env.step, env.init)
        return jax.vmap(step)(state, actions, jax.random.split(key, BOARDS))

    step, key = jax.jit(turn), jax.random.key(1)
    # The first call compiles the step.
    state = step(key, jax.jit(jax.vmap(env.init))(jax.random.split(key, BOARDS)))

    def move() -> int:
        nonlocal key, state
        key, own = jax.random.split(key)
        state = jax.block_until_ready(step(own, state))
        return BOARDS

    return move


def compare_pgx() -> None:
    """Compare moves on many boards, with masks and observations, with those of pgx on one core."""
    try:
        import jax  # noqa: F401
        import pgx  # noqa: F401
    except ImportError:
        return
    for name in PGX:
        own, other = boards(name, everything=True), pgx_boards(name.replace("-", "_"))
        show(f"{name}: with all arrays, of pgx", partial(per_second, own), partial(per_second, other))


def observations(name: str) -> Work:
    """Return the work of writing the observations of a batch of positions into one array."""
    game, rng = pw.Game(name), random.Random(1)
    states: list[pw.State] = []
    state = game.start()
    while len(states) < BOARDS:
        if not (numbers := state.move_numbers()):
            state = game.start()
            continue
        states.append(state.copy())
        state.play(rng.choice(numbers))
    out = np.zeros((BOARDS, *game.observation_shape), np.float32)

    def observe() -> int:
        pw.observe(states, out)
        return BOARDS

    return observe


# Searches and tables.


def simulations(name: str) -> Work:
    """Return the work of a search by `Puct` with an evaluation that returns constants."""
    game, visits = pw.Game(name), 100_000
    policies, values = np.ones((256, game.move_count), np.float32), np.zeros(256, np.float32)

    def evaluate(_: Any, masks: Any) -> Any:
        return policies[: len(masks)], values[: len(masks)]

    def search() -> int:
        pw.Puct(game, evaluate, simulations=visits, batch=256).search(game.start())
        return visits

    return search


def mill_openings() -> list[pw.State]:
    """Return positions of Mill after up to eight random moves."""
    game, rng = pw.Game("mill"), random.Random(1)
    states = []
    for _ in range(10_000):
        state = game.start()
        for _ in range(rng.randrange(9)):
            state.play(rng.choice(state.moves()))
        states.append(state)
    return states


def mill_endings(stones: int) -> list[pw.State]:
    """Return random positions of Mill with this number of stones, half of them of each colour."""
    game, rng, half = pw.Game("mill"), random.Random(1), stones // 2
    states = []
    for _ in range(10_000):
        points = list("O" * half + "@" * half + "*" * (24 - 2 * half))
        rng.shuffle(points)
        rows = "/".join("".join(points[row : row + 8]) for row in (0, 8, 16))
        states.append(game.position(f"{rows} w m s {half} 0 {half} 0 0 0 0 0 0 0 0 0 30"))
    return states


def values(states: list[pw.State]) -> Work:
    """Return the work of looking the positions up in the built-in tables; those without a value do not count."""
    tables = pw.Tables()
    return lambda: int(tables.probe(states).known.sum())


def search(game: pw.Game, nodes: int = NODES) -> float:
    """Return the nodes per second of a search."""
    with pw.Engine(game, hash=16) as engine:
        info = engine.analyse(game.start(), pw.Limit(nodes=nodes))
    return info.nps


def perft_of_program(path: str, name: str) -> float:
    """Return the move sequences that the program's perft counts per second, without the start of the program."""
    words = [path, "perft", "--game", name, "--depth", str(PERFT[name])]
    output = subprocess.run(words, capture_output=True, text=True, check=True).stdout
    found = re.search(r"Time: ([\d.]+) s.*\nNodes searched: (\d+)", output)
    assert found, output
    return int(found[2]) / float(found[1])


def search_of_program(path: str, name: str) -> float:
    """Return the nodes per second of a search by the program."""
    words = f"uci\nsetoption name Hash value 16\nisready\nposition startpos\ngo nodes {NODES}\n"
    with subprocess.Popen(
        [path, "--game", name, "--protocol", "uci"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(words)
        process.stdin.flush()
        rate = 0
        for line in process.stdout:
            if found := re.search(r" nps (\d+)", line):
                rate = int(found[1])
            if line.startswith("bestmove"):
                break
        process.stdin.write("quit\n")
    return rate


def main() -> None:
    """Print all measurements."""
    path = sys.argv[1] if len(sys.argv) > 1 else None
    real_time = partial(per_second, clock=time.perf_counter)
    for info in pw.games():
        game = pw.Game(info.name)
        show(f"{info.name}: single calls", games_a_second(play_by_numbers, game))
        show(f"{info.name}: play_random", games_a_second(play_by_random_bits, game))
    for name, factor in (("mill", 5), ("connect-four", 100), ("tic-tac-toe", 200), ("othello", 20)):
        small, large = random_games(name, 1000), random_games(name, 1000 * factor)
        show(f"{name}: batches of 1,000 games", partial(real_time, small), partial(real_time, large))
    for name in ("mill", "connect-four", "othello"):
        show(f"{name}: observations", partial(real_time, observations(name)))
    for name in ("connect-four", "othello", "tic-tac-toe", "mill", "chess", "hex"):
        show(f"{name}: 1,000 boards", partial(per_second, boards(name, everything=False)))
        show(f"{name}: with all arrays", partial(per_second, boards(name, everything=True)))
    for name in ("connect-four", "mill", "chess"):
        show(f"{name}: simulations", partial(real_time, simulations(name)))
    show("mill: values, openings", partial(real_time, values(mill_openings())))
    for stones in (6, 8, 10):
        show(f"mill: values, {stones}", partial(real_time, values(mill_endings(stones))))
    show("connect four in Python: search", partial(search, ConnectFour(), 100_000))
    compare_open_spiel()
    compare_pgx()
    for name, depth in PERFT.items():
        start = pw.Game(name).start()
        other = None if path is None else partial(perft_of_program, path, name)
        show(f"{name}: perft {depth}", partial(real_time, partial(start.perft, depth)), other)
    for name in ("mill", "othello"):
        other = None if path is None else partial(search_of_program, path, name)
        show(f"{name}: search", partial(search, pw.Game(name)), other)


if __name__ == "__main__":
    main()
