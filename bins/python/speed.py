"""Measures the speed of the package and, in the same run, of the program `plywright`, of OpenSpiel and of pgx.

    python bins/python/speed.py target/release/plywright

Run it on an idle machine. Without an argument, the program is left out, as are packages that are not installed.
"""

from __future__ import annotations

import random
import re
import subprocess
import sys
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING, Any

import numpy as np
import plywright as pw

sys.path.append(str(Path(__file__).parent / "tests"))
from test_written import ConnectFour

if TYPE_CHECKING:
    from collections.abc import Callable

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
PGX = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "othello": "othello",
    "hex": "hex",
    "chess": "chess",
}
PERFT = {"mill": 7, "chess": 6, "othello": 11}
NODES = 5_000_000


def rates(work: Callable[[], float], other: Callable[[], float] | None = None) -> tuple[float, float]:
    """Run two measurements in turn, and return the median of each. Without `other`, the second median is NaN."""
    one, two = [], []
    for _ in range(REPEATS):
        one.append(work())
        if other is not None:
            two.append(other())
    return median(one), median(two) if two else float("nan")


def show(name: str, rate: float, rust: float = float("nan")) -> None:
    """Print a line: a rate per second and, if it is known, its share of the program's rate."""
    share = f"{100 * rate / rust:6.1f} % of {rust:14,.0f}" if rust == rust else ""  # noqa: PLR0124
    print(f"{name:32}{rate:14,.0f} a second   {share}", flush=True)


def single_calls(name: str) -> float:
    """Return the moves per second of processor time of random games, chosen in Python from `move_numbers`."""
    game, moves, started = pw.Game(name), 0, time.process_time()
    choice = random.Random(1).random
    while time.process_time() - started < 1:
        state = game.start()
        while numbers := state.move_numbers():
            state.play(numbers[int(choice() * len(numbers))])
            moves += 1
    return moves / (time.process_time() - started)


def random_moves(name: str) -> float:
    """Return the moves per second of processor time of random games, played by `play_random`."""
    game, moves, started = pw.Game(name), 0, time.process_time()
    bits = random.Random(1).getrandbits
    while time.process_time() - started < 1:
        state = game.start()
        while state.play_random(bits(64)) is not None:
            moves += 1
    return moves / (time.process_time() - started)


def by_text(name: str) -> float:
    """Return the moves per second of processor time of random games, chosen in Python from the texts of moves."""
    game, moves, started = pw.Game(name), 0, time.process_time()
    choice = random.Random(1).random
    while time.process_time() - started < 1:
        state = game.start()
        while texts := state.moves():
            state.play(texts[int(choice() * len(texts))])
            moves += 1
    return moves / (time.process_time() - started)


def spiel_by_text(game: Any) -> float:
    """Return the same figure for a game of OpenSpiel."""
    moves, started = 0, time.process_time()
    choice = random.Random(1).random
    while time.process_time() - started < 1:
        state = game.new_initial_state()
        while not state.is_terminal():
            texts = [state.action_to_string(action) for action in state.legal_actions()]
            state.apply_action(state.string_to_action(texts[int(choice() * len(texts))]))
            moves += 1
    return moves / (time.process_time() - started)


def spiel(game: Any) -> float:
    """Return the moves per second of processor time of random games, chosen in Python, of a game of OpenSpiel."""
    moves, started = 0, time.process_time()
    choice = random.Random(1).random
    while time.process_time() - started < 1:
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[int(choice() * len(actions))])
            moves += 1
    return moves / (time.process_time() - started)


def compare_open_spiel() -> None:
    """Print the speed by texts and that of the adapter, relative to OpenSpiel's own games."""
    try:
        import pyspiel
        from plywright import open_spiel
    except ImportError:
        return
    shares = []
    for name, theirs in OPEN_SPIEL.items():
        other, adapter = pyspiel.load_game(theirs), open_spiel.load_game(name)
        show(f"{name}: by text", *rates(lambda: by_text(name), lambda: spiel_by_text(other)))  # noqa: B023
        pair = rates(lambda: spiel(adapter), lambda: spiel(other))  # noqa: B023
        show(f"{name}: OpenSpiel's interface", *pair)
        shares.append(pair[0] / pair[1])
    print(f"OpenSpiel's interface, median: {100 * median(shares):.0f} %", flush=True)


def compare_pgx() -> None:
    """Print the moves per second on 1,000 boards with masks and observations, relative to pgx on one core."""
    try:
        import jax
        import pgx
    except ImportError:
        return
    for name, theirs in PGX.items():
        env = pgx.make(theirs)

        def turn(key: Any, state: Any, env: Any = env) -> Any:
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            actions = jax.random.categorical(key, logits, axis=1)
            step = pgx.experimental.auto_reset(env.step, env.init)
            return jax.vmap(step)(state, actions, jax.random.split(key, 1000))

        step, key = jax.jit(turn), jax.random.key(1)
        state = step(key, jax.jit(jax.vmap(env.init))(jax.random.split(key, 1000)))

        def steps(step: Any = step, key: Any = key, state: Any = state) -> float:
            moves, started = 0, time.process_time()
            while time.process_time() - started < 1:
                key, own = jax.random.split(key)
                state = jax.block_until_ready(step(own, state))
                moves += 1000
            return moves / (time.process_time() - started)

        show(f"{name}: with all arrays, of pgx", *rates(lambda: batches(name, everything=True), steps))  # noqa: B023


def random_games(name: str, calls: int, size: int) -> float:
    """Return the moves per second of random games, played in `calls` batches of `size` games."""
    game, moves, started = pw.Game(name), 0, time.perf_counter()
    for call in range(calls):
        moves += int(pw.random_games(game, size, seed=call)[1].sum())
    return moves / (time.perf_counter() - started)


def observations(name: str) -> float:
    """Return the observations per second, written in batches of 1,000 into one array."""
    game, rng = pw.Game(name), random.Random(1)
    states: list[pw.State] = []
    state = game.start()
    while len(states) < 1000:
        if not (numbers := state.move_numbers()):
            state = game.start()
            continue
        states.append(state.copy())
        state.play(rng.choice(numbers))
    out = np.zeros((1000, *game.observation_shape), np.float32)
    count, started = 0, time.perf_counter()
    while time.perf_counter() - started < 1:
        pw.observe(states, out)
        count += 1000
    return count / (time.perf_counter() - started)


def batches(name: str, *, everything: bool) -> float:
    """Return the random moves per second on 1,000 boards; `everything` reads rewards, masks and observations, too."""
    boards = pw.Batch(name, 1000, seed=1)
    masks, seen = boards.masks(), boards.observe()
    moves, started = 0, time.process_time()
    while time.process_time() - started < 1:
        boards.play(boards.random_actions())
        if everything:
            _ = boards.rewards
            boards.masks(out=masks)
            boards.observe(out=seen)
        boards.reset(boards.endings != 0)
        moves += 1000
    return moves / (time.process_time() - started)


def simulations(name: str) -> float:
    """Return the simulations per second of `Puct` with an evaluation that returns constants."""
    game, count = pw.Game(name), 100_000
    policies, values = np.ones((256, game.move_count), np.float32), np.zeros(256, np.float32)

    def evaluate(_: Any, masks: Any) -> Any:
        return policies[: len(masks)], values[: len(masks)]

    search, started = pw.Puct(game, evaluate, simulations=count, batch=256), time.perf_counter()
    search.search(game.start())
    return count / (time.perf_counter() - started)


def mill_states(stones: int) -> list[pw.State]:
    """Return 10,000 positions of Mill: endings with this number of stones; with 0, openings."""
    game, rng = pw.Game("mill"), random.Random(1)
    states: list[pw.State] = []
    while len(states) < 10_000:
        if stones == 0:
            state = game.start()
            for _ in range(rng.randrange(9)):
                state.play(rng.choice(state.moves()))
        else:
            half = stones // 2
            points = list("O" * half + "@" * half + "*" * (24 - 2 * half))
            rng.shuffle(points)
            rows = "/".join("".join(points[row : row + 8]) for row in (0, 8, 16))
            state = game.position(f"{rows} w m s {half} 0 {half} 0 0 0 0 0 0 0 0 0 30")
        states.append(state)
    return states


def probes(states: list[pw.State]) -> float:
    """Return the values per second from the built-in tables."""
    tables, count, started = pw.Tables(), 0, time.perf_counter()
    while time.perf_counter() - started < 1:
        count += int(tables.probe(states).known.sum())
    return count / (time.perf_counter() - started)


def perft(name: str) -> float:
    """Return the move sequences that perft counts per second."""
    state, started = pw.Game(name).start(), time.perf_counter()
    return state.perft(PERFT[name]) / (time.perf_counter() - started)


def search(game: pw.Game, nodes: int = NODES) -> float:
    """Return the nodes per second of a search."""
    with pw.Engine(game, hash=16) as engine:
        info = engine.analyse(game.start(), pw.Limit(nodes=nodes))
    return info.nps


def program(path: str, *words: str, text: str = "") -> str:
    """Run the program and return its output."""
    return subprocess.run([path, *words], input=text, capture_output=True, text=True, check=True).stdout


def rust_perft(path: str, name: str) -> float:
    """Return the move sequences that the program's perft counts per second, without the start of the program."""
    output = program(path, "perft", "--game", name, "--depth", str(PERFT[name]))
    found = re.search(r"Time: ([\d.]+) s.*\nNodes searched: (\d+)", output)
    assert found, output
    return int(found[2]) / float(found[1])


def rust_search(path: str, name: str) -> float:
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
    for info in pw.games():
        show(f"{info.name}: single calls", rates(lambda name=info.name: single_calls(name))[0])  # type: ignore[misc]
        show(f"{info.name}: play_random", rates(lambda name=info.name: random_moves(name))[0])  # type: ignore[misc]
    for name, calls in (("mill", 5), ("connect-four", 100), ("tic-tac-toe", 200), ("othello", 20)):
        pair = rates(lambda: random_games(name, calls, 1000), lambda: random_games(name, 1, 1000 * calls))  # noqa: B023
        show(f"{name}: batches of 1,000 games", *pair)
    for name in ("mill", "connect-four", "othello"):
        show(f"{name}: observations", rates(lambda: observations(name))[0])  # noqa: B023
    for name in ("connect-four", "othello", "tic-tac-toe", "mill", "chess", "hex"):
        show(f"{name}: 1,000 boards", rates(lambda: batches(name, everything=False))[0])  # noqa: B023
        show(f"{name}: with all arrays", rates(lambda: batches(name, everything=True))[0])  # noqa: B023
    for name in ("connect-four", "mill", "chess"):
        show(f"{name}: simulations", rates(lambda: simulations(name))[0])  # noqa: B023
    for stones in (0, 6, 8, 10):
        states = mill_states(stones)
        show(f"mill: values, {stones or 'openings'}", rates(lambda: probes(states))[0])  # noqa: B023
    show("connect four in Python: search", rates(lambda: search(ConnectFour(), 100_000))[0])
    compare_open_spiel()
    compare_pgx()
    for name in PERFT:
        other = None if path is None else lambda: rust_perft(path, name)  # noqa: B023
        show(f"{name}: perft {PERFT[name]}", *rates(lambda: perft(name), other))  # noqa: B023
    for name in ("mill", "othello"):
        other = None if path is None else lambda: rust_search(path, name)  # noqa: B023
        show(f"{name}: search", *rates(lambda: search(pw.Game(name)), other))  # noqa: B023


if __name__ == "__main__":
    main()
