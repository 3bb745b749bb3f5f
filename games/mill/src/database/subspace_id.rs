//! Identifiers of subspaces.

use std::fmt;

use crate::tables::Slice;

/// A subspace: all positions with the same numbers of stones on the board and in hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SubspaceId {
    /// Stones of the side to move on the board.
    pub own: u8,
    /// Stones of the other side on the board.
    pub other: u8,
    /// Stones of the side to move in hand.
    pub own_hand: u8,
    /// Stones of the other side in hand.
    pub other_hand: u8,
}

impl SubspaceId {
    /// Subspace of the moving phase with these numbers of stones on the board, the side to move first.
    pub const fn moving(own: u8, other: u8) -> Self {
        Self { own, other, own_hand: 0, other_hand: 0 }
    }

    /// Subspace with these numbers of stones: on the board, then in hand, each time the side to move first.
    pub const fn new([own, other, own_hand, other_hand]: [u8; 4]) -> Self {
        Self { own, other, own_hand, other_hand }
    }

    /// Slice of this crate's tables that holds the same positions.
    pub const fn slice(self) -> Slice {
        Slice { hand: [self.own_hand, self.other_hand], board: [self.own, self.other] }
    }
}

/// Formats the identifier as in file names: `3_4_0_0`.
impl fmt::Display for SubspaceId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { own, other, own_hand, other_hand } = self;
        write!(f, "{own}_{other}_{own_hand}_{other_hand}")
    }
}
