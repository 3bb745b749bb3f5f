"""Workers: processes that play shards."""

from __future__ import annotations

import math
import time
from concurrent.futures import Executor, Future
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Protocol

from plywright._core import ShardError
from plywright.cluster._work import address

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from distributed import Client

PATIENCE = 600.0
"""Maximum time in seconds to wait for a scheduler that does not answer."""


class Workers(Protocol):
    """An executor whose workers may appear, disappear or be unusable."""

    lost: int
    """Number of workers that ended unexpectedly."""
    repeated: int
    """Number of tasks that the scheduler started again because their workers ended."""
    excluded: dict[str, str]
    """Addresses of the workers that get no more tasks, with the reasons."""
    expected: int
    """Number of workers that were requested; 0 if others start the workers."""
    peak: int
    """Maximum number of workers at the same time."""

    def slots(self) -> int:
        """Return the number of tasks that can run at the same time; 0 while there is no worker.

        Raises `ShardError` if all workers are excluded.
        """

    def submit(self, function: Callable[..., Any], /, *arguments: Any) -> Future[Any]:
        """Schedule a call on any worker."""

    def share(self, content: bytes) -> Any:
        """Return a value that arrives as `content` when it is an argument of a call. Each worker receives the content
        only once.
        """

    def examine(self) -> dict[str, str]:
        """Return the workers that cannot load this package, with the reasons, except for excluded ones."""


class DaskWorkers(Executor):
    """Workers of a Dask scheduler.

    The scheduler runs the tasks of lost workers again. If the scheduler restarts, the connection is restored.
    """

    def __init__(self, connect: Callable[[], Client], *, expected: int = 0, starting: float = math.inf) -> None:
        """Connect to the scheduler by calling `connect`, now and whenever the connection has ended.

        `starting` is the maximum time in seconds to wait for a worker.
        """
        self.starting = starting
        self.expected = expected
        self.peak = 0
        self._connect = connect
        self._client = connect()
        # The client whose events are received; `None` while the scheduler is lost.
        self._listening: Client | None = None
        # Times at which the scheduler was asked last, has answered last, and had workers last.
        self._asked = -1.0
        self._answered = self._staffed = time.monotonic()
        self._threads: dict[str, int] = {}
        self._shared: dict[bytes, Any] = {}
        # The only workers that may run each of these tasks.
        self._bound: dict[Future[Any], set[str]] = {}
        self.lost = self.repeated = 0
        self.excluded: dict[str, str] = {}

    def slots(self) -> int:
        """Return the number of threads of all workers that are not excluded.

        Raises `ShardError` if the scheduler does not answer for a long time, if no worker starts, or if all are
        excluded.
        """
        if time.monotonic() - self._asked >= 1:
            self._threads = self._ask_for_threads()
            self._asked = time.monotonic()
        if self._client.status != "running":
            return 0
        slots = sum(threads for worker, threads in self._threads.items() if worker not in self.excluded)
        if self._threads:
            _check_any_left(slots, self.excluded)
        return slots

    def _ask_for_threads(self) -> dict[str, int]:
        """Return the number of threads of each worker, by address; empty if the scheduler does not answer.

        Connect again if the connection has ended, and cancel tasks whose workers are gone. Raises `ShardError` if there
        was no answer or no worker for too long.
        """
        client = self._client
        try:
            if client.status == "closed":
                client = self._client = self._connect()
            if client.status != "running":
                self._listening = None
                self._check_patience()
                return {}
            if self._listening is not client:
                client.subscribe_topic("all", self._count_loss)
                self._shared.clear()
                self._listening = client
            threads: dict[str, int] = client.nthreads()
        except OSError:
            self._check_patience()
            return {}
        self._answered = time.monotonic()
        if threads:
            self._staffed = self._answered
        elif self._answered - self._staffed > self.starting:
            raise ShardError(f"no worker has been there for {self.starting:.0f} s")
        self.peak = max(self.peak, len(threads))
        for future, allowed in list(self._bound.items()):
            # Without its workers, the task would wait for ever.
            if not allowed & threads.keys():
                future.cancel()
        return threads

    def _check_patience(self) -> None:
        if time.monotonic() - self._answered > PATIENCE:
            raise ShardError(f"the scheduler has not answered for {PATIENCE:.0f} s")

    def _count_loss(self, event: tuple[float, Any]) -> None:
        """Count a worker that ended unexpectedly, and its tasks, if an event of the scheduler reports one."""
        _, what = event
        if isinstance(what, dict) and what.get("action") == "remove-worker" and not what.get("expected"):
            self.lost += 1
            tasks = {*what.get("processing-tasks", ()), *what.get("lost-computed-tasks", ())}
            self.repeated += len(tasks & self._client.futures.keys())

    def submit(self, function: Callable[..., Any], /, *arguments: Any, **_: Any) -> Future[Any]:
        """Schedule a call on any worker that is not excluded."""
        allowed = {worker for worker in self._threads if worker not in self.excluded} if self.excluded else None
        executor = self._client.get_executor(pure=False, workers=allowed and sorted(allowed))
        # A scheduler or worker that cannot load a task's function breaks down. Here only the call itself fails.
        call = f"__import__('importlib').import_module({function.__module__!r}).{function.__qualname__}(*arguments)"
        future: Future[Any] = executor.submit(eval, call, {"arguments": arguments})
        if allowed:
            self._bound[future] = allowed
            future.add_done_callback(lambda future: self._bound.pop(future, None))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002
        """Disconnect from the scheduler, which then drops the tasks."""
        with suppress(Exception):
            self._client.unsubscribe_topic("all")
            self._client.close(timeout=5)

    def share(self, content: bytes) -> Any:
        """Return the content as the result of a task. Workers fetch such results from each other."""
        if content not in self._shared:
            self._shared[content] = self._client.submit(bytes, content, pure=False)
        return self._shared[content]

    def examine(self) -> dict[str, str]:
        """Return the workers that cannot import the code of a task, with the reasons."""
        check = f"bool(__import__({address.__module__!r}, fromlist='*'))"
        try:
            answers = self._client.run(eval, check, on_error="return")
        except OSError:
            return {}
        wrong = {worker: str(answer) for worker, answer in answers.items() if isinstance(answer, BaseException)}
        return {worker: reason for worker, reason in wrong.items() if worker not in self.excluded}


def _check_any_left(slots: int, excluded: Mapping[str, str]) -> None:
    if not slots and excluded:
        raise ShardError(f"no worker is left: {list(excluded.values())[-1]}")
