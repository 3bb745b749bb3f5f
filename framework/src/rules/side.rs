//! The two sides of a game.

use std::fmt;
use std::ops::Not;

/// One of the two sides. The first side moves in the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Side {
    /// The side that begins.
    #[default]
    First,
    /// The opponent of the first side.
    Second,
}

impl Side {
    /// Both sides, the first side first.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// Returns 0 for the first side and 1 for the second, as an index into arrays.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the opponent. Like `!side`, but usable in constants.
    #[inline]
    pub const fn other(self) -> Self {
        match self {
            Self::First => Self::Second,
            Self::Second => Self::First,
        }
    }
}

impl Not for Side {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        self.other()
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::First => "first",
            Self::Second => "second",
        })
    }
}
