"""A job and its files: the plan, and the shards played so far."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from uuid import uuid4

from plywright._core import ShardError, _check_shard, _merge_shards, _plan, _plan_facts, _shard_name, _Standing


@dataclass
class Job:
    """A job whose joined file is `out`. Its plan is the file `OUT.plan`, its shards are in the folder `OUT.shards`."""

    out: Path
    plan: str
    facts: dict[str, Any] = field(init=False)
    standing: _Standing | None = field(init=False)
    """Standing of a match: the results of its pairs, counted in order; `None` in self-play."""
    verdict: str | None = None
    """Hypothesis that the sequential test of a match has accepted; `None` while it continues or without a test."""
    notes: list[str] = field(default_factory=list)
    """Warnings about files of earlier runs."""
    games: int = 0
    size: int = 0
    """Size of all shards in bytes."""
    done: set[int] = field(default_factory=set)
    """Numbers of the shards that are stored."""

    def __post_init__(self) -> None:
        self.facts = _plan_facts(self.plan)
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
                raise ShardError(f"{out}: there is no plan beside it; choose a new name")
            job.folder.mkdir(parents=True, exist_ok=True)
            write_atomically(beside, job.plan)
        elif (found := beside.read_text("utf-8", errors="replace")) != job.plan:
            raise ShardError(f"{beside}: it is the plan of another job: " + _difference(found, job.plan))
        if not job.complete:
            job.folder.mkdir(exist_ok=True)
            for number in range(job.facts["shards"]):
                job.take_stored(number)
        return job

    @property
    def folder(self) -> Path:
        """Folder of the shards."""
        return _beside(self.out, ".shards")

    @property
    def complete(self) -> bool:
        """Whether the shards have been joined and removed."""
        return self.out.exists() and not self.folder.exists()

    @property
    def all_games(self) -> int:
        """Number of games, if no sequential test ends the job early."""
        units: int = self.facts["units"]
        return units if self.standing is None else 2 * units

    @property
    def finished(self) -> bool:
        """Whether the job needs no more shards."""
        return self.verdict is not None or len(self.done) == self.facts["shards"]

    def take_stored(self, number: int) -> bool:
        """Count a shard of the folder unless it was counted before. An invalid one is removed, and a note is added.

        Return whether the shard is there.
        """
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
        """Check a shard that a worker has returned, and store it, unless the folder already has it. Raises `ShardError`
        if it is invalid.
        """
        if not self.take_stored(number):
            self._count(number, shard)
            write_atomically(self.folder / _shard_name(number), shard)

    def _count(self, number: int, shard: bytes) -> None:
        """Check a shard, and add it to the totals and to the standing. Raises `ShardError` if it is invalid."""
        found = _check_shard(self.plan, number, shard, self.standing)
        if self.standing is not None:
            self.verdict = self.standing.facts()["verdict"]
        self.games += found["games"]
        self.size += len(shard)
        self.done.add(number)

    def merge(self) -> str:
        """Join the shards into the file `out`. Return the text that the program prints at the end of the job."""
        return _merge_shards(self.plan, self.folder, self.out)

    def tidy(self) -> None:
        """Remove the shards after they have been joined. Another driver of the job then finds it `complete`."""
        # The folder disappears at once, not file by file, so that no other driver reads half of it.
        removed = _beside(self.out, f".shards.{uuid4().hex}")
        with suppress(FileNotFoundError):
            self.folder.replace(removed)
        shutil.rmtree(removed, ignore_errors=True)


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


def write_atomically(path: Path, content: bytes | str) -> None:
    """Write a file so that readers see the old content or the new one, even if other processes write it, too."""
    part = path.with_name(f"{path.name}.{uuid4().hex}.part")
    try:
        part.write_bytes(content if isinstance(content, bytes) else content.encode())
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _difference(found: str, expected: str) -> str:
    """Describe the first difference between two plans."""
    ours, theirs = expected.splitlines(), found.splitlines()
    return f"it says '{_first_missing(theirs, ours)}', this job '{_first_missing(ours, theirs)}'"


def _first_missing(lines: list[str], others: list[str]) -> str:
    """Return the first of the lines that is missing in the others; `nothing` if none is."""
    return next((line for line in lines if line not in others), "nothing")
