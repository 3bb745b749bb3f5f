"""Self-play, training and learned evaluations."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from plywright._checks import (
    MAX_SEED,
    MAX_THREADS,
    between,
    content,
    option_texts,
    point_unit,
    require,
    require_all,
    to_game,
    whole,
)
from plywright._core import Game, Network, OptionError, State, _read_games, _SelfPlay, _targets, _train
from plywright._progress import Bar
from plywright._score import Score

AnyPath = str | os.PathLike[str]


@dataclass(frozen=True, slots=True)
class TrainingGame:
    """A game of the engine against itself.

    number: Number of the game. The number and the seed determine all random choices.
    result: Result: 1 if the first side won, -1 if the second side won, otherwise 0.
    opening: Random moves of the opening.
    moves: Searched moves. Each has the search's value for the side to move: 400 times the natural logarithm of the
        odds that it wins. A value of at least 9,000 is a proven win, of at most -9,000 a proven loss.
    """

    number: int
    result: int
    opening: list[str]
    moves: list[tuple[str, int]]

    def state(self, game: Game | str) -> State:
        """Return the state at the end of the game."""
        state = to_game(game).start()
        for move in self.opening:
            state.play(move)
        for move, _ in self.moves:
            state.play(move)
        return state


class TrainingBatch(NamedTuple):
    """Positions of games, as arrays.

    observations: Observations from the perspective of the side to move: zeros and ones of shape (positions,
        *game.observation_shape).
    scores: Values of the searches for the side to move, as natural logarithms of the odds; shape (positions,).
    results: Results of the games for the side to move: 1, 0 or -1; shape (positions,).
    """

    observations: npt.NDArray[np.float32]
    scores: npt.NDArray[np.float32]
    results: npt.NDArray[np.int8]


def selfplay(
    game: Game | str,
    games: int,
    *,
    nodes: int = 2000,
    seed: int = 1,
    threads: int = 1,
    opening: tuple[int, int] = (4, 12),
    branches: float = 0.0,
    max_plies: int = 400,
    network: AnyPath | None = None,
    options: Mapping[str, str | int | bool] | None = None,
    first: int = 0,
    out: AnyPath | None = None,
    progress: bool = False,
) -> Iterator[TrainingGame]:
    """Play games of the engine against itself, and yield them in the order of their numbers.

    Each move is a search of `nodes` nodes, by an engine with the given `network` and `options`. A game begins with
    random moves; `opening` is their minimum and their maximum number. A game is drawn after `max_plies` searched moves.

    The share `branches` of the games, 0 to 1, branches off from a quick game: such a game repeats the quick game up to
    one of its positions, and plays a random move there. In most cases, this move replaces one of the winner's, so that
    the results are more even.

    A game depends only on the seed and its number, not on `threads`. The numbers begin with `first`. `threads` threads
    play in the background while the caller works.

    With `out`, the games are also written to a file for `train`. An interrupted run continues after the games in the
    file, and yields only the new ones. Raises `OptionError` for invalid settings, and `RecordError` for a file of other
    games.
    """
    numbers = [whole("opening", plies, 0, 1000) for plies in require_all("opening", opening, object)]
    if len(numbers) != 2 or numbers[0] > numbers[1]:
        raise OptionError(f"opening is {opening}, expected the least number of moves and the greatest")
    settings = {
        "games": whole("games", games, 0, 2**62),
        "first": whole("first", first, 0, 2**62),
        "nodes": whole("nodes", nodes, 1, 2**63),
        "seed": whole("seed", seed, 0, MAX_SEED),
        "opening": (numbers[0], numbers[1]),
        "branches": between("branches", branches, 0, 1),
        "max_plies": whole("max_plies", max_plies, 1, 1_000_000),
        "threads": whole("threads", threads, 1, MAX_THREADS),
        "network": None if network is None else os.fspath(network),
        "options": list(option_texts(options).items()),
    }
    played = _SelfPlay(to_game(game), settings, None if out is None else os.fspath(out))
    return _take_games(played, games, progress=progress)


def _take_games(played: _SelfPlay, games: int, *, progress: bool) -> Iterator[TrainingGame]:
    try:
        with Bar("self-play", " games", wanted=progress, total=games) as bar:
            done = 0
            while (parts := played.next()) is not None:
                done += 1
                bar.show(done)
                yield TrainingGame(*parts)
    finally:
        played.stop()


def selfplay_batches(game: Game | str, games: Iterable[TrainingGame], size: int = 4096) -> Iterator[TrainingBatch]:
    """Convert games to batches of `size` positions. The last batch may be smaller."""

    def join(*parts: TrainingBatch) -> TrainingBatch:
        return TrainingBatch._make(map(np.concatenate, zip(*parts, strict=True)))

    size = whole("size", size, 1, 2**62)
    waiting: list[TrainingGame] = []
    rest = batch(game, [])
    for played in games:
        waiting.append(require("a game", played, TrainingGame))
        if len(rest.results) + sum(len(one.moves) for one in waiting) >= size:
            rest, waiting = join(rest, batch(game, waiting)), []
            while len(rest.results) >= size:
                yield TrainingBatch._make(column[:size] for column in rest)
                rest = TrainingBatch._make(column[size:] for column in rest)
    rest = join(rest, batch(game, waiting))
    if len(rest.results):
        yield rest


def batch(game: Game | str, games: Iterable[TrainingGame]) -> TrainingBatch:
    """Return all searched positions of games as arrays. Raises `MoveError` for illegal moves."""
    plain = [
        (whole("number", one.number, 0, MAX_SEED), whole("result", one.result, -1, 1), one.opening, one.moves)
        for one in require_all("games", games, TrainingGame)
    ]
    return TrainingBatch(*_targets(to_game(game), plain))


def read_games(path: AnyPath) -> list[TrainingGame]:
    """Read the games in a self-play file. Raises `RecordError` if the file cannot be read or is not such a file."""
    return [TrainingGame(*parts) for parts in _read_games(os.fspath(path))]


def expansion_settings(*, images: int, result_share: float, exact_share: float, seed: int) -> dict[str, Any]:
    """Check the settings that convert games to training positions, and return them. Raises `OptionError`."""
    return {
        "images": whole("images", images, 1, 64),
        "result_share": between("result_share", result_share, 0, 1),
        "exact_share": between("exact_share", exact_share, 0, 1),
        "seed": whole("seed", seed, 0, MAX_SEED),
    }


def network_settings(*, hidden: int, epochs: int) -> dict[str, int]:
    """Check the size of a network and the length of its training, and return them. Raises `OptionError`."""
    return {"hidden": whole("hidden", hidden, 1, 256), "epochs": whole("epochs", epochs, 1, 10_000)}


@dataclass(frozen=True, slots=True)
class Epoch:
    """One pass of a training over all positions.

    number: Number of the epoch, from 1.
    loss: Mean squared error of the predicted winning chance on the training positions.
    validation: Mean squared error of the predicted winning chance on the validation set, which is about one game in
        sixteen.
    best: Number of the epoch with the lowest error on the validation set so far.
    rounding: Maximum difference between the outputs of the floating-point and of the integer network, in natural
        logarithms of the odds.
    positions: Number of positions trained on.
    time: Duration of the epoch in seconds.
    """

    number: int
    loss: float
    validation: float
    best: int
    rounding: float
    positions: int
    time: float


@dataclass(frozen=True, slots=True)
class Trained:
    """Result of a training run.

    network: Network after the last epoch.
    epochs: Epochs of this call.
    """

    network: Network
    epochs: list[Epoch]


def train(
    game: Game | str,
    data: AnyPath | Sequence[AnyPath],
    out: AnyPath,
    *,
    hidden: int = 64,
    start: AnyPath | None = None,
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
    multiple of 32, at most 256. The training starts from random weights, or from those of the network `start`, which
    may have fewer hidden neurons. `epochs` is the number of passes over all positions, `batch` the number of positions
    in a step, and `rate` the initial learning rate. `images` is the number of symmetric images of each position to
    train on. The target of a position is a mean of the game's result, with weight `result_share`, and of the search's
    value. If the engine knows the exact value, that has the weight `exact_share`, and the mean has the rest.

    Equal seeds and data give equal files. A call with the same arguments continues an interrupted run, and more
    `epochs` continue a finished one. `force` starts again and replaces the network in `out`, also that of another run.
    Raises `OptionError` for numbers out of range, and `NetworkError` if the data cannot be read or training fails.
    """
    settings = expansion_settings(images=images, result_share=result_share, exact_share=exact_share, seed=seed)
    settings |= network_settings(hidden=hidden, epochs=epochs)
    settings |= {
        "start": None if start is None else os.fspath(start),
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
            found.append(Epoch(**step))
            bar.show(step["number"], text=f"validation {step['validation']:.4f}")

        network = _train(to_game(game), [os.fspath(file) for file in files], os.fspath(out), settings, show)
    return Trained(network, found)


def load_network(path: AnyPath) -> Network:
    """Read a network file. Raises `OSError` if it cannot be read, and `NetworkError` if it is not a network."""
    return Network(content(path))


def evaluate(network: Network, states: Sequence[State]) -> list[Score]:
    """Return the value of each state for its side to move, computed by a network without a search.

    The values are those of `Engine.evaluation` of an engine with this network, where no exact value is known. Raises
    `NetworkError` if the network does not match the game, and `EngineError` for states of several games.
    """
    found = require_all("states", states, State)
    values = require("the network", network, Network)._values(found)
    unit = point_unit(found[0].game) if found else None
    return [Score(value, logit=logit, unit=unit) for value, logit in values]
