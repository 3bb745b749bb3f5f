"""Play games between gods on all cores for a limited time, and train a network on them.

    python3 gods.py PROGRAM FOLDER --minutes 420 --workers 16
    python3 gods.py PROGRAM FOLDER --minutes 30 --workers 8 --train santorini.net

The first command plays: every ordered pair of different gods gets sixteen games in each seventh pass, pairs of the
gods in `OFTEN` in every pass, and between them come games with mortals. With `--network NET`, that network evaluates.
The second one trains on everything in the folder, from the weights of a network, and writes `FOLDER/gods.net`. Both
end after the given number of minutes, a training perhaps earlier, after six epochs. The same command continues where
it stopped: each pair of each pass has a file of its own, whose finished games count, and a training continues after
its last epoch. After more games, a training refuses to continue; delete `gods.net*` first.
"""

import argparse
import random
import re
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

GAMES = 16
SELF_PLAY = ["--games", str(GAMES), "--openings", "random:2-5", "--branches", "0.5", "--max-plies", "80"]
TRAINING = ["--learning-rate", "0.001", "--result-share", "0.3", "--images", "4"]
# Gods that other programs know too. They play in every pass.
OFTEN = set(
    "pan artemis hephaestus atlas athena minotaur demeter apollo hermes prometheus urania graeae hera limus hypnus "
    "harpies aphrodite persephone hades morpheus aeolus hestia europa bia clio maenads zeus ares".split()
)
# One pass in this many, beginning with the first, plays all pairs.
PASSES_TO_ALL_PAIRS = 7
# After one pair of gods in this many, mortals play each other.
PAIRS_TO_MORTALS = 7
# After one pair of gods in this many, a god plays mortals, once as the first player and once as the second.
PAIRS_TO_GOD_AND_MORTALS = 28
# Factor for the nodes of searches between mortals. They decide their games later than gods, so more nodes pay.
MORTAL_NODES = 2.5


def gods(program: str) -> list[str]:
    """Return the names of all gods, mortals first."""
    listed = subprocess.run([program, "games"], check=True, capture_output=True, text=True).stdout
    return re.search(r"GOD-GOD.*: (.*)\.", listed)[1].split(", ")


def shards(names: list[str]) -> Iterator[tuple[int, int, str]]:
    """Yield the pass, the number and the variant of each file, in the order in which they are played."""
    mortal, *powers = names
    pairs = [f"{first}-{second}" for first in powers for second in powers if first != second]
    often = [pair for pair in pairs if OFTEN.issuperset(pair.split("-"))]
    for step in range(1_000):
        played = pairs if step % PASSES_TO_ALL_PAIRS == 0 else often
        random.Random(step).shuffle(played)
        variants = []
        for index, pair in enumerate(played):
            variants.append(pair)
            if index % PAIRS_TO_MORTALS == 0:
                variants.append(mortal)
            if index % PAIRS_TO_GOD_AND_MORTALS == 0:
                god = powers[(step + index) % len(powers)]
                variants += [f"{mortal}-{god}", f"{god}-{mortal}"]
        for number, variant in enumerate(variants):
            yield step, number, variant


def play(program: str, folder: Path, network: Path | None, nodes: int, workers: int, end: float) -> None:
    """Play files of games until the time `end`."""
    names = gods(program)
    todo, lock = shards(names), threading.Lock()
    failures = []
    evaluation = ["--option", f"EvalFile={network}"] if network else []

    def play_files() -> None:
        while time.time() < end:
            with lock:
                step, number, variant = next(todo)
            path = folder / f"{step:03}-{number:04}.games"
            done = path.with_suffix(".done")
            if done.exists():
                continue
            command = [program, "selfplay", "--game", "santorini", "--variant", variant, *SELF_PLAY]
            limit = round(nodes * MORTAL_NODES) if variant == names[0] else nodes
            seed = 10_000 * (step + 1) + number
            command += [*evaluation, "--nodes", str(limit), "--seed", str(seed), "--out", str(path)]
            try:
                played = subprocess.run(command, capture_output=True, text=True, timeout=max(end - time.time(), 0))
            except subprocess.TimeoutExpired:
                return
            # Some pairs are not allowed. After any other error, such as a full disk, further games would fail too.
            if played.returncode != 0 and "is not an allowed pair" not in played.stderr:
                failures.append(played.stderr)
                return
            done.touch()

    threads = [threading.Thread(target=play_files) for _ in range(workers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    print(len(list(folder.glob("*.done"))), "files are complete")
    if failures:
        sys.exit(failures[0])


def train(program: str, folder: Path, start: Path, hidden: int, workers: int, end: float) -> None:
    """Train until the time `end`, or for six epochs."""
    # One file is read, because a command line has room for a few thousand names only.
    data, network = folder / "all.txt", folder / "gods.net"
    with data.open("wb") as joined:
        for path in sorted(folder.glob("*.games")):
            # The last line of a stopped file may be incomplete.
            joined.write(b"".join(line for line in path.open("rb") if line.endswith(b"\n")))
    command = [program, "train", "--game", "santorini", "--data", str(data), "--from", str(start), *TRAINING]
    command += ["--hidden", str(hidden), "--epochs", "6", "--threads", str(min(workers, 8)), "--out", str(network)]
    try:
        status = subprocess.run(command, timeout=max(end - time.time(), 0)).returncode
        if status:
            sys.exit(status)
    except subprocess.TimeoutExpired:
        print("stopped; the best network so far is", network.with_suffix(".net.best"))


def main() -> None:
    """Read the arguments, and play or train."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", help="the program plywright")
    parser.add_argument("folder", type=Path, help="the folder of the games and of the network")
    parser.add_argument("--minutes", type=float, required=True, help="time until the script ends")
    parser.add_argument("--workers", type=int, default=1, help="number of processes that play, or threads that train")
    parser.add_argument("--nodes", type=int, default=600, help="nodes of each search between gods")
    parser.add_argument("--network", type=Path, metavar="NET", help="play with this network, not the built-in one")
    parser.add_argument("--train", type=Path, metavar="NET", help="train from the weights of this network")
    parser.add_argument("--hidden", type=int, default=64, help="size of the hidden layer of the trained network")
    arguments = parser.parse_args()
    end = time.time() + 60 * arguments.minutes
    arguments.folder.mkdir(parents=True, exist_ok=True)
    program, folder, workers = arguments.program, arguments.folder, arguments.workers
    if arguments.train:
        train(program, folder, arguments.train, arguments.hidden, workers, end)
    else:
        play(program, folder, arguments.network, arguments.nodes, workers, end)


if __name__ == "__main__":
    main()
