"""The scripts of the documentation run without changes."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import plywright as pw
import pytest

HERE = Path(__file__).resolve().parent
README = HERE.parent / "README.md"
PAGES = [page for page in (HERE.parent / "python.md", HERE / "../../../docs/python.md") if page.exists()]


@pytest.mark.skipif(not README.exists(), reason="the README is not here")
@pytest.mark.skipif(importlib.util.find_spec("pettingzoo") is None, reason="pettingzoo is not installed")
def test_the_first_script_runs(tmp_path: Path) -> None:
    """The script of the README runs in an empty folder."""
    (script,) = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert len(script.splitlines()) <= 33
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, timeout=300, check=False
    )
    assert run.returncode == 0, run.stderr
    assert "mill" in run.stdout


@pytest.mark.skipif(not PAGES, reason="the page is not here")
@pytest.mark.parametrize(
    ("begin", "package"),
    [
        ("game = pw.Game", "numpy"),
        ("boards = pw.Batch", "numpy"),
        ("def evaluate", "numpy"),
        ("def first_legal", "numpy"),
        ("class TakeAway", "numpy"),
        ("import plywright as pw", "numpy"),
        ("from plywright import pettingzoo", "pettingzoo"),
        ("env = pw.vector_env", "gymnasium"),
        ("from plywright import open_spiel", "pyspiel"),
    ],
)
def test_the_scripts_of_the_page_run(begin: str, package: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every script of the documentation's page runs."""
    pytest.importorskip(package)
    monkeypatch.chdir(tmp_path)
    scripts = re.findall(r"```python\n(.*?)```", PAGES[0].read_text(encoding="utf-8"), re.DOTALL)
    assert len(scripts) == 9, "each has a case above"
    (script,) = (script for script in scripts if script.startswith(begin))
    exec(compile(script, "python.md", "exec"), {"pw": pw, "np": np, "game": pw.Game("connect-four")})
