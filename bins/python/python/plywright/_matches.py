"""Matches between engines, and statistics of their results."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from plywright._checks import MAX_SEED, MAX_THREADS, whole
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
    """Its name in results and records."""
    time: float | None = None
    """Seconds for each move."""
    clock: str | None = None
    """Time control of the game, `[MOVES/]SECONDS[+INCREMENT]`, such as `10+0.1`."""
    nodes: int | None = None
    """Nodes for each move."""
    depth: int | None = None
    """Depth of each search in plies."""
    level: int | None = None
    """Level, 0 to 30."""
    command: str | None = None
    """Another program; by default the package's own engine."""
    protocol: str = "uci"
    """Protocol of another program: `uci`, `ugi` or `json`."""
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    """Options by name."""

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
    """A sequential test of two hypotheses about the first engine's strength; the match ends with its verdict."""

    elo0: float = 0.0
    """Strength under H0."""
    elo1: float = 5.0
    """Strength under H1, greater than `elo0`."""
    alpha: float = 0.05
    """Probability of accepting H1 although H0 holds."""
    beta: float = 0.05
    """Probability of accepting H0 although H1 holds."""
    model: str = "normalized"
    """Scale of both: `normalized` or `logistic` Elo."""

    def _settings(self) -> str:
        return f"elo0={self.elo0} elo1={self.elo1} alpha={self.alpha} beta={self.beta} model={self.model}"


@dataclass(frozen=True, slots=True)
class Statistics:
    """Results of one engine against another. Errors are half the width of the 95 % confidence interval."""

    first: str
    """The engine."""
    second: str
    """Its opponent."""
    wins: int
    """Won games."""
    draws: int
    """Drawn games."""
    losses: int
    """Lost games."""
    pairs: list[int]
    """Pairs of games from one opening with 0, 0.5, 1, 1.5 and 2 points: the pentanomial counts."""
    score: float
    """Share of the points, 0 to 1. Not a number without pairs, like the numbers below."""
    elo: float
    """Difference in Elo; infinite if every point or none was won."""
    elo_error: float
    """Its error."""
    normalized_elo: float
    """Difference in normalized Elo."""
    normalized_elo_error: float
    """Its error."""
    los: float
    """Likelihood of superiority, 0 to 1."""
    llr: float | None
    """Log-likelihood ratio of the sequential test, if there is one."""
    bounds: tuple[float, float] | None
    """Ratios at which H0 and H1 are accepted."""
    verdict: str | None
    """`H0` or `H1` once it is accepted."""

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
    """A match."""

    pairings: list[Statistics]
    """Results of each pair of engines."""
    records: list[Record]
    """The games in the order in which they ended."""
    warnings: list[str]
    """Warnings about the engines."""


def play_match(
    game: Game,
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

    `openings` is `random:PLIES`, `random:LEAST-MOST` or a file of positions or games. A game that lasts `max_plies`
    moves is a draw. `concurrency` games are played at the same time. Without time limits, the games depend only on the
    seed. Raises `OptionError` for invalid settings, and `EngineError` for an engine that cannot be started.
    """
    settings = {
        "rounds": whole("rounds", rounds, 1, 1_000_000),
        "openings": openings,
        "seed": whole("seed", seed, 0, MAX_SEED),
        "concurrency": whole("concurrency", concurrency, 1, MAX_THREADS),
        "max_plies": whole("max_plies", max_plies, 1, 1_000_000),
        "sprt": None if sprt is None else sprt._settings(),
    }
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
    """Statistics of results that were counted elsewhere. `pairs` are the five pentanomial counts."""
    settings = None if sprt is None else sprt._settings()
    wins, draws, losses = (whole("a count of games", value, 0, _MAX_GAMES) for value in (wins, draws, losses))
    counts = [whole("a count of pairs", value, 0, _MAX_GAMES) for value in pairs]
    return Statistics(**_statistics(wins, draws, losses, counts, settings))
