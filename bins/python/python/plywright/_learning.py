"""Self-play, training and learned evaluations."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from plywright._checks import MAX_SEED, MAX_THREADS, between, rules, whole
from plywright._core import Game, Network, OptionError, _read_games, _SelfPlay, _targets, _train
from plywright._progress import Bar
from plywright._score import Score

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import numpy.typing as npt

    from plywright._core import State

AnyPath = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class TrainingGame:
    """A game of the engine against itself."""

    number: int
    """Number of the game. The number and the seed determine all random choices."""
    result: int
    """Result: 1 if the first side won, -1 if the second side won, otherwise 0."""
    opening: list[str]
    """Random moves of the opening."""
    moves: list[tuple[str, int]]
    """Searched moves. Each has the search's value for the side to move: 400 times the natural logarithm of the odds
    that it wins. A value of at least 9,000 is a proven win, of at most -9,000 a proven loss.
    """

    def state(self, game: Game) -> State:
        """Return the state at the end of the game."""
        state = game.start()
        for move in self.opening:
            state.play(move)
        for move, _ in self.moves:
            state.play(move)
        return state


class Batch(NamedTuple):
    """Positions of games, as arrays."""

    observations: npt.NDArray[np.float32]
    """Observations from the perspective of the side to move: zeros and ones of shape (positions,
    *game.observation_shape).
    """
    scores: npt.NDArray[np.float32]
    """Values of the searches for the side to move, as natural logarithms of the odds; shape (positions,)."""
    results: npt.NDArray[np.int8]
    """Results of the games for the side to move: 1, 0 or -1; shape (positions,)."""


def selfplay(
    game: Game | str,
    games: int,
    *,
    nodes: int = 2000,
    seed: int = 1,
    threads: int = 1,
    opening: tuple[int, int] = (4, 12),
    max_plies: int = 400,
    network: AnyPath | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    first: int = 0,
    out: AnyPath | None = None,
    progress: bool = False,
) -> Iterator[TrainingGame]:
    """Play games of the engine against itself, and yield them in the order of their numbers.

    Each move is a search of `nodes` nodes. A game begins with random moves; `opening` is their minimum and their
    maximum number. A game is drawn after `max_plies` searched moves. It depends only on the seed and its number, not on
    `threads`. `threads` threads play in the background while the caller works.

    With `out`, the games are also written to a file for `train`. An interrupted run continues after the games in the
    file, and yields only the new ones. Raises `OptionError` for invalid settings, and `RecordError` for a file of other
    games.
    """
    least, most = (whole("opening", plies, 0, 1000) for plies in opening)
    if least > most:
        message = f"opening is {opening}, expected the least number of moves and the greatest"
        raise OptionError(message)
    texts = [
        (key, str(value).lower() if isinstance(value, bool) else str(value)) for key, value in (options or {}).items()
    ]
    settings = {
        "games": whole("games", games, 0, 2**62),
        "first": whole("first", first, 0, 2**62),
        "nodes": whole("nodes", nodes, 1, 2**63),
        "seed": whole("seed", seed, 0, MAX_SEED),
        "opening": (least, most),
        "max_plies": whole("max_plies", max_plies, 1, 1_000_000),
        "threads": whole("threads", threads, 1, MAX_THREADS),
        "network": None if network is None else os.fspath(network),
        "options": texts,
    }
    played = _SelfPlay(rules(game), settings, None if out is None else os.fspath(out))
    return _games(played, games, progress=progress)


def _games(played: _SelfPlay, games: int, *, progress: bool) -> Iterator[TrainingGame]:
    try:
        with Bar("self-play", " games", wanted=progress, total=games) as bar:
            done = 0
            while (parts := played.next()) is not None:
                done += 1
                bar.show(done)
                yield TrainingGame(*parts)
    finally:
        played.stop()


def selfplay_batches(game: Game | str, games: Iterable[TrainingGame], size: int = 4096) -> Iterator[Batch]:
    """Convert games to batches of `size` positions. The last batch may be smaller."""
    size = whole("size", size, 1, 2**62)
    waiting: list[TrainingGame] = []
    rest = batch(game, [])
    for played in games:
        waiting.append(played)
        if len(rest.results) + sum(len(one.moves) for one in waiting) >= size:
            rest, waiting = _joined(rest, batch(game, waiting)), []
            while len(rest.results) >= size:
                yield _part(rest, slice(size))
                rest = _part(rest, slice(size, None))
    rest = _joined(rest, batch(game, waiting))
    if len(rest.results):
        yield rest


def _part(whole: Batch, rows: slice) -> Batch:
    return Batch(whole.observations[rows], whole.scores[rows], whole.results[rows])


def _joined(one: Batch, other: Batch) -> Batch:
    return Batch(
        np.concatenate((one.observations, other.observations)),
        np.concatenate((one.scores, other.scores)),
        np.concatenate((one.results, other.results)),
    )


def batch(game: Game | str, games: Iterable[TrainingGame]) -> Batch:
    """Return all searched positions of games as arrays. Raises `MoveError` for illegal moves."""
    plain = [(played.number, played.result, played.opening, played.moves) for played in games]
    return Batch(*_targets(rules(game), plain))


def read_games(path: AnyPath) -> list[TrainingGame]:
    """Read the games in a self-play file. Raises `RecordError` if it is not such a file."""
    return [TrainingGame(*parts) for parts in _read_games(os.fspath(path))]


def expansion(*, images: int, result_share: float, exact_share: float, seed: int) -> dict[str, Any]:
    """Check the settings that convert games to training positions, and return them. Raises `OptionError`."""
    return {
        "images": whole("images", images, 1, 64),
        "result_share": between("result_share", result_share, 0, 1),
        "exact_share": between("exact_share", exact_share, 0, 1),
        "seed": whole("seed", seed, 0, MAX_SEED),
    }


@dataclass(frozen=True, slots=True)
class Epoch:
    """One pass of a training over all positions."""

    number: int
    """Number of the epoch, from 1."""
    loss: float
    """Mean squared error of the predicted winning chance on the training positions."""
    validation: float
    """Mean squared error of the predicted winning chance on the validation set, which is one game in sixteen."""
    best: int
    """Number of the epoch with the lowest error on the validation set so far."""
    rounding: float
    """Maximum difference between the outputs of the floating-point and of the integer network, in natural logarithms of
    the odds.
    """
    positions: int
    """Number of positions trained on."""
    time: float
    """Duration of the epoch in seconds."""


@dataclass(frozen=True, slots=True)
class Trained:
    """Result of a training run."""

    network: Network
    """Network after the last epoch."""
    epochs: list[Epoch]
    """Epochs of this call."""


def train(
    game: Game | str,
    data: AnyPath | Sequence[AnyPath],
    out: AnyPath,
    *,
    hidden: int = 64,
    epochs: int = 10,
    batch: int = 4096,
    rate: float = 0.002,
    result_share: float = 0.5,
    exact_share: float = 1.0,
    images: int = 1,
    seed: int = 1,
    threads: int = 1,
    force: bool = False,
    name: str = "",
    progress: bool = False,
) -> Trained:
    """Train a network on self-play files, and write it to `out`.

    The network of the best epoch is written to `out` with `.best` appended. `hidden` is the size of the hidden layer, a
    multiple of 32, at most 256. `rate` is the initial learning rate. The target of a position is a mean of the game's
    result, with weight `result_share`, and of the search's value. If the engine knows the exact value, that has the
    weight `exact_share`. `images` is the number of symmetric images of each position to train on.

    Equal seeds and data give equal files. A call with the same arguments continues an interrupted run; with `force`, it
    starts again. Raises `OptionError` for numbers out of range, and `NetworkError` if training fails.
    """
    settings = expansion(images=images, result_share=result_share, exact_share=exact_share, seed=seed) | {
        "hidden": whole("hidden", hidden, 1, 256),
        "epochs": whole("epochs", epochs, 1, 10_000),
        "batch": whole("batch", batch, 1, 1_000_000),
        "rate": between("rate", rate, 1e-9, 1.0),
        "threads": whole("threads", threads, 1, MAX_THREADS),
        "force": force,
        "name": name,
    }
    files = [data] if isinstance(data, str | os.PathLike) else list(data)
    found: list[Epoch] = []
    with Bar("train", " epochs", wanted=progress, total=epochs) as bar:

        def show(step: dict[str, Any]) -> None:
            if "number" in step:
                found.append(Epoch(**step))
                bar.show(step["number"], text=f"validation {step['validation']:.4f}")

        network = _train(rules(game), [os.fspath(file) for file in files], os.fspath(out), settings, show)
    return Trained(network, found)


def load_network(path: AnyPath) -> Network:
    """Read a network file. Raises `OSError` if it cannot be read, and `NetworkError` if it is not a network."""
    return Network(Path(path).read_bytes())


def evaluate(network: Network, states: Sequence[State]) -> list[Score]:
    """Return the value of each state for its side to move, computed by a network without a search.

    Raises `NetworkError` if the network does not match the game.
    """
    return [Score(round(100 * logit), logit=round(400 * logit)) for logit in network.logits(states).tolist()]
