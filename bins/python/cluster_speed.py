"""Measures the speed of clusters on this machine, for the section on scale of `docs/cluster.md`.

    python bins/python/cluster_speed.py

Run it on an idle machine. It needs the extra `plywright[cluster]` and takes about two minutes.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

from plywright.cluster import _clusters, _run
from plywright.cluster._job import Job
from plywright.cluster._work import play

if TYPE_CHECKING:
    from plywright.cluster._workers import DaskWorkers

REPEATS = 3
"""Number of repetitions of each measurement, of which the median counts."""
TASKS = 2000
"""Number of empty tasks, and of shards to store."""
GAME, NODES = "mill", 5000
"""Game of the self-play, and nodes of each search."""
PLAIN = """
import plywright, sys
first, games, out = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
for _ in plywright.selfplay(plywright.Game("{game}"), games, nodes={nodes}, first=first, opening=(2, 10), out=out):
    pass
"""
"""Program of a plain process."""


class Screen(_run.Screen):
    """Shows nothing, and keeps the last message."""

    def show(self, _: object) -> None:
        """Show nothing."""

    def note(self, text: str) -> None:
        """Keep the message."""
        self.last = text


def tasks_a_second(workers: DaskWorkers) -> tuple[float, float]:
    """Measure empty tasks. Return tasks per second of elapsed time, and per second of the scheduler's and driver's
    processor time.
    """
    workers.slots()
    started, used = time.perf_counter(), time.process_time()
    for future in [workers.submit(len, b"") for _ in range(TASKS)]:
        future.result()
    return TASKS / (time.perf_counter() - started), TASKS / (time.process_time() - used)


def plain(folder: Path, games: int, processes: int) -> float:
    """Return the games per second of plain processes. The time includes the start of the processes."""
    script = PLAIN.format(game=GAME, nodes=NODES)
    started, share = time.perf_counter(), games // processes
    run = [
        subprocess.Popen([sys.executable, "-c", script, f"{share * number}", f"{share}", folder / f"plain-{number}"])
        for number in range(processes)
    ]
    for process in run:
        if process.wait():
            sys.exit("a plain process has failed")
    rate = games / (time.perf_counter() - started)
    for number in range(processes):
        (folder / f"plain-{number}").unlink()
    return rate


def clustered(folder: Path, games: int, workers: DaskWorkers) -> tuple[float, str]:
    """Return the games per second of a job, from its plan to its joined file, and the job's summary."""
    screen, out = Screen(), folder / "games"
    words = ["--game", GAME, "--nodes", f"{NODES}", "--games", f"{games}"]
    started = time.perf_counter()
    _run.run("selfplay", words, out, lambda: workers, screen)[0].tidy()
    rate = games / (time.perf_counter() - started)
    for file in folder.iterdir():
        file.unlink()
    return rate, screen.last


def kept_a_second(folder: Path) -> float:
    """Return the number of shards per second that a driver checks and stores."""
    job = Job.open("selfplay", ["--game", "connect-four", "--nodes", "1", "--games", f"{TASKS}"], folder / "kept")
    shards = play(job.plan, range(TASKS), {}).shards
    started = time.perf_counter()
    for number, shard in shards:
        job.add(number, shard)
    rate = TASKS / (time.perf_counter() - started)
    job.tidy()
    return rate


def parse() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games of each run")
    parser.add_argument("--processes", type=int, default=2, help="plain processes, one for each processor")
    _clusters.add_arguments(parser)
    parser.set_defaults(workers=4)
    return parser.parse_args()


def print_tasks(workers: DaskWorkers) -> None:
    """Measure empty tasks, and print their speed."""
    measured = [tasks_a_second(workers) for _ in range(REPEATS)]
    clock = median(by_clock for by_clock, _ in measured)
    processor = median(by_processor for _, by_processor in measured)
    print(f"empty tasks: {clock:,.0f} a second, {processor:,.0f} a second of processor time", flush=True)


def print_games(folder: Path, arguments: argparse.Namespace, workers: DaskWorkers) -> None:
    """Measure self-play by plain processes and by workers in turn. Print both speeds and their ratio."""
    by_processes: list[float] = []
    by_workers: list[float] = []
    summary = ""
    for _ in range(REPEATS):
        by_processes.append(plain(folder, arguments.games, arguments.processes))
        rate, summary = clustered(folder, arguments.games, workers)
        by_workers.append(rate)
    print_rates(f"{arguments.processes} plain processes", by_processes)
    print_rates(f"{arguments.workers} workers", by_workers)
    print(f"ratio: {median(by_workers) / median(by_processes):.3f}")
    print(f"the last run: {summary}")


def print_rates(what: str, rates: list[float]) -> None:
    """Print the median of games per second, and all of them."""
    print(f"{what}: {median(rates):.1f} games/s, of {', '.join(f'{rate:.1f}' for rate in rates)}")


def main() -> None:
    """Print all measurements."""
    arguments = parse()
    started = time.perf_counter()
    with tempfile.TemporaryDirectory() as name, _clusters.workers(arguments) as workers:
        while workers.slots() < arguments.workers:
            time.sleep(0.1)
        print(f"start of {arguments.workers} workers: {time.perf_counter() - started:.1f} s", flush=True)
        print_tasks(workers)
        print(f"shards that the driver keeps: {kept_a_second(Path(name)):,.0f} a second", flush=True)
        print_games(Path(name), arguments, workers)


if __name__ == "__main__":
    main()
