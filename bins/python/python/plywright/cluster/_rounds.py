"""Rounds of self-play, training and a match. The winner of the match plays the next round."""

from __future__ import annotations

import argparse
import json
import shlex
from dataclasses import asdict, dataclass
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from plywright._core import Game, OptionError, _plan
from plywright._learning import expansion_settings, network_settings, train
from plywright.cluster._clusters import cores, count
from plywright.cluster._job import Job, write_atomically
from plywright.cluster._run import Screen, run
from plywright.network import LANES, network_shape

if TYPE_CHECKING:
    from collections.abc import Callable

    from plywright.cluster._workers import Workers

SETTINGS = (
    *("game", "variant", "option", "champion", "games", "nodes", "hidden", "epochs", "images"),
    *("pairs", "match_nodes", "seed", "sprt"),
)
"""Arguments that must be equal in all runs on a folder."""
HAND_WRITTEN = "hand-written"
"""Name of a first champion without a network."""
FEWEST_GAMES = 7
"""Minimum number of games of a round. The seventh game is the first that belongs to the validation set."""
NETWORK = "net.best"
"""End of the name of a network file: the network of the epoch with the lowest error on the validation set."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the job `rounds`."""
    parser.add_argument("--rounds", type=count, default=5, metavar="N", help="number of rounds, by default 5")
    settings = parser.add_argument_group("settings, equal in all rounds of a folder")
    settings.add_argument("--game", required=True, metavar="NAME")
    settings.add_argument("--variant", metavar="NAME")
    settings.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a rule of the game")
    settings.add_argument(
        "--champion",
        default="built-in",
        metavar="VALUE",
        help="first champion, as a value of the option EvalFile: a network file, or '' for the hand-written evaluation",
    )
    numbers = {
        "games": (2000, f"games of self-play in a round, at least {FEWEST_GAMES}"),
        "nodes": (500, "nodes of each search of self-play"),
        "hidden": (64, "size of the network's hidden layer, a multiple of 32 up to 256"),
        "epochs": (10, "passes of the training over all games so far"),
        "images": (1, "symmetric images of each position that are learned"),
        "pairs": (500, "pairs of games of the match, at most"),
        "match-nodes": (1000, "nodes of each search of the match"),
        "seed": (1, "seed of the first round"),
    }
    for name, (default, what) in numbers.items():
        settings.add_argument(f"--{name}", type=int, default=default, metavar="N", help=f"{what}; {default}")
    settings.add_argument("--sprt", default="elo0=0 elo1=20", metavar="SETTINGS", help="test of the match")


@dataclass(frozen=True)
class Result:
    """Result of the match of a round."""

    challenger: str
    """Name of the network that this round has trained."""
    champion: str
    """Name of the evaluation that the challenger played against."""
    verdict: str | None
    """Hypothesis that the sequential test has accepted; `None` if it has accepted neither."""
    wins: int
    draws: int
    losses: int
    elo: float
    elo_error: float
    kept: str
    """Name of the winner, which plays the next round."""

    def __str__(self) -> str:
        test = f"{self.verdict} accepted" if self.verdict else "no verdict"
        return (
            f"{self.challenger} - {self.champion}: +{self.wins} ={self.draws} -{self.losses}, "
            f"{self.elo:+.0f} +- {self.elo_error:.0f} Elo, {test}; {self.kept} plays on"
        )


def play(arguments: argparse.Namespace, folder: Path, workers: Callable[[], Workers], screen: Screen) -> None:
    """Play the rounds that are missing in `folder`.

    The folder `round-K` holds the games, network, match and log of round K. Before the first game, raises the errors of
    `Round.check`, and `OptionError` if the folder has rounds of other settings.
    """
    path = folder / "settings.json"
    champion = arguments.champion or HAND_WRITTEN
    if not path.exists():
        Round(folder, 1, champion, arguments, screen).check()
    _check_settings(path, {name: getattr(arguments, name) for name in SETTINGS})
    for number in range(1, arguments.rounds + 1):
        result = Round(folder, number, champion, arguments, screen).play(workers)
        screen.say(f"{result}")
        champion = result.kept


def _check_settings(path: Path, settings: dict[str, Any]) -> None:
    """Write the settings to a new folder. Raises `OptionError` if an existing folder has others."""
    text = json.dumps(settings, indent=1) + "\n"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, text)
    elif (found := path.read_text("utf-8")) != text:
        others = [line.strip(" ,") for line in found.splitlines() if line not in text.splitlines()]
        raise OptionError(f"{path}: the folder has rounds of other settings: {', '.join(others) or 'fewer'}")


class Round:
    """One round. Each step writes a file. A step that was interrupted continues its file."""

    def __init__(self, root: Path, number: int, champion: str, settings: argparse.Namespace, screen: Screen) -> None:
        """Prepare a round. `champion` plays against itself, and then against a network trained on these games."""
        self.root = root
        self.number = number
        self.name = f"round-{number}"
        self.champion = champion
        self.settings = settings
        self.screen = screen
        self.rules = ["--game", settings.game]
        if settings.variant:
            self.rules += ["--variant", settings.variant]
        for option in settings.option:
            self.rules += ["--option", option]

    def path(self, kind: str, name: str = "") -> Path:
        """Return the path of a file of the round with this name, by default of this round. `kind` is the end of the
        file's name.
        """
        name = name or self.name
        return self.root / name / f"{name}.{kind}"

    def _eval_file(self, name: str) -> str:
        """Return the value of the option `EvalFile` for the network of the round `name`, or for the first champion."""
        first: str = self.settings.champion
        return first if name == (first or HAND_WRITTEN) else f"{self.path(NETWORK, name)}"

    def check(self) -> None:
        """Raise an error if a step of the round would refuse the settings, which it would otherwise do after hours.

        Raises `OptionError` or `NetworkError`, and `OSError` if a file that the settings name cannot be read.
        """
        settings = self.settings
        _plan("selfplay", self._selfplay_words())
        if settings.games < FEWEST_GAMES:
            raise OptionError(f"games is {settings.games}, expected at least {FEWEST_GAMES}")
        _plan("match", self._match_words(self._eval_file(self.champion)))
        network_shape(self._game())
        expansion_settings(images=settings.images, result_share=0, exact_share=0, seed=settings.seed)
        network_settings(hidden=settings.hidden, epochs=settings.epochs)
        if settings.hidden % LANES:
            raise OptionError(f"hidden is {settings.hidden}, expected a multiple of {LANES}")

    def play(self, workers: Callable[[], Workers]) -> Result:
        """Run the steps that are missing, and return the result."""
        if decided := self._decided():
            return decided
        path = self.path("json")
        path.parent.mkdir(exist_ok=True)
        self._self_play(workers)
        self._train()
        result, match = self._match(workers)
        # If another driver has removed the shards, `result` lacks games. That driver has written its own result before.
        if decided := self._decided():
            return decided
        write_atomically(path, json.dumps(asdict(result), indent=1) + "\n")
        match.tidy()
        self._log(f"{result}", is_shown=False)
        return result

    def _decided(self) -> Result | None:
        """Return the result that the folder has; `None` without one."""
        path = self.path("json")
        return Result(**json.loads(path.read_text("utf-8"))) if path.exists() else None

    def _log(self, text: str, *, is_shown: bool = True) -> None:
        with self.path("log").open("a", encoding="utf-8") as log:
            log.write(f"{datetime.now(timezone.utc):%Y-%m-%d %H:%M:%S} {text}\n")
        if is_shown:
            self.screen.note(f"{self.name}: {text}")

    def _game(self) -> Game:
        options = dict(option.split("=", 1) for option in self.settings.option)
        return Game(self.settings.game, self.settings.variant, options)

    def _selfplay_words(self) -> list[str]:
        settings = self.settings
        numbers = {"games": settings.games, "nodes": settings.nodes, "seed": settings.seed + self.number - 1}
        words = self.rules + [word for name, value in numbers.items() for word in (f"--{name}", f"{value}")]
        return [*words, "--option", f"EvalFile={self._eval_file(self.champion)}"]

    def _self_play(self, workers: Callable[[], Workers]) -> None:
        job, text = run("selfplay", self._selfplay_words(), self.path("games"), workers, self.screen)
        job.tidy()
        self._log(f"self-play of {self.champion}: {text}")

    def _train(self) -> None:
        settings = self.settings
        trained = train(
            self._game(),
            [self.path("games", f"round-{number}") for number in range(1, self.number + 1)],
            self.path("net"),
            hidden=settings.hidden,
            epochs=settings.epochs,
            images=settings.images,
            seed=settings.seed + self.number - 1,
            threads=cores(),
            name=self.name,
        )
        if trained.epochs:
            last = trained.epochs[-1]
            best = next((epoch for epoch in trained.epochs if epoch.number == last.best), last)
            error = f"validation error {best.validation:.4f} in epoch {best.number}"
            self._log(f"trained on {last.positions} positions, {error}")

    def _match_words(self, challenger: str) -> list[str]:
        """Return the arguments of the match. `challenger` is the file of this round's network."""
        settings = self.settings
        words = [*self.rules, "--rounds", f"{settings.pairs}", "--seed", f"{settings.seed + self.number - 1}"]
        words += ["--each", f"nodes={settings.match_nodes}", "--sprt", settings.sprt]
        for name, network in ((self.name, challenger), (self.champion, self._eval_file(self.champion))):
            engine = (f"name={name}", f"option.EvalFile={network}")
            words += ["--engine", f"cmd=builtin {shlex.join(engine)}"]
        return words

    def _match(self, workers: Callable[[], Workers]) -> tuple[Result, Job]:
        words = self._match_words(self._eval_file(self.name))
        job, text = run("match", words, self.path("pgn"), workers, self.screen)
        facts = job.standing.facts() if job.standing else {}
        self._log(f"match against {self.champion}\n{text}")
        won = job.verdict == "H1" or (job.verdict is None and facts["wins"] > facts["losses"])
        counts = {name: facts[name] for name in ("verdict", "wins", "draws", "losses", "elo", "elo_error")}
        return Result(self.name, self.champion, kept=self.name if won else self.champion, **counts), job
