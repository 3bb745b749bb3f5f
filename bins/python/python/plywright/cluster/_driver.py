"""Driver of a job: sends shards to workers, stores the results, and stops when the job is finished."""

from __future__ import annotations

import time
from collections import Counter, deque
from concurrent.futures import CancelledError
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from plywright._core import ShardError
from plywright.cluster._work import Outcome, play

if TYPE_CHECKING:
    from collections.abc import Callable
    from concurrent.futures import Future

    from plywright.cluster._job import Job
    from plywright.cluster._workers import Workers

AHEAD = 2
"""Number of tasks sent for each thread of a worker: one runs, the other waits."""
TRIES = 4
"""Number of failures of one shard after which the job fails."""
SHORTEST, LONGEST = 10.0, 60.0
"""Duration of a task that the driver aims at, in seconds: the minimum, for few workers, and the maximum, for many."""
RATE = 200
"""Number of tasks per second above which tasks are made longer. A scheduler can handle about twice as many."""


@dataclass
class Driver:
    """Lets `workers` play the shards of `job` that are missing."""

    job: Job
    workers: Workers
    note: Callable[[str], None] = print
    """Function that receives messages for the user."""
    tasks: int = 0
    """Number of finished tasks."""
    repeated: int = 0
    """Number of shards that were sent again after a failure."""
    seconds: float = 0.0
    """Sum of the durations of all finished tasks, in seconds."""
    played: int = 0
    """Number of shards that workers have returned."""
    started: float = 0.0
    """Time at which the first task was sent; 0 before that."""

    def __post_init__(self) -> None:
        self._before = self.job.games
        self._queue = deque(number for number in range(self.job.facts["shards"]) if number not in self.job.done)
        self._sent: dict[Future[Any], list[int]] = {}
        self._finished: SimpleQueue[Future[Any]] = SimpleQueue()
        self._failures: Counter[int] = Counter()
        # Number of shards of the largest finished task. The next tasks are at most four times as large.
        self._largest = 1
        self._warnings: set[str] = set()
        # Workers on other machines do not have these files.
        files = self.job.facts["files"]
        self._files = {key: Path(path).read_bytes() for path, key, _, is_folder in files if not is_folder}

    def run(self, show: Callable[[Driver], None], tick: float = 0.5) -> None:
        """Play until the job needs no more shards. Call `show` after each result, and at least every `tick` seconds.

        Raises `ShardError` if a shard cannot be played, and `OSError` if one cannot be stored.
        """
        try:
            while not self.job.finished:
                self._hand_out()
                try:
                    future = self._finished.get(timeout=tick)
                    self._receive(future, self._sent.pop(future))
                except Empty:
                    pass
                show(self)
        finally:
            for future in self._sent:
                future.cancel()

    def _hand_out(self) -> None:
        """Send tasks until every thread of the workers has `AHEAD` of them."""
        slots = self.workers.slots()
        while self._queue and len(self._sent) < AHEAD * slots:
            size, numbers = self._size(slots), list[int]()
            while self._queue and len(numbers) < size:
                number = self._queue.popleft()
                # Another driver of the same job may have stored the shard.
                if not self.job.take_stored(number):
                    numbers.append(number)
            if numbers:
                files = {key: self.workers.share(content) for key, content in self._files.items()}
                future = self.workers.submit(play, self.job.plan, numbers, files)
                self._sent[future] = numbers
                self.started = self.started or time.monotonic()
                future.add_done_callback(self._finished.put)

    def _size(self, slots: int) -> int:
        """Return the number of shards of the next task, from the mean duration of the shards played so far."""
        seconds = min(max(SHORTEST, slots / RATE), LONGEST)
        size = int(seconds * self.played / self.seconds) if self.seconds else 1
        # The last tasks are small, so that all workers finish at about the same time.
        return max(1, min(size, 4 * self._largest, len(self._queue) // (AHEAD * slots)))

    def _receive(self, future: Future[Any], numbers: list[int]) -> None:
        """Store the shards of a finished task, and queue the missing ones again."""
        try:
            outcome: Outcome = future.result()
        except CancelledError:
            # The scheduler was lost, or all workers were lost that could run the task.
            self._put_back(numbers)
            return
        except Exception as error:  # noqa: BLE001 - of the scheduler, or of a worker that cannot start the task
            self._put_back(numbers)
            unfit = self.workers.examine()
            for worker, reason in unfit.items():
                self._exclude(worker, reason)
            if not unfit:
                self._count_failures(numbers, f"{error.__cause__ or error}")
            return
        failure = outcome.failure
        # The outcome of a worker of an older version has no warnings.
        for warning in getattr(outcome, "warnings", ()):
            if warning not in self._warnings:
                self._warnings.add(warning)
                self.note(f"note: {warning}")
        for number, shard in outcome.shards:
            try:
                self.job.add(number, shard)
            except ShardError as error:
                failure = f"{error}"
        self.tasks += 1
        self.seconds += outcome.seconds
        self.played += len(outcome.shards)
        self._largest = max(self._largest, len(outcome.shards))
        missing = [number for number in numbers if number not in self.job.done]
        self._put_back(missing)
        # A failure of an excluded worker is not counted: its waiting tasks fail for the same reason.
        if missing and outcome.worker not in self.workers.excluded:
            failure = failure or "it returned other shards than requested"
            self._exclude(outcome.worker, failure)
            self._count_failures(missing[:1], failure)

    def _exclude(self, worker: str, reason: str) -> None:
        """Give a worker no more tasks, and tell the user why."""
        self.workers.excluded[worker] = reason
        self.note(f"{worker} gets no more work: {reason}")

    def _put_back(self, numbers: list[int]) -> None:
        """Queue shards again, before the others."""
        self._queue.extendleft(reversed(numbers))
        self.repeated += len(numbers)

    def _count_failures(self, numbers: list[int], reason: str) -> None:
        """Count a failure of each shard. Raises `ShardError` if one of them has failed too often."""
        self._failures.update(numbers)
        number, count = self._failures.most_common(1)[0]
        if count >= TRIES:
            raise ShardError(f"shard {number} has failed {count} times: {reason}")

    @property
    def elapsed(self) -> float:
        """Seconds since the first task was sent."""
        return time.monotonic() - self.started if self.started else 0.0

    @property
    def rate(self) -> float:
        """Games played per second in this run."""
        return (self.job.games - self._before) / max(self.elapsed, 1e-9)

    def progress(self) -> str:
        """Return a line of progress for the user."""
        job, rate, slots = self.job, self.rate, self.workers.slots()
        parts = [f"{job.games} of {job.all_games} games"]
        if not slots:
            parts.append("waiting for a worker")
        elif rate:
            left = (job.all_games - job.games) / rate
            at_most = "at most " if job.facts["sprt"] else ""
            parts.append(f"{rate:.1f} games/s, {at_most}{duration(left)} left")
        if job.standing is not None and job.games:
            parts.append(job.standing.facts()["summary"])
        return ", ".join([*parts, *self._troubles()])

    def summary(self) -> str:
        """Return a summary of this run for the user."""
        parts = [f"{self.job.games - self._before} games in {duration(self.elapsed)} ({self.rate:.1f} games/s)"]
        if self.tasks:
            parts.append(f"{self.tasks} tasks of {self.seconds / self.tasks:.1f} s")
            parts.append(f"{self.job.size / max(len(self.job.done), 1):.0f} bytes a shard")
        return ", ".join([*parts, *self._troubles()])

    def _troubles(self) -> list[str]:
        """Return texts for the counts of what has gone wrong; none for a count of 0."""
        counts = {
            "workers not started": max(self.workers.expected - self.workers.peak, 0),
            "workers lost": self.workers.lost,
            "workers excluded": len(self.workers.excluded),
            "tasks started again": self.workers.repeated,
            "shards handed out again": self.repeated,
        }
        return [f"{what}: {count}" for what, count in counts.items() if count]


def duration(seconds: float) -> str:
    """Format a duration in its two largest units."""
    if seconds < 60:
        return f"{seconds:.0f} s"
    minutes, hours, days = seconds / 60, seconds / 3600, seconds / 86400
    if minutes < 60:
        return f"{int(minutes)} min {int(seconds % 60)} s"
    if hours < 24:
        return f"{int(hours)} h {int(minutes % 60)} min"
    return f"{int(days)} days {int(hours % 24)} h"
