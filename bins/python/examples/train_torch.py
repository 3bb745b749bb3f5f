"""Trains a network in PyTorch, on the same games and into the same file format as `plywright.train`.

    python train_torch.py connect-four c4.games c4.net --epochs 20

`plywright.selfplay` or `plywright selfplay` records the games. Every engine loads the network by its option `EvalFile`.
Training uses a GPU if PyTorch finds one. The printed error is the mean squared error of the winning chance on the
validation set, which is about one game in sixteen.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
from plywright.network import LANES, MAX_OUTPUT, MAX_ROW, QB, Examples, Floats, read_examples
from torch import Tensor, nn

LAST_RATE = 0.05
"""Final learning rate as a fraction of the initial one. The rate falls linearly."""


class Model(nn.Module):
    """The network: a hidden layer for each perspective, clipped and squared, and an output for each bucket."""

    def __init__(self, start: Floats) -> None:
        """Create a model with these initial weights."""
        super().__init__()
        self.rows = nn.Parameter(torch.from_numpy(start.rows.copy()))
        self.bias = nn.Parameter(torch.from_numpy(start.bias.copy()))
        self.output = nn.Parameter(torch.from_numpy(start.output.reshape(len(start.output), -1).copy()))
        self.output_bias = nn.Parameter(torch.from_numpy(start.output_bias.copy()))

    def hidden(self, numbers: Tensor) -> Tensor:
        """Return the hidden layer, before its activation, for these active features."""
        # A product with zeros and ones is faster than a sum of rows, and its gradient is much faster.
        inputs = len(self.rows)
        active = torch.zeros(len(numbers), inputs + 1, device=numbers.device).scatter_(1, numbers, 1)
        return active[:, :inputs] @ self.rows + self.bias

    def forward(self, own: Tensor, other: Tensor, buckets: Tensor) -> Tensor:
        """Return the natural logarithm of the odds that the side to move wins, in an array of shape (positions,).

        `own` and `other` are the active features of each position, padded with the number of features.
        """
        active = torch.cat([self.hidden(own), self.hidden(other)], dim=1).clamp(0, 1).square()
        return (active * self.output[buckets]).sum(dim=1) + self.output_bias[buckets]

    @torch.no_grad()
    def clip(self) -> None:
        """Clip the rows to `MAX_ROW` and the output weights to the range that a network file can represent."""
        self.rows.clamp_(-MAX_ROW, MAX_ROW)
        self.output.clamp_(-MAX_OUTPUT / QB, MAX_OUTPUT / QB)

    @torch.no_grad()
    def floats(self) -> Floats:
        """Return the weights as NumPy arrays."""
        hidden = len(self.bias)
        parts = self.rows, self.bias, self.output.reshape(-1, 2, hidden), self.output_bias
        return Floats(*(part.detach().cpu().numpy().copy() for part in parts))


class Batches:
    """Examples on a device, which are read in batches of tensors."""

    def __init__(self, examples: Examples, device: torch.device) -> None:
        """Copy the examples to the device."""
        arrays = (examples.own, examples.other, examples.buckets)
        self.inputs = [torch.from_numpy(array.astype(np.int16)).to(device) for array in arrays]
        self.targets = torch.from_numpy(examples.targets).to(device)

    def __len__(self) -> int:
        return len(self.targets)

    def get(self, indices: Tensor) -> tuple[list[Tensor], Tensor]:
        """Return the inputs and the targets of the examples with these indices."""
        return [part[indices].long() for part in self.inputs], self.targets[indices]


@torch.no_grad()
def error(model: Model, batches: Batches, size: int = 65536) -> float:
    """Return the mean squared error of the predicted winning chance. `size` is the number of positions in a batch."""
    total = 0.0
    for indices in torch.split(torch.arange(len(batches), device=batches.targets.device), size):
        inputs, targets = batches.get(indices)
        total += (model(*inputs).sigmoid() - targets).square().sum().item()
    return total / len(batches)


@dataclass(frozen=True)
class Settings:
    """Settings of a training run."""

    hidden: int = 64
    """Size of the hidden layer, a multiple of 32, at most 256."""
    epochs: int = 10
    """Number of passes over all positions."""
    batch: int = 4096
    """Number of positions in a batch."""
    rate: float = 0.002
    """Initial learning rate."""
    seed: int = 1
    """Seed of the initial weights and of the order of the positions."""
    device: str | None = None
    """Device for the training, such as `cuda` or `cpu`; by default a GPU if PyTorch finds one."""


def train(training: Examples, validation: Examples, settings: Settings) -> Model:
    """Train a model and print the error on the validation set after each epoch."""
    place = torch.device(settings.device or ("cuda" if torch.cuda.is_available() else "cpu"))
    torch.manual_seed(settings.seed)
    model = Model(Floats.random(training.shape.inputs, settings.hidden, training.shape.buckets, settings.seed))
    model.to(place)
    optimiser = torch.optim.Adam(model.parameters(), lr=settings.rate)
    data, held_back = Batches(training, place), Batches(validation, place)
    steps = settings.epochs * -(-len(data) // settings.batch)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimiser, lambda step: 1 - (1 - LAST_RATE) * step / steps)
    loss_of = nn.BCEWithLogitsLoss()
    for epoch in range(1, settings.epochs + 1):
        started = time.perf_counter()
        for indices in torch.split(torch.randperm(len(data), device=place), settings.batch):
            inputs, targets = data.get(indices)
            optimiser.zero_grad()
            loss_of(model(*inputs), targets).backward()
            optimiser.step()
            schedule.step()
            model.clip()
        found = error(model, held_back)
        speed = len(data) / (time.perf_counter() - started)
        print(f"epoch {epoch:3} validation {found:.6f} {speed:,.0f} positions/s on {place}", flush=True)
    return model


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("game", help="name of the game")
    parser.add_argument("data", nargs="+", help="files of recorded games")
    parser.add_argument("out", help="file of the network")
    sizes, what = range(LANES, 257, LANES), "hidden neurons, multiple of 32 up to 256"
    parser.add_argument("--hidden", type=int, default=Settings.hidden, choices=sizes, metavar="N", help=what)
    parser.add_argument("--epochs", type=int, default=Settings.epochs)
    parser.add_argument("--batch", type=int, default=Settings.batch)
    parser.add_argument("--rate", type=float, default=Settings.rate, help="learning rate at the start")
    parser.add_argument("--result-share", type=float, default=0.5, help="weight of the result in the target")
    parser.add_argument("--images", type=int, default=1, help="images of each position under symmetries")
    parser.add_argument("--seed", type=int, default=Settings.seed)
    parser.add_argument("--device", help="such as cuda or cpu")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Train a network as the command line says, and write it."""
    words = sys.argv[1:] if arguments is None else arguments
    parsed = parse(words)
    training, validation = read_examples(
        parsed.game, parsed.data, images=parsed.images, result_share=parsed.result_share, seed=parsed.seed
    )
    print(f"{len(training):,} positions to train on, {len(validation):,} to validate on")
    settings = Settings(parsed.hidden, parsed.epochs, parsed.batch, parsed.rate, parsed.seed, parsed.device)
    model = train(training, validation, settings)
    floats = model.floats().settled(training)
    network = floats.quantised(
        training.shape.features,
        name=parsed.out,
        data=" ".join(parsed.data),
        command=f"train_torch.py {' '.join(words)}",
    )
    network.write(parsed.out)
    return 0


if __name__ == "__main__":
    sys.exit(main())
