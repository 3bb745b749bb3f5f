//! Slices: positions with equal numbers of stones.

use std::fmt;

use super::sliding::{LEAST_STONES, SlidingRules};

/// Numbers of stones of the side to move and of the other side, on the board and in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Slice {
    /// Stones in hand.
    pub hand: [u8; 2],
    /// Stones on the board.
    pub board: [u8; 2],
}

impl Slice {
    /// All stones on the board.
    pub const fn moving(own: u8, other: u8) -> Self {
        Self { hand: [0; 2], board: [own, other] }
    }

    /// The slice to which a move leads that puts `placed` of the mover's stones on the board and takes
    /// `taken` of the other side's away.
    pub(crate) const fn after(self, placed: u8, taken: u8) -> Self {
        let Self { hand: [own_hand, other_hand], board: [own, other] } = self;
        Self { hand: [other_hand, own_hand - placed], board: [other - taken, own + placed] }
    }

    /// The turns that leave the pair of slices between which moves of stones lead to and fro, by how many
    /// stones they place and take. Those that leave the other side too few stones are not among them, for
    /// they end the game.
    pub(crate) fn exits(self, rules: SlidingRules) -> impl Iterator<Item = (u8, u8)> {
        let most_taken = rules.taken_for(u32::MAX).min(self.board[1]);
        let enough = move |taken: u8| self.board[1] + self.hand[1] - taken >= LEAST_STONES;
        (0..=self.hand[0].min(1))
            .flat_map(move |placed| (0..=most_taken).map(move |taken| (placed, taken)))
            .filter(move |(placed, taken)| placed + taken > 0 && enough(*taken))
    }

    /// Stones on the board and in hand, of both sides.
    pub(crate) const fn total(self) -> u8 {
        self.board[0] + self.board[1] + self.hand[0] + self.hand[1]
    }
}

/// The stones on the board of the side to move and the other's, as `6-4`; stones in hand follow a plus sign,
/// as in `3+2-3+1`.
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
