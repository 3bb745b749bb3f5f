"""Games written in Python: what the compiled module needs to know of a class that derives from `Game`."""

from __future__ import annotations

import ast
import re
from collections.abc import Mapping
from functools import cached_property
from types import MemberDescriptorType
from typing import Any
from weakref import WeakSet

import numpy as np

from plywright._checks import ArgumentError, require, require_all, whole
from plywright._core import Game, OptionError, PositionError, _conformance

_EXTENDED: WeakSet[type] = WeakSet()
"""Classes whose constructors are extended."""
_REQUIRED = ("_rule_start", "moves", "play")
_FACTS = ("sides", "move_count", "observation_shape", "max_plies")
_OPTIONAL = ("side", "text", "parse", "move_text", "drawing", "scene", "evaluation", "observe")


def prepare(cls: Any) -> None:
    """Prepare a class that derives from `Game`. Python calls this when it defines the class.

    Moves the rule `start` to `_rule_start`, because callers expect a `State` from `start`. A class without a name gets
    one.
    """
    # A base class that is no game, such as `Generic`, may also prepare the class.
    super(Game, cls).__init_subclass__()
    # A base class that is no game may also define the rule.
    home = next(base for base in cls.__mro__ if "start" in vars(base))
    if home is cls or not issubclass(home, Game):
        rule = vars(home)["start"]

        def start(self: Any) -> Any:
            # Callers have an object that is made, and expect a `State`. The rules run on an object that is not made
            # (see `twin`), and expect the value of the rule. So does a deriving class.
            if self._is_made:
                return Game.start(self)
            # A callable that is not a function need not be bound to an object.
            bind = getattr(rule, "__get__", None)
            return rule() if bind is None else bind(self, type(self))()

        cls._rule_start, cls.start = rule, start
    if "name" not in vars(cls):
        cls.name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|_+", "-", cls.__name__).strip("-").lower()


class _Fact:
    """Returns a fact, such as `sides`, that a base class defines. An object can have its own value instead, because
    this descriptor has no `__set__`, unlike the properties of `Game`.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __get__(self, game: Any, cls: Any) -> Any:
        # The first class in the order of inheritance that defines the attribute; the last one that may is `Game`.
        bases = (vars(base) for base in cls.__mro__)
        found = next(own[self._name] for own in bases if not isinstance(own.get(self._name, self), _Fact))
        bind = getattr(type(found), "__get__", None)
        return found if bind is None else bind(found, game, cls)


def extend_constructor(cls: Any) -> None:
    """Extend the constructor of a class that derives from `Game`, so that it may set facts and also reads the rules.

    Called before each object is made, and not when the class is defined, because a decorator such as `dataclass` adds a
    constructor, and removes attributes, only after that.
    """
    if cls in _EXTENDED:
        return
    for name in _FACTS:
        if getattr(cls, name) is getattr(Game, name):
            setattr(cls, name, _Fact(name))
    inherited = cls.__init__

    def __init__(self: Any, *args: Any, **settings: Any) -> None:  # noqa: N807
        if inherited is not object.__init__:
            inherited(self, *args, **settings)
        elif args or settings:
            raise ArgumentError(f"{cls.__name__} takes no arguments")
        if type(self) is cls:
            self._write(args, settings)

    cls.__init__ = __init__
    _EXTENDED.add(cls)


def make(cls: Any, args: tuple[Any, ...], settings: dict[str, Any]) -> Any:
    """Make an object by its constructor, for pickle."""
    return cls(*args, **settings)


def facts(game: Any) -> dict[str, Any]:
    """Return the facts about the rules of a game. Raises `OptionError` if a rule is missing or a fact is wrong."""
    cls = type(game)
    for rule in _REQUIRED:
        if not callable(getattr(cls, rule, None)):
            message = f"{cls.__name__} has no method {rule.removeprefix('_rule_')}, expected start, moves and play"
            raise OptionError(message)

    def own(name: str) -> Any:
        """Return an attribute that the class or the object defines; `None` for those of `Game`."""
        inherited = getattr(Game, name, None)
        is_own = name in getattr(game, "__dict__", ()) or getattr(cls, name, None) is not inherited
        return getattr(game, name) if is_own else None

    move_count, max_plies = own("move_count"), own("max_plies")
    repetitions = whole("repetitions", getattr(game, "repetitions", 0), 0, 255)
    if repetitions == 1:
        # Every game would be drawn at its start.
        raise OptionError("repetitions is 1, expected a number of occurrences from 2 on, or 0 for no draw")
    planes, sides = _planes(own("observation_shape")), _sides(own("sides"))
    rules = {rule for rule in _OPTIONAL if callable(getattr(cls, rule, None))}
    if ("observe" in rules) != (planes is not None):
        missing = "observe" if planes else "observation_shape"
        raise OptionError(f"{cls.__name__} has no {missing}, expected both observe and observation_shape or neither")
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", require("name", cls.name, str)) or cls.name == "python":
        raise OptionError(f"the name of a game is '{cls.name}', expected lower-case words joined by hyphens")
    return {
        "name": cls.name,
        "signs": _signs(getattr(game, "signs", ("x", "o"))),
        "sides": sides,
        "move_count": None if move_count is None else whole("move_count", move_count, 1, 1_000_000),
        "planes": planes,
        "max_plies": None if max_plies is None else whole("max_plies", max_plies, 0, 2**31),
        "repetitions": repetitions,
        "rules": rules,
    }


def _planes(shape: Any) -> tuple[int, ...] | None:
    if shape is None:
        return None
    planes = tuple(whole("observation_shape", size, 1, 65_535) for size in require_all("observation_shape", shape, int))
    if len(planes) != 3:
        raise OptionError(f"observation_shape is {planes}, expected planes, height and width")
    return planes


def _sides(sides: Any) -> list[str]:
    names = ["first", "second"] if sides is None else require_all("sides", sides, str)
    if len(names) != 2:
        raise OptionError(f"found {len(names)} sides, expected the names of two")
    return names


def _signs(letters: Any) -> list[str]:
    signs = require_all("signs", letters, str)
    # Dots and blanks stand for empty squares, slashes and line ends for the ends of rows.
    if len(set(signs)) != 2 or len(signs) != 2 or any(len(sign) != 1 or sign in ". /\n" for sign in signs):
        raise OptionError(f"signs are {signs}, expected a letter for each side")
    return signs


def twin(game: Any) -> Any:
    """Return a second object with the same attributes, on which the rules run. If they ran on `game`, it would refer to
    itself through them, and would never be freed.

    The objects share their dictionary. The values of slots are copied.
    """
    copied = Game.__new__(type(game))
    # The arguments of the constructor are needed by a rule that copies or pickles its object.
    copied._take_arguments(game)
    if hasattr(game, "__dict__"):
        # A frozen dataclass refuses to set attributes in the usual way.
        object.__setattr__(copied, "__dict__", game.__dict__)
    for name, value in _slots(game).items():
        object.__setattr__(copied, name, value)
    return copied


def _slots(game: Any) -> dict[str, Any]:
    """Return the attributes of an object that lie in slots."""
    members = (vars(base).items() for base in type(game).__mro__)
    names = [name for pairs in members for name, member in pairs if isinstance(member, MemberDescriptorType)]
    return {name: getattr(game, name) for name in names if hasattr(game, name)}


def _attributes(game: Any) -> dict[str, Any]:
    """Return all attributes of an object."""
    own = dict(getattr(game, "__dict__", {}))
    # Python sets this attribute after the constructor of `Base[int](...)`. It belongs to no rule.
    own.pop("__orig_class__", None)
    return own | _slots(game)


def are_equal(known: Any, new: Any) -> bool:
    """Whether two objects have the same rules: the same class and equal attributes."""
    cls = type(known)
    if cls is not type(new):
        return False
    one, other = _attributes(known), _attributes(new)
    # The value of a cached property that only one of them has follows from the other attributes.
    if not all(isinstance(getattr(cls, name, None), cached_property) for name in one.keys() ^ other.keys()):
        return False
    try:
        return all(_is_same(one[name], other[name]) for name in one.keys() & other.keys())
    except (ValueError, TypeError, RuntimeError):
        # Comparing lists of arrays, or tensors, gives no single truth value.
        return False


def _is_same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    if isinstance(one, np.ndarray) and isinstance(other, np.ndarray):
        return bool(np.array_equal(one, other))
    return bool(one == other)


def parsed(game: Any, text: str, has_parse: bool, has_side: bool) -> tuple[Any, int]:
    """Parse the text of a position. Returns the position and the side to move.

    Without the rule `side`, the text ends with the number of the side. With the rule, the side returned is always 0.
    """
    side = 0
    if not has_side:
        text, _, number = text.rstrip().rpartition(" ")
        if number not in ("0", "1"):
            raise PositionError(f"the text ends with '{number}', expected 0 or 1 for the side to move")
        side = int(number)
    if has_parse:
        return game.parse(text), side
    try:
        position = ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError) as error:
        message = f"the text is not a literal of Python ({error}), expected one, or a method parse that reads the text"
        raise PositionError(message) from None
    return position, side


def features(seen: Any, count: int) -> list[int]:
    """Return the indices of the entries of an observation that are not 0."""
    array = np.asarray(seen)
    if array.size != count:
        raise OptionError(f"observe returned {array.size} numbers, expected {count}")
    return [int(index) for index in np.flatnonzero(array)]


def assert_conforms(game: Game, *, perft: Mapping[str, Mapping[int, int]] | None = None, games: int = 20) -> str:
    """Check a game that is written in Python, and return a report in one line.

    The checks play `games` random games and compare the rules, texts, keys and searches of the game with each other.
    `perft` are numbers of move sequences from elsewhere: for the text of each position, the number by depth. Raises
    `AssertionError` at the first fault, which names the check, the position and the move, and the exception of a rule
    that fails.
    """
    rows = [
        f"{position}\t{depth}\t{count}\n"
        for position, counts in (perft or {}).items()
        for depth, count in counts.items()
    ]
    return _conformance(require("the game", game, Game), "".join(rows), whole("games", games, 1, 1_000_000))
