"""Gives memory back to the system."""

from __future__ import annotations

import ctypes
import sys


def give_back() -> None:
    """Return freed memory to the system. The C library of Linux otherwise keeps much of it for later use."""
    if sys.platform == "linux":
        # Other C libraries than glibc have no such function.
        trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        if trim is not None:
            trim(0)
