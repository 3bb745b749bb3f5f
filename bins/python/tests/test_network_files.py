"""Networks in NumPy: their files, and outputs equal to those of Rust and of PyTorch."""

import sys
from pathlib import Path

import numpy as np
import plywright as pw
import pytest
from conftest import seconds_after_ctrl_c
from plywright import network
from plywright._views import observe_as

EXAMPLES = Path(__file__).parent.parent / "examples"

GAMES = ["tic-tac-toe", "connect-four", "othello", "mill", "santorini", "gyges"]


def states_of(game: pw.Game, plies: int) -> list[pw.State]:
    """Return the first positions of a game whose moves are chosen by their index in the list."""
    state, states = game.start(), []
    for ply in range(plies):
        moves = state.moves()
        if not moves:
            break
        states.append(state.copy())
        state.play(moves[(5 * ply) % len(moves)])
    return states


def dense(states: list[pw.State]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the features of both perspectives as zeros and ones, and the buckets."""
    own = np.stack([observe_as(state, state.side).ravel() for state in states])
    other = np.stack([observe_as(state, 1 - state.side).ravel() for state in states])
    return own, other, pw.features(states)["buckets"]


def random_weights(game: pw.Game) -> network.Weights:
    """Return a random network that fits the game."""
    features, inputs, buckets = network.network_shape(game)
    return network.Floats.random(inputs, 32, buckets, seed=3).clipped().quantised(features, name="random")


@pytest.mark.parametrize("name", GAMES)
def test_numpy_and_rust_evaluate_alike(name: str, tmp_path: Path) -> None:
    game = pw.Game(name)
    weights = random_weights(game)
    weights.write(tmp_path / "a.net")
    states = states_of(game, 40)
    own, other, buckets = dense(states)
    found = pw.load_network(tmp_path / "a.net").logits(states)
    np.testing.assert_allclose(weights.logits(own, other, buckets), found, rtol=1e-12)
    np.testing.assert_allclose(weights.floats().logits(own, other, buckets), found, atol=1e-4)


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    weights = random_weights(pw.Game("connect-four"))
    weights.write(tmp_path / "a.net")
    again = network.read(tmp_path / "a.net")
    assert again.to_bytes() == weights.to_bytes() == (tmp_path / "a.net").read_bytes()
    assert (again.features, again.name) == (weights.features, "random")


def test_damaged_files_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "a.net"
    content = random_weights(pw.Game("tic-tac-toe")).to_bytes()
    for wrong in (
        b"",
        b"nothing",
        content[:-1],
        content[:-5] + b"?" + content[-4:],
        content.replace(b"hidden", b"HIDDEN"),
    ):
        file.write_bytes(wrong)
        with pytest.raises(ValueError, match=r"a\.net"):
            network.read(file)


def test_weights_that_no_engine_takes_are_refused() -> None:
    weights = network.Floats.random(18, 33)
    with pytest.raises(ValueError, match="hidden neurons 33"):
        weights.quantised("tic-tac-toe-squares-1").to_bytes()
    huge = network.Floats.random(18, 32)
    for weight, found in ((3.0, "of 192,"), (-3.0, "of -192,")):
        huge.output[0, 0, 0] = weight
        with pytest.raises(ValueError, match=f"output weight {found}"):
            huge.quantised("tic-tac-toe-squares-1").to_bytes()
    assert huge.clipped().quantised("tic-tac-toe-squares-1").to_bytes()


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a self-play file of tic-tac-toe."""
    path = tmp_path_factory.mktemp("games") / "tic.games"
    assert len(list(pw.selfplay(pw.Game("tic-tac-toe"), games=64, nodes=30, seed=1, out=path))) == 64
    return path


def test_examples_are_those_of_the_games(recorded: Path) -> None:
    training, validation = network.read_examples("tic-tac-toe", [recorded], result_share=1.0, exact_share=0.0)
    games = pw.read_games(recorded)
    assert len(training) + len(validation) == sum(len(game.moves) for game in games)
    assert set(np.unique(training.targets)) <= {0.0, 0.5, 1.0}
    assert training.shape == ("tic-tac-toe-squares-1", 18, 1)
    stones = training.dense(training.own).sum(axis=1)
    assert np.array_equal(stones, training.dense(training.other).sum(axis=1)), "both sides see all stones"
    trained = pw.train(pw.Game("tic-tac-toe"), recorded, recorded.with_suffix(".net"), hidden=32, epochs=1)
    assert trained.epochs[0].positions == len(training)
    single: list[str | Path] = [recorded, str(recorded)]
    for path in single:
        same, _ = network.read_examples("tic-tac-toe", path, result_share=1.0, exact_share=0.0)
        assert np.array_equal(same.targets, training.targets)
    with pytest.raises(pw.PlywrightError):
        network.read_examples("mill", [recorded])


def test_images_are_those_of_the_symmetries(tmp_path: Path) -> None:
    path = tmp_path / "c4.games"
    game = pw.Game("connect-four")
    list(pw.selfplay(game, games=40, nodes=10, seed=1, out=path))
    (plain, _), (images, _) = (network.read_examples(game, [path], images=number) for number in (1, 2))
    assert len(images) == 2 * len(plain)
    assert np.array_equal(np.repeat(plain.targets, 2), images.targets)


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_ctrl_c_ends_reading(tmp_path: Path) -> None:
    before = """
from plywright import network
game = pw.Game("connect-four")
list(pw.selfplay(game, 16000, nodes=1, threads=2, out=sys.argv[1]))
"""
    call = "network.read_examples(game, [sys.argv[1]], images=2)"
    assert seconds_after_ctrl_c(call, str(tmp_path / "c4.games"), before=before, delay=0.02) < 1.0


def test_settled_weights_are_the_same_function_on_the_examples(recorded: Path) -> None:
    training, _ = network.read_examples("tic-tac-toe", [recorded])
    floats = network.Floats.random(training.shape.inputs, 32)
    settled = floats.settled(training)
    sides = training.dense(training.own), training.dense(training.other)
    np.testing.assert_allclose(floats.logits(*sides), settled.logits(*sides), atol=1e-5)


def test_torch_trains_the_same_network(recorded: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    torch = pytest.importorskip("torch", reason="PyTorch is not installed")
    monkeypatch.syspath_prepend(EXAMPLES)
    import train_torch

    out = tmp_path / "tic.net"
    command = ["tic-tac-toe", str(recorded), str(out), "--hidden", "32", "--epochs", "2", "--device", "cpu"]
    with pytest.raises(SystemExit):
        train_torch.main([*command, "--hidden", "48"])
    assert train_torch.main(command) == 0
    game = pw.Game("tic-tac-toe")
    states = states_of(game, 9)
    weights = network.read(out)
    own, other, buckets = dense(states)
    rust = pw.load_network(out).logits(states)
    np.testing.assert_allclose(weights.logits(own, other, buckets), rust, rtol=1e-12)
    # The outputs of the model and of the file differ only by the rounding of the weights.
    floats = weights.floats()
    model = train_torch.Model(floats)
    training, _ = network.read_examples(game, [recorded])
    inputs, _ = train_torch.Batches(training, torch.device("cpu")).get(torch.arange(len(training)))
    with torch.no_grad():
        found = model(*inputs).numpy()
    sides = training.dense(training.own), training.dense(training.other)
    np.testing.assert_allclose(found, floats.logits(*sides, training.buckets), atol=1e-5)
    np.testing.assert_allclose(found, weights.logits(*sides, training.buckets), atol=1e-4)
    del sys.modules["train_torch"]
    with pw.Engine(game, network=out) as engine:
        assert engine.analyse(game.start(), pw.Limit(depth=3)).move
