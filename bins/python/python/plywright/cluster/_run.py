"""Runs a job from its plan to its joined file."""

from __future__ import annotations

import shutil
import sys
import time
from typing import TYPE_CHECKING

from plywright._core import ShardError
from plywright.cluster._driver import Driver
from plywright.cluster._job import Job

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from plywright.cluster._workers import Workers

OFTEN = 0.5
"""Time in seconds between two updates of the line of progress in a terminal."""
SELDOM = 10.0
"""Time in seconds between two lines of progress in a log, where lines stay."""


class Screen:
    """Prints progress and messages to standard error, and results to standard output."""

    def __init__(self) -> None:
        self._shown = time.monotonic()
        self._width = 0

    def show(self, driver: Driver) -> None:
        """Show the progress of a job. A terminal shows it in one line, which is overwritten."""
        terminal, now = sys.stderr.isatty(), time.monotonic()
        if now - self._shown >= (OFTEN if terminal else SELDOM):
            self._shown = now
            text = driver.progress()[: shutil.get_terminal_size().columns - 1 if terminal else None]
            sys.stderr.write(f"\r{text:{self._width}}" if terminal else f"{text}\n")
            sys.stderr.flush()
            self._width = len(text) if terminal else 0

    def say(self, text: str) -> None:
        """Print a result to standard output."""
        self._clear()
        sys.stdout.write(f"{text}\n")
        sys.stdout.flush()

    def note(self, text: str) -> None:
        """Print a message to standard error."""
        self._clear()
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()

    def _clear(self) -> None:
        """Remove the line of progress from the terminal."""
        if self._width:
            sys.stderr.write(f"\r{'':{self._width}}\r")
            sys.stderr.flush()
            self._width = 0


def run(
    kind: str,
    arguments: Sequence[str],
    out: Path,
    workers: Callable[[], Workers],
    screen: Screen,
    *,
    is_temporary: bool = False,
) -> tuple[Job, str]:
    """Run a job, or the rest of an interrupted one. Return the job and the text that the program prints at its end.

    `workers` is called when the first worker is needed. The shards stay until the caller removes them by `Job.tidy`.
    `is_temporary` says that the folder of `out` is removed even if the job is interrupted.

    Raises `OptionError` for invalid arguments, and `ShardError` or `OSError` if the job cannot be finished.
    """
    job = Job.open(kind, arguments, out)
    for note in job.notes:
        screen.note(note)
    if job.complete:
        return job, f"{out} is complete"
    if job.done:
        screen.note(f"{out}: {job.games} of {job.all_games} games were there before")
    try:
        if not job.finished:
            driver = Driver(job, workers(), screen.note)
            driver.run(screen.show)
            screen.note(driver.summary())
        return job, job.merge()
    except KeyboardInterrupt:
        more = "without --out, they are lost" if is_temporary else "the same command continues"
        screen.note(f"interrupted after {job.games} of {job.all_games} games; {more}")
        raise
    except (ShardError, OSError):
        # Another driver removes the shards when it has merged them.
        if not job.complete:
            raise
        return job, f"another driver has finished {out}"
