//! Slices: positions with the same numbers of stones.

use std::fmt;

use super::sliding::{MIN_STONES, SlidingRules};

/// A slice: numbers of stones of the side to move and of the other side, on the board and in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// Stones in hand.
    pub hand: [u8; 2],
    /// Stones on the board.
    pub board: [u8; 2],
}

impl Slice {
    /// Slice with these numbers of stones on the board and none in hand.
    pub const fn moving(own: u8, other: u8) -> Self {
        Self { hand: [0; 2], board: [own, other] }
    }

    /// Slice after a turn that places `placed` stones and takes `taken` of the other side's stones.
    pub(crate) const fn after(self, placed: u8, taken: u8) -> Self {
        let Self { hand: [own_hand, other_hand], board: [own, other] } = self;
        Self { hand: [other_hand, own_hand - placed], board: [other - taken, own + placed] }
    }

    /// Turns that leave the pair of slices connected by moves of stones, as numbers of stones placed and
    /// taken. Excludes turns that end the game by leaving the other side too few stones.
    pub(crate) fn exits(self, rules: SlidingRules) -> impl Iterator<Item = (u8, u8)> {
        let most_taken = rules.taken_for(u32::MAX).min(self.board[1]);
        let enough = move |taken: u8| self.board[1] + self.hand[1] - taken >= MIN_STONES;
        (0..=self.hand[0].min(1))
            .flat_map(move |placed| (0..=most_taken).map(move |taken| (placed, taken)))
            .filter(move |(placed, taken)| placed + taken > 0 && enough(*taken))
    }

    /// Number of stones of both sides, on the board and in hand.
    pub(crate) const fn total(self) -> u8 {
        self.board[0] + self.board[1] + self.hand[0] + self.hand[1]
    }
}

/// Formats the stones on the board of the side to move and of the other side, as in `6-4`. Stones in hand
/// follow a plus sign, as in `3+2-3+1`.
impl fmt::Display for Slice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { hand: [own_hand, other_hand], board: [own, other] } = self;
        if self.hand == [0; 2] {
            write!(f, "{own}-{other}")
        } else {
            write!(f, "{own}+{own_hand}-{other}+{other_hand}")
        }
    }
}
