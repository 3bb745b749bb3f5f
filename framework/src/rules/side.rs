//! The two sides of a game.

use std::fmt;
use std::ops::Not;

/// One of the two sides. The first side moves in the start position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Side {
    /// The side that begins.
    #[default]
    First,
    /// The other player.
    Second,
}

impl Side {
    /// Both sides, in order.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// 0 for the first side, 1 for the second; an index into arrays of two.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side; like `!side`, but usable in constants.
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
