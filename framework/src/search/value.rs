//! Exact values of positions: win, draw or loss, with or without the distance.

use std::cmp::Ordering;
use std::fmt;

use crate::rules::{Ending, Score, Side};

/// The winner under best play and the distance in plies, from the point of view of the side to move.
///
/// The winner shortens the game and the loser lengthens it. Turns alternate in games with tables, so a win
/// takes an odd number of plies and a loss an even one. Tables with distances store a byte for each position:
/// 0 for a draw, otherwise the number of plies plus 1. Two further values do not fit into a byte: a win and a
/// loss of unknown distance.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Value(u16);

impl Value {
    /// Draw under best play.
    pub const DRAW: Self = Self(0);
    /// The side to move has already lost.
    pub const LOST: Self = Self(1);
    /// Loss in an unknown number of plies.
    pub const LOSS: Self = Self(257);
    /// Win in an unknown number of plies.
    pub const WIN: Self = Self(258);
    /// Maximum distance of a value in plies.
    pub const MAX_PLIES: u32 = 254;

    /// Creates a win if `plies` is odd, or a loss if `plies` is even; `None` beyond [`Value::MAX_PLIES`].
    #[inline]
    pub const fn decided_in(plies: u32) -> Option<Self> {
        if plies > Self::MAX_PLIES { None } else { Some(Self(plies as u16 + 1)) }
    }

    /// Converts a table byte to its value.
    #[inline]
    pub const fn from_byte(byte: u8) -> Self {
        Self(byte as u16)
    }

    /// Converts a value to a table byte: 0 for a draw, otherwise the number of plies plus 1. A win or loss
    /// of unknown distance has no byte.
    #[inline]
    pub const fn to_byte(self) -> u8 {
        self.0 as u8
    }

    /// Returns the distance to the end of the game in plies; `None` for a draw and for an unknown distance.
    #[inline]
    pub const fn plies(self) -> Option<u32> {
        if self.0 == 0 || self.0 > u8::MAX as u16 { None } else { Some(self.0 as u32 - 1) }
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

    /// Converts the opponent's value after a turn to the value of that turn for its player, one ply longer.
    /// `None` if the distance exceeds [`Value::MAX_PLIES`].
    #[inline]
    pub const fn one_turn_before(self) -> Option<Self> {
        match self {
            Self::DRAW => Some(Self::DRAW),
            Self::WIN => Some(Self::LOSS),
            Self(byte) if byte == u8::MAX as u16 => None,
            Self(byte) => Some(Self(byte + 1)),
        }
    }

    /// Returns the value of a turn that ends the game, for its player. `None` for a turn that loses and for
    /// games with points.
    pub fn of_turn(ending: Ending, mover: Side) -> Option<Self> {
        match ending {
            Ending::Draw => Some(Self::DRAW),
            Ending::Win(winner) if winner == mover => Self::LOST.one_turn_before(),
            Ending::Win(_) | Ending::Margin(_) => None,
        }
    }

    /// Converts the value to a search score. A win of unknown distance gives [`Score::LIMIT`], a loss its
    /// negative.
    pub const fn score(self) -> Score {
        match self.plies() {
            None if self.is_win() => Score::LIMIT,
            None if self.is_loss() => Score(-Score::LIMIT.0),
            None => Score::DRAW,
            Some(plies) if self.is_win() => Score::win_in(plies),
            Some(plies) => Score::loss_in(plies),
        }
    }

    /// Converts an exact score to a value; `None` for a static evaluation and for a distance beyond
    /// [`Value::MAX_PLIES`].
    pub fn from_score(score: Score) -> Option<Self> {
        match score.plies_to_end() {
            None => [Self::DRAW, Self::WIN, Self::LOSS].into_iter().find(|value| value.score() == score),
            Some(plies) => Self::decided_in(plies).filter(|value| value.is_win() == (score > Score::DRAW)),
        }
    }

    /// Returns `win`, `draw` or `loss`.
    pub const fn word(self) -> &'static str {
        match () {
            () if self.is_win() => "win",
            () if self.is_loss() => "loss",
            () => "draw",
        }
    }
}

/// Orders values for the side to move: short wins are the highest, short losses the lowest. An unknown distance
/// counts as longer than every known one.
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
            None => f.write_str(self.word()),
            Some(plies) => write!(f, "{} in {plies}", self.word()),
        }
    }
}

/// Winner under best play, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// All values, from loss to win.
    pub const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// Returns the value from the opponent's point of view.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl From<Wdl> for Value {
    fn from(value: Wdl) -> Self {
        match value {
            Wdl::Loss => Self::LOSS,
            Wdl::Draw => Self::DRAW,
            Wdl::Win => Self::WIN,
        }
    }
}

impl From<Value> for Wdl {
    fn from(value: Value) -> Self {
        match value {
            _ if value.is_win() => Self::Win,
            _ if value.is_loss() => Self::Loss,
            _ => Self::Draw,
        }
    }
}
