"""Strength of a policy: games against the engine's levels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from plywright._checks import MAX_SEED, between, to_game, whole
from plywright._core import Game, OptionError
from plywright._engine import Engine
from plywright._matches import Player, play_match
from plywright._policies import Policy, check_policy
from plywright._progress import Bar

if TYPE_CHECKING:
    from plywright._puct import Puct

_CONFIDENCE = 1.96
_ELO_PER_UNIT = 400 / math.log(10)
_FIRST_GAMES = 40
"""Number of games after which the estimate is trusted. From then on, more games are played against each opponent, and
the ladder may end early.
"""
_FAR = 400
"""Distance in Elo from all levels at which more games against them say little."""
_BEYOND = 200
"""Distance in Elo from all levels at which the rating is only a bound."""


@dataclass(frozen=True, slots=True)
class Ladder:
    """Rating of a policy on the scale of the engine's levels.

    elo: Rating in Elo.
    error: Half the width of the 95 % confidence interval of `elo`.
    games: Number of games.
    bound: `"at least"` or `"at most"` if the policy won or lost nearly all games against the strongest or the weakest
        level, so that the rating is only a bound; otherwise empty.
    results: The opponents: rating, points of the policy, and number of games, by rating.
    """

    elo: float
    error: float
    games: int
    bound: str
    results: list[tuple[int, float, int]]

    def __str__(self) -> str:
        return f"{self.bound} {self.elo:.0f} +- {self.error:.0f} Elo after {self.games} games".strip()


def _estimate(results: dict[int, tuple[float, int]]) -> tuple[float, float]:
    """Estimate the most likely rating and its error. A draw is added against each opponent, so the rating is finite."""
    rating = float(np.mean(list(results)))
    information = 1e-9
    for _ in range(100):
        slope, information = 0.0, 1e-9
        for opponent, (points, games) in results.items():
            expected = 1 / (1 + math.exp((opponent - rating) / _ELO_PER_UNIT))
            slope += points + 0.5 - (games + 1) * expected
            information += (games + 1) * expected * (1 - expected)
        rating += max(-_FAR, min(_FAR, slope / information * _ELO_PER_UNIT))
    return rating, _CONFIDENCE * _ELO_PER_UNIT / math.sqrt(information)


def ladder(
    game: Game | str,
    policy: Policy | Puct | Player,
    *,
    error: float = 50.0,
    games: int = 1000,
    openings: str = "random:4",
    seed: int = 1,
    concurrency: int = 1,
    progress: bool = False,
) -> Ladder:
    """Play against the engine's levels until the rating of a policy is known to within `error` Elo.

    The opponent is always an engine whose rating (`UCI_Elo`) is near the estimate so far. The match ends early after
    `games` games, or if the policy is far stronger or weaker than all levels. A `Player` can take the place of the
    policy. Raises `OptionError` if the levels of the game have no measured ratings.
    """
    game = to_game(game)
    player = policy if isinstance(policy, Player) else Player("policy", policy=check_policy(policy))
    error, games = between("error", error, 1, 1000), whole("games", games, 2, 1_000_000)
    least, most = _rated_range(game)
    results: dict[int, tuple[float, int]] = {}
    rating, width, played = (least + most) / 2, math.inf, 0
    with Bar("ladder", " games", wanted=progress, total=games) as bar:
        while width > error and played < games:
            elo = round(min(max(rating, least), most))
            opponent = Player(f"{elo} Elo", options={"UCI_LimitStrength": True, "UCI_Elo": elo})
            # Few games at first, because the first opponent may be far too strong or too weak.
            rounds = 4 if played < _FIRST_GAMES else 10
            (pairing,) = play_match(
                game,
                [player, opponent],
                rounds=min(rounds, (games - played + 1) // 2),
                openings=openings,
                seed=(seed + played) % MAX_SEED,
                concurrency=concurrency,
            ).pairings
            points, count = results.get(elo, (0.0, 0))
            results[elo] = (points + pairing.wins + pairing.draws / 2, count + pairing.games)
            played += pairing.games
            rating, width = _estimate(results)
            bar.show(played, text=f"{rating:.0f} +- {width:.0f} Elo")
            if (rating > most + _FAR or rating < least - _FAR) and played >= _FIRST_GAMES:
                break
    bound = ""
    if rating > most + _BEYOND:
        bound = "at least"
    elif rating < least - _BEYOND:
        bound = "at most"
    return Ladder(rating, width, played, bound, [(elo, *results[elo]) for elo in sorted(results)])


def _rated_range(game: Game) -> tuple[int, int]:
    """Return the ratings of the weakest and of the strongest level. Raises `OptionError` if they were not measured."""
    with Engine(game) as engine:
        for option in engine.options:
            if option["name"] == "UCI_Elo":
                return int(option["min"]), int(option["max"])
    raise OptionError(f"the levels of {game.name} have no measured ratings, expected a game with the option UCI_Elo")
