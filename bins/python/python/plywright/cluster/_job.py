"""A job on disk: its plan, and the shards that have been played."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any
from uuid import uuid4

from plywright._core import (
    ShardError,
    _check_shard,
    _merge_shards,
    _plan,
    _plan_facts,
    _shard_name,
    _Standing,
)

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass
class Job:
    """A job whose file is `out`. The plan is `OUT.plan`, and its shards lie in the folder `OUT.shards`."""

    out: Path
    plan: str
    facts: dict[str, Any] = field(init=False)
    standing: _Standing | None = field(init=False)
    """Results of a match, in the order of its pairs."""
    verdict: str | None = None
    """Hypothesis that the sequential test of a match has accepted."""
    notes: list[str] = field(default_factory=list)
    """Warnings about the files found."""
    games: int = 0
    positions: int = 0
    size: int = 0
    """Bytes of the shards."""
    done: set[int] = field(default_factory=set)
    """Numbers of the shards that are on disk."""

    def __post_init__(self) -> None:
        self.facts = _plan_facts(self.plan)
        self.sprt: str | None = self.facts["sprt"]
        self.standing = _Standing(self.plan) if self.facts["job"] == "match" else None

    @classmethod
    def open(cls, kind: str, arguments: Sequence[str], out: Path) -> Job:
        """Create the plan of a job, or continue an existing job.

        Raises `OptionError` for invalid arguments, and `ShardError` if `out` belongs to another job.
        """
        job = cls(out, _plan(kind, [*arguments, "--out", str(out)]))
        beside = _beside(out, ".plan")
        if not beside.exists():
            if out.exists():
                message = f"{out}: it has no plan beside it, so it is of another run; expected a new name"
                raise ShardError(message)
            job.folder.mkdir(parents=True, exist_ok=True)
            replace(beside, job.plan)
        elif (found := beside.read_text(errors="replace")) != job.plan:
            raise ShardError(f"{beside}: it is the plan of another job: " + _difference(found, job.plan))
        if not job.complete:
            job.folder.mkdir(exist_ok=True)
            for number in range(job.facts["shards"]):
                job.find(number)
        return job

    @property
    def folder(self) -> Path:
        """The folder of shards."""
        return _beside(self.out, ".shards")

    @property
    def complete(self) -> bool:
        """Whether an earlier run has joined the shards and removed them."""
        return self.out.exists() and not self.folder.exists()

    @property
    def all_games(self) -> int:
        """Number of games if no test ends the job earlier."""
        units: int = self.facts["units"]
        return units if self.standing is None else 2 * units

    @property
    def finished(self) -> bool:
        """Whether no more shards are needed."""
        return self.verdict is not None or len(self.done) == self.facts["shards"]

    def find(self, number: int) -> bool:
        """Whether a shard is on disk. A shard found for the first time is checked, and removed if it is invalid."""
        if number in self.done:
            return True
        path = self.folder / _shard_name(number)
        try:
            self._count(number, path.read_bytes())
        except FileNotFoundError:
            return False
        except ShardError as error:
            self.notes.append(f"{path}: {error}; it is played again")
            path.unlink(missing_ok=True)
            return False
        return True

    def add(self, number: int, shard: bytes) -> None:
        """Check a shard that a worker has played, and keep it. Raises `ShardError`."""
        if not self.find(number):
            self._count(number, shard)
            replace(self.folder / _shard_name(number), shard)

    def _count(self, number: int, shard: bytes) -> None:
        found = _check_shard(self.plan, number, shard)
        if self.standing is not None:
            self.standing.add(number, found["outcomes"])
            self.verdict = self.standing.facts()["verdict"]
        self.games += found["games"]
        self.positions += found["positions"]
        self.size += len(shard)
        self.done.add(number)

    def merge(self) -> str:
        """Join the shards into `out`. Returns the text that the program prints at the end."""
        return _merge_shards(self.plan, self.folder, self.out)

    def tidy(self) -> None:
        """Remove the shards after they were joined. A driver of the same job sees that it is `complete`."""
        gone = _beside(self.out, f".shards.{uuid4().hex}")
        with suppress(FileNotFoundError):
            self.folder.replace(gone)
        shutil.rmtree(gone, ignore_errors=True)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def replace(path: Path, content: bytes | str) -> None:
    """Write a file atomically, even if other processes write it too."""
    part = path.with_name(f"{path.name}.{uuid4().hex}.part")
    try:
        part.write_bytes(content if isinstance(content, bytes) else content.encode())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _difference(found: str, expected: str) -> str:
    """The first line of two plans that differs, in words."""
    ours = expected.splitlines()
    theirs = found.splitlines()
    only = [[line for line in one if line not in other] for one, other in ((theirs, ours), (ours, theirs))]
    there, here = (lines[0] if lines else "nothing" for lines in only)
    return f"it says '{there}', this job '{here}'"
