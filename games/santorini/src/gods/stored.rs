//! How gods' stored state is written in a position text, between brackets after the god's name.

use crate::square::Square;
use crate::squares::Squares;
use crate::state::Stored;

/// A way of writing stored state.
#[derive(Debug)]
pub(crate) struct Text {
    /// What stands between the brackets; `None` when there are no brackets.
    pub(crate) write: fn(Stored) -> Option<String>,
    /// Reads what stands between the brackets.
    pub(crate) read: fn(&str) -> Option<Stored>,
    /// What can stand there, for people.
    pub(crate) expected: &'static str,
}

/// `^` while the opponent may not move up.
pub(crate) const RISEN: Text = Text {
    write: |stored| (stored.number() > 0).then(|| "^".to_owned()),
    read: |text| match text {
        "" => Some(Stored::NOTHING),
        "^" => Some(Stored::number_of(1)),
        _ => None,
    },
    expected: "^ or nothing",
};

/// A power that can be used once has been used.
pub(crate) const USED_UP: Stored = Stored::number_of(1);

/// `x` when a power that can be used once has been used.
pub(crate) const USED: Text = Text {
    write: |stored| (stored.number() > 0).then(|| "x".to_owned()),
    read: |text| match text {
        "" => Some(Stored::NOTHING),
        "x" | "X" => Some(USED_UP),
        _ => None,
    },
    expected: "x or nothing",
};

/// The square of a worker or a figure.
pub(crate) const SQUARE: Text = Text {
    write: |stored| stored.squares().first().map(|square| square.to_string()),
    read: |text| match text {
        "" => Some(Stored::NOTHING),
        name => Square::parse(name.trim()).map(|square| Stored::squares_of(Squares::of(square))),
    },
    expected: "a square or nothing",
};
