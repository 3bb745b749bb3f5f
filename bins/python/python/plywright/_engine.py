"""The engine: analysis, streams of analysis, and moves to play."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, overload

from plywright._checks import (
    MAX_DEPTH,
    ArgumentError,
    describe,
    mapping,
    number,
    option_texts,
    point_unit,
    require,
    to_game,
    whole,
)
from plywright._core import EngineError, Game, OptionError, State, TableError, _Engine, _Search
from plywright._html import analysis_html
from plywright._info import Info, PlayResult
from plywright._memory import give_back
from plywright._score import Score, exact_score

_MAX_SECONDS = 366 * 24 * 3600.0
_MAX_LINES = 256


@dataclass(frozen=True, slots=True)
class Limit:
    """Limits of a search. It ends at the first limit that it reaches. Raises `OptionError` for impossible values.

    time: Time in seconds, above 0, at most a year.
    depth: Depth in plies, 1 to 200.
    nodes: Number of nodes, at least 1.
    mate: Length of a win in turns of the winner, 1 to 200. An alpha-beta search ends once it has proven a win of at
        most this length; other searches ignore it.
    """

    time: float | None = None
    depth: int | None = None
    nodes: int | None = None
    mate: int | None = None

    def __post_init__(self) -> None:
        if self.time is not None and not 0 < number("time", self.time) <= _MAX_SECONDS:
            message = f"time is {describe(self.time)}, expected seconds above 0, at most a year"
            raise ArgumentError(message) if self.time < 0 else OptionError(message)
        for name, value, most in (
            ("depth", self.depth, MAX_DEPTH),
            ("nodes", self.nodes, 2**63),
            ("mate", self.mate, MAX_DEPTH),
        ):
            if value is not None:
                whole(name, value, 1, most)

    @property
    def is_empty(self) -> bool:
        """Whether no limit is set."""
        return all(limit is None for limit in (self.time, self.depth, self.nodes, self.mate))


class Analysis(AbstractContextManager["Analysis"]):
    """A running search: an iterator over the lines it finds, and a context manager that stops it.

    The search runs in its own thread. It ends at its limits, when `stop` is called, when the context is left, or when
    the object is deleted.
    """

    def __init__(self, search: _Search, unit: str | None, *, is_over: bool) -> None:
        """Wrap a search that `Engine` has started. `is_over` says whether the game is over."""
        self._search = search
        self._unit = unit
        self._is_over = is_over
        self._exact = exact_score(search.exact, unit)
        self._lines: dict[int, Info] = {}
        self._reported: list[Info] = []

    def _info(self, line: dict[str, Any]) -> Info:
        """Convert a line of the compiled part, and keep it. Its score is exact if it is proven, not only searched."""
        value, logit = line.pop("score"), line.pop("logit")
        score = Score(value, logit=logit)
        has_length = score.plies is not None
        is_in_tables = line["rank"] == 1 and self._exact is not None and self._exact.value == value
        is_proven = has_length or self._is_over or is_in_tables
        exact = line["bound"] == "exact" and is_proven
        score = replace(score, exact=exact, unit=None if has_length else self._unit)
        info = Info(score=score, **line)
        self._lines[info.rank] = info
        self._reported.append(info)
        return info

    @property
    def notices(self) -> list[str]:
        """Warnings about the request and the options."""
        return self._search.notices

    @property
    def lines(self) -> list[Info]:
        """Last line of each rank so far, the best first."""
        return [self._lines[rank] for rank in sorted(self._lines)]

    @property
    def history(self) -> list[Info]:
        """All best lines so far, in the order in which they were reported."""
        return [info for info in self._reported if info.rank == 1]

    @property
    def info(self) -> Info | None:
        """Best line so far; `None` before the first one."""
        return self._lines.get(1)

    def _repr_html_(self) -> str:
        return analysis_html(self.lines, self.history)

    def stop(self) -> None:
        """End the search. The iterator still yields the remaining lines."""
        self._search.stop()

    def result(self) -> PlayResult:
        """Wait for the end of the search and return its move. Raises `KeyboardInterrupt` within 0.1 s of Ctrl-C."""
        for _ in self:
            pass
        move, ponder, nodes, time = self._search.result()
        return PlayResult(move, ponder, self.info, nodes, time)

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        try:
            line = self._search.next()
        except StopIteration as error:
            # A rule in Python has raised this. It would end the loop over the lines without an error.
            raise RuntimeError("a rule raised StopIteration") from error
        if line is None:
            raise StopIteration
        return self._info(line)

    def __exit__(self, *_: object) -> None:
        self.stop()


class Engine(AbstractContextManager["Engine"]):
    """An engine of a game. Several searches can run at the same time, in one engine or in several.

    It is a context manager that closes the engine. An engine belongs to the process that created it; after a fork, the
    child process must create its own. Once the engine is closed, all methods except `close` raise `EngineError`. A
    copied or unpickled engine is independent, with the same game and options.
    """

    def __init__(
        self,
        game: Game | str,
        *,
        threads: int = 1,
        hash: int = 16,
        level: int | None = None,
        elo: int | None = None,
        network: str | os.PathLike[str] | bool | None = None,
        tables: str | os.PathLike[str] | None = None,
        seed: int | None = None,
        options: Mapping[str, str | int | bool] | None = None,
    ) -> None:
        """Create an engine with `threads` search threads and a transposition table of `hash` mebibytes.

        `level` (0 to 30) or `elo` limits the strength of `play`; only games whose levels have measured ratings know
        `elo`. `network` is the path of a network file, or `False` for the hand-written evaluation; by default, the
        game's own network is used, if it has one. `tables` is a folder of full or compact tables. `seed` determines the
        random choices of `play`. `options` sets further options by name; the property `options` lists them. Raises
        `OptionError` for unknown options and invalid values, and `TableError` if the tables cannot be opened.
        """
        self._open(to_game(game))
        settings: dict[str, str | int | None] = {
            "Threads": threads,
            "Hash": hash,
            "SkillLevel": level,
            "UCI_Elo": elo,
            "UCI_LimitStrength": None if elo is None else True,
            "Seed": seed,
        }
        if network is False:
            settings["EvalFile"] = "<empty>"
        elif network is not None and network is not True:
            settings["EvalFile"] = os.fspath(network)
        for name, value in settings.items():
            if value is not None:
                self.set_option(name, value)
        if tables is not None:
            self._open_tables(os.fspath(tables))
        for name, value in mapping("options", options).items():
            self.set_option(name, value)

    def _open(self, game: Game) -> None:
        self._game = game
        self._engine = _Engine(game)
        self._unit = point_unit(game)

    def _open_tables(self, folder: str) -> None:
        # Every game with tables has this option. With it, the built-in tables of Mill stay, and a search ignores a
        # damaged folder.
        if any(option["name"] == "EndgameTablesPath" for option in self.options):
            try:
                self.set_option("EndgameTablesPath", folder)
            except OptionError as error:
                raise TableError(str(error)) from None
        else:
            # Raises the error that says why the game has no tables.
            self._engine.open_tables(folder)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restore, (self._game, dict(self._engine.changed_options()))

    @property
    def game(self) -> Game:
        """Rules of the game."""
        return self._game

    @property
    def options(self) -> list[dict[str, Any]]:
        """All options, as dicts of `name`, `kind` (`check`, `spin`, `combo`, `button` or `text`), `value`, `default`,
        `min`, `max`, `choices` and `is_rule`.

        `value` is the current value. What a kind does not have is `None`: `min` and `max` of all but `spin`, `choices`
        of all but `combo`, `value` and `default` of `button`. `is_rule` is true for options of the game's rules. The
        list also has the options that `set_option` refuses.
        """
        return self._engine.options()

    def set_option(self, name: str, value: str | int | bool) -> None:
        """Set an option by name. Raises `OptionError` for unknown options and invalid values.

        Also raises `OptionError` for the variant and for options of the rules, which `Game` sets, and for the number of
        lines, which is an argument of `analyse` and `analysis`.
        """
        require("the name of an option", name, str)
        for option in self._engine.options():
            if option["is_rule"] and option["name"].lower() == name.lower():
                raise OptionError(f"option {option['name']} is a rule of the game, expected it in Game(options=...)")
        if name.lower() == "uci_variant":
            raise OptionError("the variant is chosen by Game(variant=...)")
        if name.lower() == "multipv":
            raise OptionError("the number of lines is chosen by analyse(multipv=...) or analysis(multipv=...)")
        (text,) = option_texts({name: value}).values()
        self._engine.set_option(name, text)

    def new_game(self) -> None:
        """Discard the results of earlier searches."""
        self._engine.new_game()

    def evaluation(self, state: State) -> Score | None:
        """Return the value for the side to move, without a search: the exact value if it is known, otherwise the static
        evaluation. Ignores draws by repetition and by the move limit. `None` if the position itself ends the game.
        """
        found = self._engine.evaluation(state)
        if found is None:
            return None
        value, logit = found
        exact = exact_score(self._engine.exact_value(state), self._unit)
        return Score(value, logit=logit, unit=self._unit) if exact is None else replace(exact, logit=logit)

    def exact_loss(self, state: State, move: str) -> float | None:
        """Return the loss of a move by exact values; `None` if the values are unknown.

        The loss is 1 for a win that becomes a loss, 0.5 for a win that becomes a draw or a draw that becomes a loss,
        and otherwise 0.
        """
        return self._engine.exact_loss(state, move)

    def analysis(
        self, state: State, limit: Limit | None = None, *, multipv: int = 1, moves: Sequence[str] = ()
    ) -> Analysis:
        """Start a search of a position at full strength, and return it as an iterator over its lines.

        Without a limit, the search runs until it is stopped, or until the whole tree or 200 plies have been searched.
        `multipv` is the number of lines, 1 to 256. `moves` restricts the search to these first moves; empty for all.
        Later changes of the state do not affect the search. Raises `EngineError` if the state is of another game, and
        `MoveError` for illegal moves.
        """
        limit = Limit() if limit is None else require("the limit", limit, Limit)
        # A depth limit instead of an infinite search: the iterator ends when the whole tree has been searched.
        limit = Limit(depth=MAX_DEPTH) if limit.is_empty else limit
        return self._start(state, limit, multipv, moves, full=True)

    @overload
    def analyse(self, state: State, limit: Limit | None = None, *, moves: Sequence[str] = ()) -> Info: ...

    @overload
    def analyse(
        self, state: State, limit: Limit | None = None, *, multipv: int, moves: Sequence[str] = ()
    ) -> list[Info]: ...

    def analyse(
        self, state: State, limit: Limit | None = None, *, multipv: int | None = None, moves: Sequence[str] = ()
    ) -> Info | list[Info]:
        """Search a position at full strength and return its best line; with `multipv`, the list of the best lines.

        Without a limit, the depth is 20 plies. If the game is over, the only line has the result as its score and no
        moves. Raises `EngineError` if the state is of another game, and `MoveError` for illegal moves.
        """
        analysis = self._start(state, limit, 1 if multipv is None else multipv, moves, full=True)
        analysis.result()
        lines = analysis.lines
        if not lines:
            raise EngineError("the search found no line")
        return lines[0] if multipv is None else lines

    def play(self, state: State, limit: Limit | None = None) -> PlayResult:
        """Choose a move at the engine's level; none if the game is over. Without a limit, the level limits the search.

        An engine without `level` and `elo` plays at full strength, but without a limit at the game's default level: 1
        in Mill, full strength in other games. Raises `EngineError` if the state is of another game.
        """
        return self._start(state, limit, 1, (), full=False).result()

    def _start(self, state: State, limit: Limit | None, multipv: int, moves: Sequence[str], *, full: bool) -> Analysis:
        require("the state", state, State)
        limit = Limit() if limit is None else require("the limit", limit, Limit)
        # A generator can be read only once.
        moves = list(moves)
        for move in moves:
            state.move_to_number(move)
        search = self._engine.search(state, limit, moves, whole("multipv", multipv, 1, _MAX_LINES), full)
        return Analysis(search, self._unit, is_over=state.ending is not None)

    def close(self) -> None:
        """Stop the running searches and give the engine's memory back."""
        self._engine.close()
        give_back()

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"Engine({self._game!r})"


def _restore(game: Game, options: Mapping[str, str | int | bool]) -> Engine:
    """Return an engine like one that was copied or pickled."""
    engine = Engine.__new__(Engine)
    engine._open(game)
    for name, value in options.items():
        engine.set_option(name, value)
    return engine
