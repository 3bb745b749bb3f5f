"""Fixtures and functions that several files of tests share."""

from __future__ import annotations

import socket
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt
import plywright as pw
import pytest

RULES = [
    *((info.name, None) for info in pw.games()),
    ("mill", "lasker-morris"),
    ("santorini", "apollo-demeter"),
    ("connect-four", "5x4"),
]
ENVIRONMENTS = [
    *((info.name, None) for info in pw.games()),
    ("mill", "lasker-morris"),
    ("mill", "three-mens-morris"),
    ("santorini", "pan-minotaur"),
    ("connect-four", "4x4"),
]
"""Games and variants that the environments of other packages play."""


@pytest.fixture(params=RULES, ids=lambda rules: "-".join(filter(None, rules)))
def game(request: pytest.FixtureRequest) -> pw.Game:
    """Return each of the games and variants under test."""
    return pw.Game(*request.param)


T = TypeVar("T")
Arrays = npt.NDArray[Any]


def after(game: pw.Game | str, *moves: str | int) -> pw.State:
    """Return the state after moves from the start of a game."""
    state = (pw.Game(game) if isinstance(game, str) else game).start()
    for move in moves:
        state.play(move)
    return state


def first_legal(_: Arrays, masks: Arrays) -> Arrays:
    """Choose the legal action with the lowest number: a policy."""
    actions: Arrays = masks.argmax(axis=1)
    return actions


def flat(_: Arrays, masks: Arrays) -> tuple[Arrays, Arrays]:
    """Return equal policies and the value 0: an evaluation for `Puct`."""
    return np.ones(masks.shape, np.float32), np.zeros(len(masks), np.float32)


def run_in_threads(works: list[Callable[[], T]]) -> list[T]:
    """Call functions at the same time, and return their results. Raises the first of their errors."""
    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result() for future in [pool.submit(work) for work in works]]


def free_ports(count: int) -> list[int]:
    """Return ports of this machine on which no program listens."""
    with ExitStack() as stack:
        listeners = [stack.enter_context(socket.create_server(("127.0.0.1", 0))) for _ in range(count)]
        return [listener.getsockname()[1] for listener in listeners]


INTERRUPTED = """
import os, signal, sys, threading, time
import plywright as pw
# A process in the background begins with this signal ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)
{before}
sent = []
def send():
    time.sleep({delay})
    sent.append(time.monotonic())
    signal.raise_signal(signal.SIGINT)
threading.Thread(target=send, daemon=True).start()
try:
    {call}
except KeyboardInterrupt:
    print(time.monotonic() - sent[0], flush=True)
{after}
"""


def seconds_after_ctrl_c(call: str, *arguments: str, before: str = "", after: str = "", delay: float = 0.3) -> float:
    """Return the seconds from Ctrl-C until a call ends, in a process of its own.

    Ctrl-C is sent `delay` seconds after the call has begun. The code in `before` runs first, that in `after` last;
    both see `arguments` as `sys.argv[1:]`. Fails if the call ends by itself. The time limit allows for a busy machine.
    """
    script = INTERRUPTED.format(before=before, delay=delay, call=call, after=after)
    command = [sys.executable, "-c", script, *arguments]
    run = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0 and run.stdout, run.stderr
    return float(run.stdout)
