//! Slices: positions with equal numbers of stones.

use std::fmt;

/// How many stones the side to move and the other side have, on the board and in hand.
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

    /// The slice to which a move leads that puts `placed` of the mover's stones on the board and takes `taken` of the
    /// other side's away.
    pub(crate) const fn after(self, placed: u8, taken: u8) -> Self {
        let Self { hand: [own_hand, other_hand], board: [own, other] } = self;
        Self { hand: [other_hand, own_hand - placed], board: [other - taken, own + placed] }
    }

    /// Stones on the board and in hand, of both sides.
    pub(crate) const fn total(self) -> u8 {
        self.board[0] + self.board[1] + self.hand[0] + self.hand[1]
    }
}

/// The stones on the board of the side to move and the other's, as `6-4`; stones in hand follow a plus sign, as in
/// `3+2-3+1`.
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
