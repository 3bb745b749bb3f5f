"""Games, search, tables and learned evaluations of Plywright."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from plywright._accuracy import PhaseAccuracy, accuracy
from plywright._board import Board, serve
from plywright._checks import ArgumentError
from plywright._core import (
    Batch,
    Ending,
    EngineError,
    Game,
    GameInfo,
    InternalError,
    MoveError,
    Network,
    NetworkError,
    OptionError,
    PlywrightError,
    PositionError,
    RecordError,
    ShardError,
    State,
    TableError,
    __version__,
    action_masks,
    features,
    games,
    observe,
    random_games,
)
from plywright._engine import Analysis, Engine, Limit
from plywright._info import Info, PlayResult
from plywright._ladder import Ladder, ladder
from plywright._learning import (
    Epoch,
    Trained,
    TrainingBatch,
    TrainingGame,
    batch,
    evaluate,
    load_network,
    read_games,
    selfplay,
    selfplay_batches,
    train,
)
from plywright._matches import MatchResult, Player, Rating, Sprt, Statistics, play_match, statistics
from plywright._policies import Policy
from plywright._puct import Evaluate, Puct, Searched
from plywright._records import Record, RecordedMove, iter_records, parse_records, read_records, write_records
from plywright._review import Play, ReviewedMove, review, summary
from plywright._score import Score
from plywright._tables import Probe, Probes, Slice, Solution, Tables, solve
from plywright._written import assert_conforms

if TYPE_CHECKING:
    from plywright.gymnasium import VectorEnv


def vector_env(game: Game | str, num_envs: int, **settings: Any) -> VectorEnv:
    """Return an environment of `num_envs` games with Gymnasium's `VectorEnv` interface. It needs Gymnasium.

    variant, options: The arguments of `Game`, if `game` is a name.
    opponent: A level of the engine, 0 to 30, a `Policy`, or `None` if the agent plays both sides.
    side: The side that the agent plays, 0 or 1; by default, a random side in each game. Only with an opponent.
    autoreset_mode: When a game that is over begins again, one of Gymnasium's `AutoresetMode`: `NextStep` by default,
        `SameStep` or `Disabled`.
    max_plies: Number of moves after which a game is truncated, by default `Game.max_plies`.
    threads: Number of threads that play, 1 by default.
    seed: Seed of the sides and of an opponent that is a level, until `reset` gets one.
    copy: Whether `step` returns new arrays, as it does by default. Otherwise, it overwrites the observations and masks
        of the step before.

    Raises `ImportError` if Gymnasium is not installed, and `OptionError` for invalid settings.
    """
    from plywright.gymnasium import VectorEnv

    return VectorEnv(game, num_envs, **settings)


__all__ = [
    "Analysis",
    "ArgumentError",
    "Batch",
    "Board",
    "Ending",
    "Engine",
    "EngineError",
    "Epoch",
    "Evaluate",
    "Game",
    "GameInfo",
    "Info",
    "InternalError",
    "Ladder",
    "Limit",
    "MatchResult",
    "MoveError",
    "Network",
    "NetworkError",
    "OptionError",
    "PhaseAccuracy",
    "Play",
    "PlayResult",
    "Player",
    "PlywrightError",
    "Policy",
    "PositionError",
    "Probe",
    "Probes",
    "Puct",
    "Rating",
    "Record",
    "RecordError",
    "RecordedMove",
    "ReviewedMove",
    "Score",
    "Searched",
    "ShardError",
    "Slice",
    "Solution",
    "Sprt",
    "State",
    "Statistics",
    "TableError",
    "Tables",
    "Trained",
    "TrainingBatch",
    "TrainingGame",
    "__version__",
    "accuracy",
    "action_masks",
    "assert_conforms",
    "batch",
    "evaluate",
    "features",
    "games",
    "iter_records",
    "ladder",
    "load_network",
    "observe",
    "parse_records",
    "play_match",
    "random_games",
    "read_games",
    "read_records",
    "review",
    "selfplay",
    "selfplay_batches",
    "serve",
    "solve",
    "statistics",
    "summary",
    "train",
    "vector_env",
    "write_records",
]
