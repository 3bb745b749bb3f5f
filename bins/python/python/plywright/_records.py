"""Records of games: reading, writing and replaying them."""

from __future__ import annotations

import os
import warnings
from dataclasses import dataclass, field
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from plywright._checks import between, mapping, require, require_all, to_game, whole
from plywright._core import (
    Game,
    MoveError,
    OptionError,
    PositionError,
    RecordError,
    State,
    _read_records,
    _RecordFile,
    _save_gif,
    _write_record,
)
from plywright._html import record_html
from plywright._views import beginning

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from plywright._core import _Given, _Parts

    _Options = Mapping[str, str | int | bool]

_RESULTS = {0: "1-0", 1: "0-1", None: "1/2-1/2"}


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move of a record.

    text: The move's text.
    side: The side that moved, 0 or 1.
    note: Data of the engine's search, written as `score/depth time`.
    comment: Comment on the position after the move.
    glyphs: Numeric annotation glyphs such as `$1`, separated by spaces.
    variations: Variations of the move as text, each in its own parentheses.
    """

    text: str
    side: int = 0
    note: str = ""
    comment: str = ""
    glyphs: str = ""
    variations: str = ""


@dataclass(slots=True)
class Record:
    """A game as text: tags, moves and a result. `str(record)` is the text in PGN form.

    moves: The moves.
    tags: Tags such as `Game`, `Variant`, `White` (the first side's player), `Black` and `FEN` (the start position).
    result: Result: `1-0`, `0-1`, `1/2-1/2`, or `*` for an unfinished game.
    before: Comment before the first move.
    comment: Comment after the last move.
    """

    moves: list[RecordedMove] = field(default_factory=list)
    tags: dict[str, str] = field(default_factory=dict)
    result: str = "*"
    before: str = ""
    comment: str = ""

    @classmethod
    def of(cls, state: State, **tags: str) -> Record:
        """Create the record of a state's history. `tags` are further tags."""
        game = require("the state", state, State).game
        line = beginning(state)
        known = {"Game": game.name, "Variant": game.variant}
        if game.options:
            known["Options"] = ",".join(f"{name}={value}" for name, value in game.options.items())
        if line != game.start():
            known |= {"SetUp": "1", "FEN": state.start_text}
        moves = []
        for move in state.history:
            moves.append(RecordedMove(move, line.side))
            line.play(move)
        ending = state.ending
        result = "*" if ending is None else _RESULTS[ending.winner]
        return cls(moves, known | tags, result)

    def game(self) -> Game:
        """Return the rules that the tags name. Raises `RecordError` without the tag `Game`, and `OptionError` for
        unknown rules.
        """
        name = self.tags.get("Game")
        if name is None:
            raise RecordError("the record has no tag Game, expected one: pass a game")
        pairs = (option.split("=", 1) for option in self.tags.get("Options", "").split(",") if "=" in option)
        return Game(name, self.tags.get("Variant"), {key.strip(): value.strip() for key, value in pairs})

    def states(self, game: Game | str | None = None) -> Iterator[State]:
        """Replay the record, and yield a copy of the state before the first move and after each move.

        `game` overrides the rules of the tags. Raises `MoveError` for an illegal move, and `PositionError` for an
        invalid start position.
        """
        game = self.game() if game is None else to_game(game)
        start = self.tags.get("FEN")
        state = game.start() if start is None else game.position(start)
        yield state.copy()
        for move in self.moves:
            state.play(move.text)
            yield state.copy()

    def end(self, game: Game | str | None = None) -> State:
        """Return the state after the last move."""
        *_, last = self.states(game)
        return last

    def _repr_html_(self) -> str:
        try:
            return record_html(self.end())
        except (RecordError, OptionError, MoveError, PositionError):
            # Without known rules, or with an illegal move, only the text can be shown.
            return f"<pre>{escape(self.text())}</pre>"

    def save_gif(
        self,
        path: str | os.PathLike[str],
        width: int = 360,
        *,
        seconds: float = 1.0,
        flipped: bool = False,
        game: Game | str | None = None,
    ) -> None:
        """Write the game as an endless animated GIF file, `width` pixels wide, with `seconds` between moves.

        `flipped` turns the board, and `game` overrides the rules of the tags. Raises `OSError` if the file cannot be
        written.
        """
        pause = round(100 * between("seconds", seconds, 0.02, 600))
        _save_gif(os.fspath(path), list(self.states(game)), width, flipped, pause)

    def text(self, format: Literal["pgn", "sgf", "mif"] = "pgn", game: Game | str | None = None) -> str:
        """Return the text of the record in a format: `pgn`, `sgf`, or `mif` for Mill. For `sgf` and `mif`, the moves
        must be legal.
        """
        require_all("moves", self.moves, RecordedMove)
        tags = [
            (require("a tag", tag, str), require(f"the tag {tag}", value, str))
            for tag, value in mapping("tags", self.tags).items()
        ]
        moves = [
            (move.text, whole("side", move.side, 0, 1), move.note, move.comment, move.glyphs, move.variations)
            for move in self.moves
        ]
        parts = (moves, tags, self.result, self.before, self.comment)
        if require("format", format, str) == "pgn":
            return _write_record(parts, format, None)
        return _write_record(parts, format, self.game() if game is None else to_game(game))

    def __str__(self) -> str:
        return self.text()


def _record(parts: _Parts) -> Record:
    moves, tags, *others = parts
    return Record([RecordedMove(*move) for move in moves], dict(tags), *others)


def _given(game: Game | str | None, variant: str | None, options: _Options | None) -> _Given:
    """Return the rules that a caller passes: the names of game, variant and options, and the game itself if it is
    written in Python. Raises `OptionError` if the rules do not exist.
    """
    if game is None:
        if variant is not None or options:
            raise OptionError("a variant or options without a game, expected a game")
        return (None, None, []), None
    named = to_game(game, variant, options)
    if type(named) is not Game:
        # The name of its variant depends on the objects in use: `take-2` may be `take` in another process.
        return (named.name, None, []), named
    return (named.name, named.variant if isinstance(game, Game) else variant, list(named.options.items())), None


def parse_records(
    text: str, game: Game | str | None = None, variant: str | None = None, options: _Options | None = None
) -> list[Record]:
    """Read all records in a text in PGN, SGF or MIF. The arguments and errors are those of `read_records`; a
    `RecordError` names the line and the column.
    """
    given = _given(game, variant, options)
    return [_record(parts) for parts in _read_records(require("the text", text, str).encode(), given)]


def iter_records(
    path: str | os.PathLike[str],
    game: Game | str | None = None,
    variant: str | None = None,
    options: _Options | None = None,
) -> Iterator[Record]:
    """Read the records in a PGN, SGF or MIF file one at a time, with the arguments and errors of `read_records`."""
    return _iterated(path, _given(game, variant, options))


def _iterated(path: str | os.PathLike[str], given: _Given) -> Iterator[Record]:
    file, is_noted = _RecordFile(path, given), False
    while (parts := file.next()) is not None:
        line = file.line_in_latin_1()
        if line is not None and not is_noted:
            message = f"{os.fspath(path)}, line {line}: not UTF-8, so such lines are read as ISO 8859-1"
            warnings.warn(message, UnicodeWarning, stacklevel=2)
            is_noted = True
        yield _record(parts)


def read_records(
    path: str | os.PathLike[str],
    game: Game | str | None = None,
    variant: str | None = None,
    options: _Options | None = None,
) -> list[Record]:
    """Read all records in a PGN, SGF or MIF file.

    `game`, `variant` and `options` are the rules of records that name none; `game` may be a `Game`, with its variant
    and options. By the rules, each move gets the side that plays it; a game written in Python must be passed for that.
    Raises `OSError` if the file cannot be read, `OptionError` if the rules do not exist, and `RecordError` if a record
    is malformed or names other rules.
    """
    return list(iter_records(path, game, variant, options))


def write_records(path: str | os.PathLike[str], records: Iterable[Record], *, append: bool = False) -> None:
    """Write records to a file as PGN. With `append`, keep its content and add them at the end."""
    texts = [str(record) for record in require_all("records", records, Record)]
    with Path(path).open("a" if append else "w", encoding="utf-8") as file:
        file.writelines(texts)
