"""Matches between engines, and statistics of their results."""

from __future__ import annotations

import math
import shlex
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from plywright._checks import (
    MAX_DEPTH,
    MAX_SEED,
    MAX_THREADS,
    number,
    option_texts,
    require,
    require_all,
    to_game,
    whole,
)
from plywright._core import Game, OptionError, State, _play_match, _statistics
from plywright._policies import Policy, check_policy, choices
from plywright._progress import Bar
from plywright._records import Record, parse_records

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from plywright._puct import Puct


_MAX_GAMES = 2**50


@dataclass(frozen=True, slots=True)
class Player:
    """A player of a match: the package's engine, a program, or a policy.

    Without any limit, an engine decides itself how long it searches, as in `Engine.play`.

    name: Name of the player in results and records.
    time: Time limit of each move in seconds; `None` for no limit.
    clock: Time control of the whole game, as `[MOVES/]SECONDS[+INCREMENT]`, such as `10+0.1`.
    nodes: Node limit of each move.
    depth: Depth limit of each move in plies.
    level: Level of strength, 0 to 30; of an external engine, its option `SkillLevel`.
    command: Command of an external engine; `None` for the package's own engine.
    protocol: Protocol of the external engine: `uci`, `ugi` or `json`.
    options: Options of the engine, as names and values.
    policy: A `Policy`, or a search such as `Puct`, which chooses all moves; limits, level and options do not apply.
    """

    name: str
    time: float | None = None
    clock: str | None = None
    nodes: int | None = None
    depth: int | None = None
    level: int | None = None
    command: str | None = None
    protocol: str = "uci"
    options: Mapping[str, str | int | bool] = field(default_factory=dict)
    policy: Policy | Puct | None = None

    def _chooser(self) -> Callable[[State], str] | None:
        """Return a function that chooses the moves by the policy; `None` without one."""
        if self.policy is None:
            return None
        others = [self.time, self.clock, self.nodes, self.depth, self.level, self.command, self.options or None]
        if any(other is not None for other in others):
            message = f"the player '{self.name}' has a policy, expected no limits, level, command or options beside it"
            raise OptionError(message)
        policy = check_policy(self.policy)

        def choose(state: State) -> str:
            return state.number_to_move(int(choices(policy, [state])[0]))

        return choose

    def _settings(self) -> str:
        pairs: dict[str, object] = {"name": self.name, "cmd": "builtin"}
        if self.command is not None:
            if not str(self.command).strip():
                raise OptionError(f"the command of the player '{self.name}' is empty, expected a program")
            pairs["cmd"], pairs["proto"] = self.command, self.protocol
        if self.time is not None:
            pairs["st"] = number("time", self.time)
        if self.clock is not None:
            pairs["tc"] = require("clock", self.clock, str)
        if self.nodes is not None:
            pairs["nodes"] = whole("nodes", self.nodes, 1, 2**63)
        if self.depth is not None:
            pairs["depth"] = whole("depth", self.depth, 1, MAX_DEPTH)
        options: dict[str, object] = dict(option_texts(self.options))
        if self.level is not None:
            options["SkillLevel"] = whole("level", self.level, 0, 30)
        pairs |= {f"option.{name}": value for name, value in options.items()}
        return shlex.join(f"{name}={value}" for name, value in pairs.items())


@dataclass(frozen=True, slots=True)
class Sprt:
    """A sequential probability ratio test of two hypotheses about the first engine's strength. A match with a test has
    two players, and ends with the verdict.

    elo0: Elo difference under the hypothesis H0.
    elo1: Elo difference under the hypothesis H1, greater than `elo0`.
    alpha: Probability of accepting H1 when H0 holds.
    beta: Probability of accepting H0 when H1 holds.
    model: Elo scale of `elo0` and `elo1`: `normalized` or `logistic`.
    """

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: str = "normalized"

    def _settings(self) -> str:
        numbers = {"elo0": self.elo0, "elo1": self.elo1, "alpha": self.alpha, "beta": self.beta}
        settings = [f"{name}={number(name, value)}" for name, value in numbers.items()]
        return " ".join([*settings, f"model={require('model', self.model, str)}"])


@dataclass(frozen=True, slots=True)
class Statistics:
    """Results of one engine against another, with estimates from the pairs of games.

    An error is half the width of the 95 % confidence interval. An estimate is `None` if the pairs do not determine it:
    every estimate without pairs, and the errors if one engine won every game.

    first: Name of the engine; empty if only numbers of games were given.
    second: Name of its opponent.
    wins: Number of won games.
    draws: Number of drawn games.
    losses: Number of lost games.
    pairs: Numbers of pairs of games in which the engine scored 0, 0.5, 1, 1.5 and 2 points (pentanomial counts).
    score: Share of the points in the pairs, 0 to 1.
    elo: Difference in Elo; infinite if the engine won every point or none.
    elo_error: Error of `elo`.
    normalized_elo: Difference in normalized Elo.
    normalized_elo_error: Error of `normalized_elo`.
    los: Likelihood of superiority, 0 to 1.
    llr: Log-likelihood ratio of the sequential test; `None` without a test.
    bounds: Log-likelihood ratios at which H0 and H1 are accepted; `None` without a test.
    verdict: Accepted hypothesis, `H0` or `H1`; `None` while the test continues or without a test.
    """

    first: str
    second: str
    wins: int
    draws: int
    losses: int
    pairs: list[int]
    score: float | None
    elo: float | None
    elo_error: float | None
    normalized_elo: float | None
    normalized_elo_error: float | None
    los: float | None
    llr: float | None
    bounds: tuple[float, float] | None
    verdict: str | None

    @property
    def games(self) -> int:
        """Number of games."""
        return self.wins + self.draws + self.losses

    def __str__(self) -> str:
        names = f"{self.first} - {self.second}: " if self.first else ""
        counts = f"{names}+{self.wins} ={self.draws} -{self.losses}"
        elo = "" if self.elo is None else f", {self.elo:+.0f} Elo"
        return counts + (elo if self.elo_error is None else f", {self.elo:+.0f} +- {self.elo_error:.0f} Elo")


@dataclass(frozen=True, slots=True)
class Rating:
    """Rating of a player, computed from all games of a match together.

    name: Name of the player.
    elo: Lead over the first player in Elo; `None` if no games link the two.
    error: Half the width of the 95 % confidence interval of `elo`; `None` for the first player.
    games: Number of games.
    points: Number of points: 1 for a win, 0.5 for a draw.
    """

    name: str
    elo: float | None
    error: float | None
    games: int
    points: float

    def __str__(self) -> str:
        elo = "?" if self.elo is None else f"{self.elo:+.0f}"
        error = "" if self.error is None else f" +- {self.error:.0f}"
        return f"{self.name}: {elo}{error} Elo, {self.points:g} of {self.games}"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """Result of a match. Its `str` is the table of ratings.

    pairings: Results of each pair of players.
    records: Records of the games, in the order in which they ended.
    warnings: Warnings about the engines.
    ratings: Ratings of all players, in the order of the players.
    """

    pairings: list[Statistics]
    records: list[Record]
    warnings: list[str]
    ratings: list[Rating] = field(default_factory=list)

    def __str__(self) -> str:
        best_first = sorted(self.ratings, key=lambda rating: -math.inf if rating.elo is None else -rating.elo)
        return "\n".join(map(str, best_first))


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
    `max_plies` moves. `concurrency` games are played at the same time. Games between engines of the package without
    time limits depend only on the seed. Ctrl-C ends the running searches and the match, and so does an exception of a
    policy or of a rule that is written in Python. A policy that chooses an illegal move ends the match with
    `MoveError`. Raises `OptionError` for invalid settings, an unreadable file of openings and two players of one name,
    and `EngineError` for an engine that cannot be started.
    """
    players = require_all("players", players, Player)
    names = [require("the name of a player", player.name, str) for player in players]
    for name in names:
        if names.count(name) > 1:
            raise OptionError(f"two players are called '{name}', expected different names")
    settings = {
        "rounds": whole("rounds", rounds, 1, 1_000_000),
        "openings": require("openings", openings, str),
        "seed": whole("seed", seed, 0, MAX_SEED),
        "concurrency": whole("concurrency", concurrency, 1, MAX_THREADS),
        "max_plies": whole("max_plies", max_plies, 1, 1_000_000),
        "sprt": None if sprt is None else require("sprt", sprt, Sprt)._settings(),
    }
    game = to_game(game)
    with Bar(f"match {game.name}", " games", wanted=progress) as bar:
        engines = [player._settings() for player in players]
        policies = [player._chooser() for player in players]
        played: dict[str, Any] = _play_match(game, engines, policies, settings, bar.show)
    records = parse_records("".join(played["records"]), None if type(game) is Game else game)
    pairings = [_statistics_of(pairing) for pairing in played["pairings"]]
    return MatchResult(pairings, records, played["warnings"], [Rating(*parts) for parts in played["ratings"]])


def _statistics_of(results: dict[str, Any]) -> Statistics:
    """Convert results of the compiled part, in which NaN stands for an estimate that they do not determine."""
    found: dict[str, Any] = {
        name: None if isinstance(value, float) and math.isnan(value) else value for name, value in results.items()
    }
    return Statistics(**found)


def statistics(wins: int, draws: int, losses: int, pairs: Sequence[int], *, sprt: Sprt | None = None) -> Statistics:
    """Compute the statistics of results that were counted elsewhere.

    `pairs` are the five pentanomial counts; see `Statistics`. They need not contain all games. Raises `OptionError` if
    they have results that the games do not have.
    """
    settings = None if sprt is None else require("sprt", sprt, Sprt)._settings()
    wins, draws, losses = (whole("a count of games", value, 0, _MAX_GAMES) for value in (wins, draws, losses))
    counts = [whole("a count of pairs", value, 0, _MAX_GAMES) for value in require_all("pairs", pairs, object)]
    if len(counts) != 5:
        raise OptionError(f"found {len(counts)} counts of pairs, expected 5")
    # A pair with one point is a win and a loss, or two draws. Any other number of points has only one explanation.
    split = min(counts[2], wins - 2 * counts[4] - counts[3], losses - 2 * counts[0] - counts[1])
    if split < 0 or draws < counts[1] + counts[3] + 2 * (counts[2] - split):
        message = f"found the pairs {counts} in {wins} wins, {draws} draws and {losses} losses, expected pairs of these"
        raise OptionError(message)
    return _statistics_of(_statistics(wins, draws, losses, counts, settings))
