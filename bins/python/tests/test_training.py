"""Tests of self-play and training."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import plywright as pw
import pytest

CONNECT_FOUR = pw.Game("connect-four")


def played(**settings: Any) -> list[pw.TrainingGame]:
    """Play twelve games."""
    return list(pw.selfplay(CONNECT_FOUR, 12, nodes=100, **settings))


def test_self_play_is_reproducible() -> None:
    """Games depend on the seed and not on the number of threads."""
    games = played(seed=3)
    assert games == played(seed=3, threads=2)
    assert games != played(seed=4)
    assert [game.number for game in games] == list(range(12))
    for game in games:
        state = game.state(CONNECT_FOUR)
        assert game.result in (-1, 0, 1)
        assert state.plies == len(game.opening) + len(game.moves)


def test_self_play_completes_a_file(tmp_path: Path) -> None:
    """A complete file gets no more games, and a file of another run is refused."""
    path = tmp_path / "c4.games"
    games = played(seed=3, out=path)
    assert pw.read_games(path) == games
    assert played(seed=3, out=path) == [], "the file is complete"
    with pytest.raises(pw.RecordError, match="choose another file"):
        pw.selfplay(CONNECT_FOUR, 12, nodes=101, seed=3, out=path)


def test_self_play_in_batches() -> None:
    """Batches hold the searched positions as arrays."""
    games = list(pw.selfplay(CONNECT_FOUR, 10, nodes=50, threads=2))
    whole = pw.batch(CONNECT_FOUR, games)
    count = sum(len(game.moves) for game in games)
    assert whole.observations.shape == (count, 2, 7, 7)
    assert whole.observations.dtype == np.float32
    assert whole.scores.shape == whole.results.shape == (count,)
    assert set(np.unique(whole.results)) <= {-1, 0, 1}
    state = CONNECT_FOUR.start()
    for move in games[0].opening:
        state.play(move)
    assert (whole.observations[0] == state.observe()).all()
    assert whole.scores[0] == np.float32(games[0].moves[0][1] / 400)
    parts = list(pw.selfplay_batches(CONNECT_FOUR, games, 32))
    assert [len(part.results) for part in parts[:-1]] == [32] * (len(parts) - 1)
    for one, joined in zip(whole, zip(*parts, strict=True), strict=True):
        assert (one == np.concatenate(joined)).all()
    with pytest.raises(pw.OptionError, match="size is 0"):
        next(pw.selfplay_batches(CONNECT_FOUR, games, 0))


def test_leaving_self_play_ends_it() -> None:
    """Self-play ends when its iterator is dropped."""
    games = pw.selfplay(CONNECT_FOUR, 1_000_000, nodes=50, threads=2)
    assert next(games).number == 0
    del games


def test_wrong_self_play_is_refused() -> None:
    """Settings are checked when the function is called."""
    for settings in (
        {"nodes": 0},
        {"threads": 0},
        {"opening": (5, 4)},
        {"options": {"Nothing": 1}},
        {"network": "/no/file"},
        {"opening": (0, 10_000)},
        {"max_plies": 0},
    ):
        with pytest.raises(pw.OptionError):
            pw.selfplay(CONNECT_FOUR, 10, **settings)


class Training(NamedTuple):
    """A finished training, with its files of games and of the network."""

    data: Path
    out: Path
    trained: pw.Trained


@pytest.fixture(scope="module")
def training(tmp_path_factory: pytest.TempPathFactory) -> Training:
    """Train a small network."""
    folder = tmp_path_factory.mktemp("training")
    data, out = folder / "c4.games", folder / "c4.net"
    list(pw.selfplay(CONNECT_FOUR, 200, nodes=30, threads=2, out=data))
    trained = pw.train(CONNECT_FOUR, data, out, hidden=32, epochs=2, batch=256, threads=2, progress=True)
    return Training(data, out, trained)


def test_training_writes_a_network(training: Training) -> None:
    """The epochs are reported, and the file holds the network."""
    data, out, trained = training
    assert [epoch.number for epoch in trained.epochs] == [1, 2]
    assert trained.epochs[1].loss < trained.epochs[0].loss
    network = pw.load_network(out)
    assert network.to_bytes() == trained.network.to_bytes() == out.read_bytes()
    assert (network.features, network.inputs, network.hidden) == ("connect-four-stones-1", 98, 32)
    assert pw.train(CONNECT_FOUR, data, out, hidden=32, epochs=2, batch=256).epochs == [], "it is finished"


def test_a_network_evaluates_positions(training: Training) -> None:
    """The package and an engine find the same values."""
    network = training.trained.network
    states = [CONNECT_FOUR.start()]
    for _ in range(8):
        states.append(states[-1].copy())
        states[-1].play("4" if len(states) < 5 else "3")
    logits = network.logits(states)
    assert logits.shape == (9,)
    assert logits.dtype == np.float64
    scores = pw.evaluate(network, states)
    with pw.Engine(CONNECT_FOUR, network=training.out, options={"Algorithm": "alpha-beta"}) as engine:
        for state, score, logit in zip(states, scores, logits, strict=True):
            same = engine.evaluation(state)
            assert same is not None and not same.exact
            assert (same.value, same.logit, same.unit) == (score.value, score.logit, score.unit)
            # A search counts in steps, which are a tenth of a logit in this game.
            assert score.logit == pytest.approx(400 * logit, abs=41)
            assert score.chance == pytest.approx(1 / (1 + math.exp(-logit)), abs=0.03)
        assert engine.analyse(states[0], pw.Limit(nodes=500)).move in states[0].moves()


def test_a_network_refuses_other_games(training: Training) -> None:
    """All positions must be of the network's game."""
    network, other = training.trained.network, pw.Game("othello").start()
    with pytest.raises(pw.NetworkError):
        network.logits([other])
    with pytest.raises(pw.EngineError, match="several games"):
        network.logits([CONNECT_FOUR.start(), other])


def test_wrong_trainings_are_refused(tmp_path: Path) -> None:
    """Missing data, impossible sizes and damaged files are errors."""
    data, out = tmp_path / "x.games", tmp_path / "x.net"
    with pytest.raises(pw.NetworkError):
        pw.train(CONNECT_FOUR, data, out)
    data.write_text("nothing")
    with pytest.raises(pw.NetworkError):
        pw.train(CONNECT_FOUR, data, out)
    for settings in ({"epochs": 0}, {"batch": 0}, {"rate": float("nan")}, {"images": 0}, {"threads": 0}):
        (name,) = settings
        with pytest.raises(pw.OptionError, match=f"{name} is"):
            pw.train(CONNECT_FOUR, data, out, **settings)
    with pytest.raises(pw.NetworkError):
        pw.train(CONNECT_FOUR, data, out, hidden=33)
    for wrong in (b"", b"x" * 1000, b"plywright-network 1\n"):
        with pytest.raises(pw.NetworkError):
            pw.Network(wrong)
    with pytest.raises(pw.RecordError):
        pw.read_games(data)
