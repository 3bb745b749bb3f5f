"""AlphaZero in one file: a network learns a game from nothing, by games against itself.

    python alpha_zero.py connect-four c4.pt --minutes 60

Needs PyTorch (`pip install torch`). Every few minutes, prints the highest level of the engine that the network beats.
"""

from __future__ import annotations

import argparse
import time
from collections import deque
from typing import Any

import numpy as np
import plywright as pw
import torch
from torch import Tensor, nn
from torch.nn import functional

GAMES = 128
"""Number of games played at the same time. The batches of the search are as large."""
POSITIONS = 100_000
"""Number of the latest positions that the network learns from."""


def convolution(inputs: int, outputs: int) -> nn.Sequential:
    """Return a convolution over squares and their neighbours."""
    return nn.Sequential(nn.Conv2d(inputs, outputs, 3, padding=1, bias=False), nn.BatchNorm2d(outputs), nn.ReLU())


class Model(nn.Module):
    """The network: convolutions, and a head each for the policy and for the value."""

    def __init__(self, game: pw.Game, width: int = 32, depth: int = 4) -> None:
        """Create the network of a game whose observations are planes."""
        super().__init__()
        planes, height, columns = game.observation_shape
        self.body = nn.Sequential(*(convolution(width if at else planes, width) for at in range(depth)))
        size = 4 * height * columns
        self.policy = nn.Sequential(nn.Conv2d(width, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(size, game.move_count))
        self.value = nn.Sequential(
            nn.Conv2d(width, 4, 1), nn.ReLU(), nn.Flatten(), nn.Linear(size, 64), nn.ReLU(), nn.Linear(64, 1), nn.Tanh()
        )

    def forward(self, planes: Tensor) -> tuple[Tensor, Tensor]:
        """Return the logits of the policy and the value for the side to move, -1 to 1."""
        seen = self.body(planes)
        return self.policy(seen), self.value(seen).squeeze(1)

    @torch.no_grad()
    def evaluate(self, observations: Any, masks: Any) -> tuple[Any, Any]:
        """Return policies and values for `pw.Puct`."""
        self.eval()
        device = next(self.parameters()).device
        logits, values = self(torch.from_numpy(observations).to(device))
        logits[torch.from_numpy(masks == 0).to(device)] = -torch.inf
        return logits.softmax(dim=1).cpu().numpy(), values.cpu().numpy()


class SelfPlay:
    """Many games of the network against itself. Each step is a move in every game."""

    def __init__(self, game: pw.Game, model: Model, simulations: int) -> None:
        """Begin the games."""
        self.boards = pw.Batch(game, GAMES)
        self.search = pw.Puct(game, model.evaluate, simulations=simulations, batch=GAMES, noise=0.25)
        self.unfinished: list[list[Any]] = [[] for _ in range(GAMES)]

    def step(self) -> list[tuple[Any, Any, float]]:
        """Play a move in every game. Returns the positions of finished games: observation, policy and result."""
        sides, observations = self.boards.sides, self.boards.observe()
        found = self.search.search(self.boards, temperature=1.0)
        for game, *seen in zip(self.unfinished, observations, found.policies, sides.tolist(), strict=True):
            game.append(tuple(seen))
        # After the opening, the best move is played, so that results say more about positions.
        late = self.boards.plies >= 10
        actions = np.where(late, found.visits.argmax(axis=1), found.actions)
        self.boards.play(actions)
        over, rewards = self.boards.endings != 0, self.boards.rewards
        finished = []
        for at in np.flatnonzero(over):
            finished += [(seen, policy, float(rewards[at, side])) for seen, policy, side in self.unfinished[at]]
            self.unfinished[at] = []
        self.boards.reset(over)
        return finished


def learn(model: Model, optimizer: torch.optim.Optimizer, positions: deque[Any], steps: int) -> float:
    """Train on random batches of positions. Returns the mean loss."""
    model.train()
    device = next(model.parameters()).device
    random, total = np.random.default_rng(), 0.0
    for _ in range(steps):
        part = [positions[at] for at in random.integers(len(positions), size=512)]
        seen, policies, results = (
            torch.from_numpy(np.stack(rows)).float().to(device) for rows in zip(*part, strict=True)
        )
        logits, values = model(seen)
        loss = functional.cross_entropy(logits, policies) + functional.mse_loss(values, results)
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        total += float(loss)
    return total / steps


def beats(game: pw.Game, model: Model, level: int) -> bool:
    """Whether the network with its search is stronger than a level, by a sequential test in at most 100 games."""
    network = pw.Player("network", policy=pw.Puct(game, model.evaluate, simulations=400, batch=8))
    result = pw.play_match(game, [network, pw.Player("level", level=level)], rounds=50, sprt=pw.Sprt(elo0=0, elo1=100))
    return result.pairings[0].verdict == "H1"


def main() -> None:
    """Learn for some minutes, print the highest level beaten on the way, and write the weights to a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", help="name of a game whose observations are planes, such as connect-four")
    parser.add_argument("out", help="file for the weights of the network")
    parser.add_argument("--minutes", type=float, default=60, help="time for learning, matches not counted")
    parser.add_argument("--simulations", type=int, default=100, help="simulations for each move of self-play")
    parser.add_argument("--test-every", type=float, default=5, help="minutes of learning between two tests")
    arguments = parser.parse_args()
    game = pw.Game(arguments.game)
    model = Model(game).to("cuda" if torch.cuda.is_available() else "cpu")
    optimizer = torch.optim.AdamW(model.parameters(), lr=0.002, weight_decay=1e-4)
    games, positions = SelfPlay(game, model, arguments.simulations), deque[Any](maxlen=POSITIONS)
    learned, tested, new, beaten = 0.0, 0.0, 0, 0
    while learned < arguments.minutes * 60:
        started = time.perf_counter()
        finished = games.step()
        positions.extend(finished)
        new += len(finished)
        if new >= 4096:
            loss = learn(model, optimizer, positions, steps=new // 64)
            print(f"{learned / 60:.1f} minutes: loss {loss:.3f} on {len(positions)} positions", flush=True)
            new = 0
        learned += time.perf_counter() - started
        if learned - tested >= arguments.test_every * 60:
            torch.save(model.state_dict(), arguments.out)
            while beaten <= 30 and beats(game, model, beaten):
                beaten += 1
            print(f"{learned / 60:.0f} minutes: beats the levels below {beaten}", flush=True)
            tested = learned
    torch.save(model.state_dict(), arguments.out)


if __name__ == "__main__":
    main()
