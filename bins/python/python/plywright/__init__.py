"""Games, search, tables and learned evaluations of Plywright."""

from plywright._core import (
    Ending,
    Game,
    GameInfo,
    MoveError,
    OptionError,
    PlywrightError,
    PositionError,
    State,
    games,
)

__all__ = [
    "Ending",
    "Game",
    "GameInfo",
    "MoveError",
    "OptionError",
    "PlywrightError",
    "PositionError",
    "State",
    "games",
]
