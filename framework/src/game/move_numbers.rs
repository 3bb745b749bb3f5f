//! Numbers that stand for moves in programs that do not know a game's type of moves: learning programs, and callers of
//! [`DynLine`].
//!
//! [`DynLine`]: super::DynLine

/// Scheme by which the moves of a game are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNumbers {
    /// The number of a move follows from its code alone; see [`Playable::number`](super::Playable::number). It should
    /// be below this value. In a position where the number of a move is not below it, all moves are numbered as by
    /// [`Self::ByPlace`].
    ByCode(u32),
    /// The number of a move is its index among the legal moves of the position, sorted by code. A move whose index is
    /// not below this value has no entry in action masks.
    ByPlace(u32),
}

impl MoveNumbers {
    /// Returns the length of an action mask, which has an entry for each move number below this length.
    pub const fn count(self) -> u32 {
        let (Self::ByCode(count) | Self::ByPlace(count)) = self;
        count
    }
}
