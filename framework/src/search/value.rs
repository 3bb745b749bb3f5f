//! The exact value of a position in one byte.

use std::cmp::Ordering;
use std::fmt;

use crate::rules::{Ending, Score, Side};

/// Who wins under best play and in how many plies, from the point of view of the side to move.
///
/// The winner shortens the game and the loser lengthens it. Turns alternate in games that have tables, so a
/// win takes an odd number of plies and a loss an even one; the byte is 0 for a draw and else one more than
/// the plies.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Value(u8);

impl Value {
    /// Nobody can force a win.
    pub const DRAW: Self = Self(0);
    /// The side to move has lost already.
    pub const LOST: Self = Self(1);
    /// The greatest number of plies that a value can hold.
    pub const LONGEST: u32 = 254;

    /// A win (`plies` is odd) or a loss (`plies` is even) in `plies` plies; `None` beyond [`Value::LONGEST`].
    #[inline]
    pub const fn decided_in(plies: u32) -> Option<Self> {
        if plies > Self::LONGEST { None } else { Some(Self(plies as u8 + 1)) }
    }

    /// The value that a byte of a table stands for.
    #[inline]
    pub const fn from_byte(byte: u8) -> Self {
        Self(byte)
    }

    /// The byte that stands for it in a table.
    #[inline]
    pub const fn to_byte(self) -> u8 {
        self.0
    }

    /// Plies to the end; `None` for a draw.
    #[inline]
    pub const fn plies(self) -> Option<u32> {
        if self.0 == 0 { None } else { Some(self.0 as u32 - 1) }
    }

    /// Whether the side to move wins.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.0 != 0 && self.0.is_multiple_of(2)
    }

    /// Whether the side to move loses.
    #[inline]
    pub const fn is_loss(self) -> bool {
        !self.0.is_multiple_of(2)
    }

    /// What a turn is worth to the side that plays it, when it leads to a position of this value for the
    /// opponent. `None` when that takes more than [`Value::LONGEST`] plies.
    #[inline]
    pub const fn one_turn_before(self) -> Option<Self> {
        match self.0 {
            0 => Some(Self::DRAW),
            u8::MAX => None,
            byte => Some(Self(byte + 1)),
        }
    }

    /// What a turn that ends the game is worth to the side that makes it; `None` for a turn that loses and for
    /// games of points.
    pub fn of_turn(ending: Ending, mover: Side) -> Option<Self> {
        match ending {
            Ending::Draw => Some(Self::DRAW),
            Ending::Win(winner) if winner == mover => Self::LOST.one_turn_before(),
            Ending::Win(_) | Ending::Margin(_) => None,
        }
    }

    /// The score of a search for this value.
    pub const fn score(self) -> Score {
        match self.plies() {
            None => Score::DRAW,
            Some(plies) if self.is_win() => Score::win_in(plies),
            Some(plies) => Score::loss_in(plies),
        }
    }

    /// The value that an exact score stands for; `None` for estimates and for distances that no value has.
    pub fn from_score(score: Score) -> Option<Self> {
        match score.plies_to_end() {
            None => (score == Score::DRAW).then_some(Self::DRAW),
            Some(plies) => Self::decided_in(plies).filter(|value| value.is_win() == (score > Score::DRAW)),
        }
    }

    /// `win`, `draw` or `loss`.
    pub const fn word(self) -> &'static str {
        match self.plies() {
            None => "draw",
            Some(_) if self.is_win() => "win",
            Some(_) => "loss",
        }
    }
}

/// Short wins are the greatest values, short losses the least.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        self.score().cmp(&other.score())
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Debug for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies() {
            None => f.write_str("draw"),
            Some(plies) => write!(f, "{} in {plies}", self.word()),
        }
    }
}
