"""Code that runs in a worker. `_run_shard` refuses files and built-in engines that differ from the plan's."""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from plywright._core import _run_shard
from plywright.cluster._job import write_atomically


@dataclass(frozen=True, slots=True)
class Outcome:
    """Result of a task."""

    shards: list[tuple[int, bytes]]
    """Numbers and bytes of the shards that were played."""
    seconds: float
    """Duration of the task in seconds."""
    worker: str
    """Address of the worker."""
    failure: str | None
    """Reason why the first missing shard failed; `None` if no shard failed."""
    warnings: list[str]
    """Warnings about engines, such as about options that they do not know."""


def dask_setup(_: object) -> None:
    """Ignore Ctrl-C, which the driver handles. Dask calls this function when a worker on this machine starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play(plan: str, numbers: Sequence[int], files: Mapping[str, bytes]) -> Outcome:
    """Play shards of a plan. `files` holds the contents of the files that the plan reads, by their hashes."""
    started, shards, failure = time.monotonic(), [], None
    warnings: list[str] = []
    try:
        folder = _unpack(files) if files else None
        for number in numbers:
            shard = _run_shard(plan, number, files=folder, programs=True, warnings=warnings)
            if shard is not None:
                shards.append((number, shard))
    except Exception as error:  # noqa: BLE001 - the driver decides what to do about any of them
        failure = f"{error}" or type(error).__name__
    return Outcome(shards, time.monotonic() - started, address(), failure, list(dict.fromkeys(warnings)))


_unpacked: list[tempfile.TemporaryDirectory[str]] = []


def _unpack(files: Mapping[str, bytes]) -> Path:
    """Write contents to files in a temporary folder of this process, unless they are there, and return the folder."""
    if not _unpacked:
        _unpacked.append(tempfile.TemporaryDirectory(prefix="plywright-"))
    folder = Path(_unpacked[0].name)
    for name, content in files.items():
        path = folder / name
        if not path.exists():
            write_atomically(path, content)
    return folder


def address() -> str:
    """Return the address of the Dask worker that runs this code, or the id of the process if there is none."""
    if distributed := sys.modules.get("distributed"):
        try:
            return str(distributed.get_worker().address)
        except ValueError:
            pass
    return f"process {os.getpid()}"
