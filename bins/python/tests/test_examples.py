"""The notebooks and scripts of `examples/` run without changes."""

import json
import runpy
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parent.parent / "examples"
NOTEBOOKS = sorted(EXAMPLES.glob("*.ipynb"))


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MPLBACKEND", "Agg")


def test_there_are_three_notebooks() -> None:
    assert [path.stem for path in NOTEBOOKS] == ["analyse_mill", "solve_tic_tac_toe", "train_connect_four"]


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebook(path: Path) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    names: dict[str, object] = {}
    for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]:
        assert not cell.get("outputs"), "outputs are not kept"
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), f"{path.name} {cell['id']}", "exec"), names)


def test_tour(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed")
    runpy.run_path(str(EXAMPLES / "tour.py"), run_name="__main__")
    assert capsys.readouterr().out
