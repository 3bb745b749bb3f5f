"""Matches between engines, and statistics of their results."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from plywright._checks import MAX_SEED, MAX_THREADS, rules, whole
from plywright._core import Game, _play_match, _statistics
from plywright._progress import Bar
from plywright._records import Record, parse_records

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


_MAX_GAMES = 2**50


@dataclass(frozen=True, slots=True)
class Player:
    """An engine of a match."""

    name: str
    """Name of the engine in results and records."""
    time: float | None = None
    """Time limit of each move in seconds; `None` for no limit."""
    clock: str | None = None
    """Time control of the whole game, as `[MOVES/]SECONDS[+INCREMENT]`, such as `10+0.1`."""
    nodes: int | None = None
    """Node limit of each move."""
    depth: int | None = None
    """Depth limit of each move in plies."""
    level: int | None = None
    """Level of strength, 0 to 30."""
    command: str | None = None
    """Command of an external engine; `None` for the package's own engine."""
    protocol: str = "uci"
    """Protocol of the external engine: `uci`, `ugi` or `json`."""
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    """Options of the engine, as names and values."""

    def _settings(self) -> str:
        pairs: dict[str, object] = {"name": self.name, "cmd": self.command or "builtin"}
        if self.command is not None:
            pairs["proto"] = self.protocol
        given = {"st": self.time, "tc": self.clock, "nodes": self.nodes, "depth": self.depth}
        pairs |= {name: value for name, value in given.items() if value is not None}
        options = dict(self.options)
        if self.level is not None:
            options["SkillLevel"] = self.level
        pairs |= {f"option.{name}": value for name, value in options.items()}
        return " ".join(_quoted(f"{name}={_text(value)}") for name, value in pairs.items())


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _quoted(text: str) -> str:
    return '"\'"'.join(f"'{part}'" for part in text.split("'"))


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of two hypotheses about the first engine's strength. The match ends with its
    verdict.
    """

    elo0: float = 0.0
    """Elo difference under the hypothesis H0."""
    elo1: float = 5.0
    """Elo difference under the hypothesis H1, greater than `elo0`."""
    alpha: float = 0.05
    """Probability of accepting H1 when H0 holds."""
    beta: float = 0.05
    """Probability of accepting H0 when H1 holds."""
    model: str = "normalized"
    """Elo scale of `elo0` and `elo1`: `normalized` or `logistic`."""

    def _settings(self) -> str:
        return f"elo0={self.elo0} elo1={self.elo1} alpha={self.alpha} beta={self.beta} model={self.model}"


@dataclass(frozen=True, slots=True)
class Statistics:
    """Results of one engine against another. An error is half the width of the 95 % confidence interval."""

    first: str
    """Name of the engine."""
    second: str
    """Name of its opponent."""
    wins: int
    """Number of won games."""
    draws: int
    """Number of drawn games."""
    losses: int
    """Number of lost games."""
    pairs: list[int]
    """Numbers of pairs of games in which the engine scored 0, 0.5, 1, 1.5 and 2 points (pentanomial counts)."""
    score: float
    """Share of the points, 0 to 1. Without pairs, it is NaN, as are the Elo differences, their errors and `los`."""
    elo: float
    """Difference in Elo; infinite if the engine won every point or none."""
    elo_error: float
    """Error of `elo`."""
    normalized_elo: float
    """Difference in normalized Elo."""
    normalized_elo_error: float
    """Error of `normalized_elo`."""
    los: float
    """Likelihood of superiority, 0 to 1."""
    llr: float | None
    """Log-likelihood ratio of the sequential test; `None` without a test."""
    bounds: tuple[float, float] | None
    """Log-likelihood ratios at which H0 and H1 are accepted; `None` without a test."""
    verdict: str | None
    """Accepted hypothesis, `H0` or `H1`; `None` while the test continues or without a test."""

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    def __str__(self) -> str:
        return (
            f"{self.first} - {self.second}: +{self.wins} ={self.draws} -{self.losses}, "
            f"{self.elo:+.0f} +- {self.elo_error:.0f} Elo"
        )


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Result of a match."""

    pairings: list[Statistics]
    """Results of each pair of engines."""
    records: list[Record]
    """Records of the games, in the order in which they ended."""
    warnings: list[str]
    """Warnings about the engines."""


def play_match(
    game: Game | str,
    players: Sequence[Player],
    *,
    rounds: int = 10,
    openings: str = "random:4",
    seed: int = 1,
    concurrency: int = 1,
    max_plies: int = 600,
    sprt: Sprt | None = None,
    progress: bool = False,
) -> MatchResult:
    """Play a match. In each round, every pair of players plays two games from one opening, with sides swapped.

    `openings` is `random:PLIES`, `random:MIN-MAX`, or a file of positions or games. A game is drawn after
    `max_plies` moves. `concurrency` games are played at the same time. Without time limits, the games depend only on
    the seed. Ctrl-C ends the match when the moves being searched have been found. Raises `OptionError` for
    invalid settings, and `EngineError` for an engine that cannot be started.
    """
    settings = {
        "rounds": whole("rounds", rounds, 1, 1_000_000),
        "openings": openings,
        "seed": whole("seed", seed, 0, MAX_SEED),
        "concurrency": whole("concurrency", concurrency, 1, MAX_THREADS),
        "max_plies": whole("max_plies", max_plies, 1, 1_000_000),
        "sprt": None if sprt is None else sprt._settings(),
    }
    game = rules(game)
    with Bar(f"match {game.name}", " games", wanted=progress) as bar:
        engines = [player._settings() for player in players]
        played: dict[str, Any] = _play_match(game, engines, settings, bar.show)
    records = [record for text in played["records"] for record in parse_records(text)]
    return MatchResult([Statistics(**pairing) for pairing in played["pairings"]], records, played["warnings"])


def statistics(
    wins: int,
    draws: int,
    losses: int,
    pairs: Sequence[int],
    *,
    sprt: Sprt | None = None,
) -> Statistics:
    """Compute the statistics of results that were counted elsewhere. `pairs` are the five pentanomial counts."""
    settings = None if sprt is None else sprt._settings()
    wins, draws, losses = (whole("a count of games", value, 0, _MAX_GAMES) for value in (wins, draws, losses))
    counts = [whole("a count of pairs", value, 0, _MAX_GAMES) for value in pairs]
    return Statistics(**_statistics(wins, draws, losses, counts, settings))
