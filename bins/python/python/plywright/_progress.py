"""Progress bars by tqdm, if it is installed."""

from __future__ import annotations

from contextlib import AbstractContextManager
from typing import Any


class Bar(AbstractContextManager["Bar"]):
    """A progress bar. It shows nothing if `wanted` is false or tqdm is not installed."""

    def __init__(self, name: str, unit: str, *, wanted: bool, total: int | None = None) -> None:
        """Show a bar of `total` units; with `None`, the number of units is unknown."""
        self._bar: Any = None
        if wanted:
            try:
                from tqdm.auto import tqdm  # type: ignore[import-untyped,import-not-found,unused-ignore]
            except ImportError:
                return
            self._bar = tqdm(total=total, desc=name, unit=unit)

    def show(self, done: int, total: int | None = None, text: str = "") -> None:
        """Update the bar: `done` units are finished. `total` replaces the number of units."""
        if self._bar is None:
            return
        if total is not None:
            self._bar.total = total
        self._bar.n = done
        if text:
            self._bar.set_postfix_str(text, refresh=False)
        self._bar.refresh()

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()
