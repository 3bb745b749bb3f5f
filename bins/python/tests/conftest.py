"""What several files of tests share."""

from __future__ import annotations

import subprocess
import sys

import plywright as pw
import pytest

RULES = [
    *((info.name, None) for info in pw.games()),
    ("mill", "lasker-morris"),
    ("santorini", "apollo-demeter"),
    ("connect-four", "5x4"),
]


@pytest.fixture(params=RULES, ids=lambda rules: "-".join(filter(None, rules)))
def game(request: pytest.FixtureRequest) -> pw.Game:
    """Return each of the games and variants under test."""
    return pw.Game(*request.param)


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
