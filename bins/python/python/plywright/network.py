"""Weights of networks as NumPy arrays, and their files, for training outside of Rust.

A network has one hidden layer, which is computed from each side's perspective. `own` are the active features from the
perspective of the side to move, `other` those from the opponent's. The network computes

    hidden(features) = bias + sum of rows[feature]
    output = weights of the bucket . screlu([hidden(own), hidden(other)]) + bias of the bucket
    screlu(x) = clip(x, 0, 1) ** 2

The output is the natural logarithm of the odds that the side to move wins. A file holds integers, here `Weights`.
`Floats` are weights before rounding.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from plywright._checks import to_game
from plywright._core import Game, Network, NetworkError, _examples
from plywright._learning import expansion_settings, load_network

FloatArray = npt.NDArray[np.float32]
Features = npt.NDArray[np.float32] | npt.NDArray[np.int8] | npt.NDArray[np.bool_]

QA = 181
"""Integer that stands for 1 in the hidden layer."""
QB = 64
"""Integer that stands for 1 in the output weights."""
MAX_OUTPUT = 127
"""Maximum absolute output weight in a file."""
MAX_ROW = 1.98
"""Maximum absolute weight of a feature before rounding. The sum of about ninety such weights fits into 16 bits."""
LANES = 32
"""The size of the hidden layer is a multiple of this number."""


def screlu(x: FloatArray) -> FloatArray:
    """Return the activation of the hidden layer."""
    return np.square(np.clip(x, 0, 1))


@dataclass(frozen=True, slots=True)
class Floats:
    """Weights as 32-bit floats.

    `rows` has the shape (inputs, hidden), `bias` (hidden,), `output` (buckets, 2, hidden) and `output_bias` (buckets,).
    In `output`, the weights of the side to move come first.
    """

    rows: FloatArray
    bias: FloatArray
    output: FloatArray
    output_bias: FloatArray

    @classmethod
    def random(cls, inputs: int, hidden: int, buckets: int = 1, seed: int = 1) -> Floats:
        """Return random initial weights for training. All buckets have equal weights."""
        rng = np.random.default_rng(seed)

        def around(middle: float, width: float, *shape: int) -> FloatArray:
            return np.asarray(middle + width * rng.uniform(-1, 1, shape), np.float32)

        output = np.repeat(around(0, 0.2, 1, 2, hidden), buckets, axis=0)
        bias = np.zeros(buckets, np.float32)
        return cls(around(0, 0.15, inputs, hidden), around(0.3, 0.2, hidden), output, bias)

    def clipped(self) -> Floats:
        """Return the weights with the rows clipped to `MAX_ROW` and the output weights to the range of a file."""
        limit = MAX_OUTPUT / QB
        return replace(self, rows=self.rows.clip(-MAX_ROW, MAX_ROW), output=self.output.clip(-limit, limit))

    def settled(self, examples: Examples) -> Floats:
        """Return weights that have the same outputs on these positions, but generalise better to others.

        The row of a feature that is always active moves into the bias. The row of a feature that is never active
        becomes 0.
        """
        own, other = (
            np.bincount(side.ravel(), minlength=examples.shape.inputs + 1) for side in (examples.own, examples.other)
        )
        # The last number counts the padding.
        seen = (own + other)[:-1]
        always, never = seen == 2 * len(examples), seen == 0
        rows = np.where((always | never)[:, None], np.float32(0), self.rows)
        return replace(self, rows=rows, bias=self.bias + self.rows[always].sum(axis=0))

    def logits(self, own: Features, other: Features, buckets: npt.ArrayLike = 0) -> FloatArray:
        """Return the outputs for positions, in an array of shape (positions,).

        `own` and `other` are zeros and ones of shape (positions, inputs). `buckets` has the shape (positions,).
        """
        at = np.broadcast_to(np.asarray(buckets), (len(own),))
        total = np.zeros(len(own), np.float32)
        for side, active in enumerate((own, other)):
            hidden = screlu(active.astype(np.float32) @ self.rows + self.bias)
            total += (hidden * self.output[at, side]).sum(axis=1)
        return np.asarray(total + self.output_bias[at], np.float32)

    def quantised(self, features: str, *, name: str = "", data: str = "", command: str = "") -> Weights:
        """Round the weights to integers. `features` is the name of the feature set."""
        one = QA * QA * QB
        return Weights(
            features,
            np.rint(self.rows * QA).astype(np.int16),
            np.rint(self.bias * QA).astype(np.int16),
            np.rint(self.output * QB).astype(np.int16),
            np.rint(self.output_bias.astype(np.float64) * one).astype(np.int32),
            name,
            data,
            command,
        )


@dataclass(frozen=True, slots=True)
class Weights:
    """Integer weights, as in a file. `rows`, `bias`, `output` and `output_bias` have the shapes of those in `Floats`.

    features: Name of the feature set.
    name: Name of the network.
    data: Names of the files it was trained on.
    command: Command that trained it.
    """

    features: str
    rows: npt.NDArray[np.int16]
    bias: npt.NDArray[np.int16]
    output: npt.NDArray[np.int16]
    output_bias: npt.NDArray[np.int32]
    name: str = ""
    data: str = ""
    command: str = ""

    def floats(self) -> Floats:
        """Return the weights as floats."""
        one = QA * QA * QB
        return Floats(
            np.asarray(self.rows / QA, np.float32),
            np.asarray(self.bias / QA, np.float32),
            np.asarray(self.output / QB, np.float32),
            np.asarray(self.output_bias / one, np.float32),
        )

    def logits(self, own: Features, other: Features, buckets: npt.ArrayLike = 0) -> npt.NDArray[np.float64]:
        """Return the outputs for positions, computed in integers as by the search. The arguments are those of
        `Floats.logits`.
        """
        at = np.broadcast_to(np.asarray(buckets), (len(own),))
        total = self.output_bias[at].astype(np.int64)
        for side, active in enumerate((own, other)):
            hidden = active.astype(np.int64) @ self.rows.astype(np.int64) + self.bias
            total += (np.square(hidden.clip(0, QA)) * self.output[at, side]).sum(axis=1)
        return np.asarray(total / (QA * QA * QB), np.float64)

    def to_bytes(self) -> bytes:
        """Return the contents of a network file. Raises `NetworkError` if engines would reject it."""
        hidden, buckets = self.rows.shape[1], len(self.output)
        if self.bias.shape != (hidden,) or self.output.shape != (buckets, 2, hidden):
            shapes = f"rows {self.rows.shape}, bias {self.bias.shape}, output {self.output.shape}"
            raise NetworkError(f"found the shapes {shapes}, expected (inputs, hidden), (hidden,), (buckets, 2, hidden)")
        rows, bias, output = (np.ascontiguousarray(part, np.int16) for part in (self.rows, self.bias, self.output))
        output_bias = np.ascontiguousarray(self.output_bias, np.int32)
        provenance = (self.name, self.data, self.command)
        return Network._of(self.features, provenance, rows.ravel(), bias, output.ravel(), output_bias).to_bytes()

    def write(self, path: str | os.PathLike[str]) -> None:
        """Write a network file, which the option `EvalFile` of every engine loads."""
        Path(path).write_bytes(self.to_bytes())


def read(path: str | os.PathLike[str]) -> Weights:
    """Read a network file. Raises `OSError` if it cannot be read, and `NetworkError` if it is not a network."""
    try:
        network = load_network(path)
    except NetworkError as error:
        raise NetworkError(f"{path}: {error}") from None
    rows, bias, output, output_bias = network._weights()
    shape = (-1, 2, network.hidden)
    return Weights(
        network.features,
        rows.reshape(-1, network.hidden),
        bias,
        output.reshape(shape),
        output_bias,
        *network.provenance,
    )


class NetworkShape(NamedTuple):
    """Shape that a game requires of a network.

    features: Name of the feature set.
    inputs: Number of features.
    buckets: Number of buckets.
    """

    features: str
    inputs: int
    buckets: int


def network_shape(game: Game | str) -> NetworkShape:
    """Return the shape of a game's networks. Raises `NetworkError` if the game has no learned evaluation."""
    game = to_game(game)
    shape = game.network_shape
    if shape is None:
        raise NetworkError(f"{game.name} lists no features, expected a game with a learned evaluation")
    return NetworkShape(*shape)


def _rows(numbers: npt.NDArray[np.uint16], ends: npt.NDArray[np.uint64], filling: int) -> npt.NDArray[np.uint16]:
    """Split `numbers` into rows that end at `ends`, and pad each row with `filling` to the length of the longest."""
    lengths = np.diff(ends.astype(np.int64), prepend=0)
    width = int(lengths.max(initial=0))
    rows = np.full((len(ends), width), filling, np.uint16)
    rows[np.arange(width) < lengths[:, None]] = numbers
    return rows


@dataclass(frozen=True, slots=True)
class Examples:
    """Positions with the winning chances that a network should predict.

    own: Active features from the perspective of the side to move, one row for each position, padded with
        `shape.inputs`.
    other: Active features from the other side's perspective, in the same form.
    buckets: Bucket of each position.
    targets: Target winning chance of the side to move, 0 to 1, for each position.
    shape: Shape of the game's networks.
    """

    own: npt.NDArray[np.uint16]
    other: npt.NDArray[np.uint16]
    buckets: npt.NDArray[np.uint8]
    targets: npt.NDArray[np.float32]
    shape: NetworkShape

    def __len__(self) -> int:
        return len(self.targets)

    def dense(self, numbers: npt.NDArray[np.uint16]) -> npt.NDArray[np.bool_]:
        """Convert rows of `own` or `other` to zeros and ones of the shape (rows, inputs)."""
        active = np.zeros((len(numbers), self.shape.inputs + 1), np.bool_)
        np.put_along_axis(active, numbers.astype(np.int64), True, axis=1)
        return active[:, :-1]


def read_examples(
    game: Game | str,
    files: str | os.PathLike[str] | Sequence[str | os.PathLike[str]],
    *,
    images: int = 1,
    result_share: float = 0.5,
    exact_share: float = 1.0,
    seed: int = 1,
) -> tuple[Examples, Examples]:
    """Read one or several self-play files. Return the positions to train on, and those of the validation set.

    They are the positions that `plywright.train` uses with the same arguments. About one game in sixteen belongs to the
    validation set. The target of a position is a mean of the game's result, with weight `result_share`, and of the
    search's value. If the engine knows the exact value, that has the weight `exact_share`, and the mean has the rest.
    `images` is the number of symmetric images of each position. Raises `NetworkError` if a file cannot be read or holds
    no games of this game, and `OptionError` for numbers out of range.
    """
    game = to_game(game)
    paths = [os.fspath(path) for path in ([files] if isinstance(files, str | os.PathLike) else files)]
    shape = network_shape(game)
    settings = expansion_settings(images=images, result_share=result_share, exact_share=exact_share, seed=seed)
    sets = _examples(game, paths, settings)
    training, validation = (
        Examples(
            _rows(found["own"], found["own_ends"], shape.inputs),
            _rows(found["other"], found["other_ends"], shape.inputs),
            found["buckets"],
            found["targets"],
            shape,
        )
        for found in sets
    )
    return training, validation
