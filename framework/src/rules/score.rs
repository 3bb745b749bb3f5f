//! Scores with distance to mate.
//!
//! A score is either an evaluation or a proven win or loss in a number of plies. A ply is a turn: all moves
//! of a side in one turn count as one ply.

use std::fmt;
use std::ops::{Add, Neg, Sub};

/// A value from the point of view of the side to move; greater is better.
///
/// Evaluations lie in -30,000..=30,000 ([`Score::LIMIT`]). A win in `n` plies is `32_000 - n`, a loss in `n`
/// plies is `n - 32_000`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Score(pub i32);

/// A search depth or a distance, in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct Depth(pub u16);

impl Depth {
    /// Maximum nominal depth of iterative deepening.
    pub const MAX: Self = Self(200);

    /// Converts a number of plies to a depth of at most [`Depth::MAX`].
    pub fn saturating_from(plies: u64) -> Self {
        Self(plies.min(Self::MAX.0.into()) as u16)
    }
}

impl fmt::Display for Depth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Score {
    /// Score of a drawn game.
    pub const DRAW: Self = Self(0);
    /// A number above every score, as the upper bound of an open search window.
    pub const INFINITY: Self = Self(32_001);
    /// Maximum evaluation. Greater scores are proven wins; scores below the negative limit are proven losses.
    pub const LIMIT: Self = Self(30_000);
    /// Score of a win in 0 plies; each further ply lowers it by 1.
    const MATE: i32 = 32_000;

    /// Returns the score of a win in `plies` plies for the side to move. `plies` must be below 2,000; otherwise
    /// the score would be in the range of evaluations.
    ///
    /// ```
    /// use plywright::Score;
    /// assert!(Score::win_in(1) > Score::win_in(3));
    /// assert_eq!(Score::win_in(3).plies_to_end(), Some(3));
    /// assert_eq!(Score(15).plies_to_end(), None);
    /// ```
    #[inline]
    pub const fn win_in(plies: u32) -> Self {
        Self(Self::MATE - plies as i32)
    }

    /// Returns the score of a loss in `plies` plies for the side to move; 0 plies if the game is already lost. `plies`
    /// must be below 2,000; otherwise the score would be in the range of evaluations.
    #[inline]
    pub const fn loss_in(plies: u32) -> Self {
        Self(plies as i32 - Self::MATE)
    }

    /// Whether the score is a proven win or loss.
    #[inline]
    pub const fn is_mate(self) -> bool {
        self.0.abs() > Self::LIMIT.0
    }

    /// Whether the score is a proven win.
    #[inline]
    pub const fn is_win(self) -> bool {
        self.is_mate() && self.0 > 0
    }

    /// Returns the distance to the end of the game in plies for a proven win or loss; `None` for an
    /// evaluation.
    #[inline]
    pub const fn plies_to_end(self) -> Option<u32> {
        if self.is_mate() { Some((Self::MATE - self.0.abs()) as u32) } else { None }
    }

    /// Returns the distance to mate in turns of the winning side, as in UCI: positive if the side to move wins,
    /// negative if it loses, 0 if the game is already won or lost, `None` for an evaluation.
    ///
    /// ```
    /// use plywright::Score;
    /// assert_eq!(Score::win_in(1).mate_in_moves(), Some(1));
    /// assert_eq!(Score::win_in(3).mate_in_moves(), Some(2));
    /// assert_eq!(Score::loss_in(2).mate_in_moves(), Some(-1));
    /// ```
    pub fn mate_in_moves(self) -> Option<i32> {
        self.plies_to_end().map(|plies| self.0.signum() * plies.div_ceil(2) as i32)
    }

    /// Clamps the score to the range of evaluations. A proven win becomes [`Score::LIMIT`], a proven loss its
    /// negative.
    #[inline]
    pub fn clamp_to_evaluation(self) -> Self {
        self.clamp(-Self::LIMIT, Self::LIMIT)
    }

    /// Converts a mate distance counted from the root to one counted from a node, `ply` plies below the root.
    /// Evaluations stay unchanged.
    #[inline]
    pub const fn from_root_to_node(self, ply: u32) -> Self {
        if self.is_mate() { Self(self.0 + self.0.signum() * ply as i32) } else { self }
    }

    /// Converts a mate distance counted from a node to one counted from the root, `ply` plies above the node.
    /// The inverse of [`Score::from_root_to_node`].
    #[inline]
    pub const fn from_node_to_root(self, ply: u32) -> Self {
        if self.is_mate() { Self(self.0 - self.0.signum() * ply as i32) } else { self }
    }
}

impl Neg for Score {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Add<i32> for Score {
    type Output = Self;

    #[inline]
    fn add(self, units: i32) -> Self {
        Self(self.0 + units)
    }
}

impl Sub<i32> for Score {
    type Output = Self;

    #[inline]
    fn sub(self, units: i32) -> Self {
        Self(self.0 - units)
    }
}

impl fmt::Debug for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if self.0 > 0 => write!(f, "win in {plies}"),
            Some(plies) => write!(f, "loss in {plies}"),
            None => write!(f, "{:+}", self.0),
        }
    }
}
