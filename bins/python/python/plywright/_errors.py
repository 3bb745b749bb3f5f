"""Base class of the package's errors. The compiled part defines the others."""


class PlywrightError(ValueError):
    """Base class of the package's errors. The text says what was read and what was expected."""

    # Python lets a class change its base only for one with the same layout, which slots keep. The exception for panics
    # takes this class as its base.
    __slots__ = ()


PlywrightError.__module__ = "plywright"
