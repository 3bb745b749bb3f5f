//! Numbers that stand for moves in programs that do not know a game's type of moves: learning programs, and callers of
//! [`DynLine`].
//!
//! [`DynLine`]: super::DynLine

/// Scheme by which the moves of a game are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNumbers {
    /// The number of a move follows from its code alone; see [`Playable::number`](super::Playable::number). It should
    /// be below this limit. In a position with a greater or equal number, all moves are numbered as by
    /// [`Self::ByPlace`].
    ByCode(u32),
    /// The number of a move is its index among the legal moves of the position, sorted by code. Action masks have no
    /// entries for numbers from this limit on.
    ByPlace(u32),
}

impl MoveNumbers {
    /// Returns the length of an action mask, in which a learning program marks the legal moves by their numbers.
    /// Numbers from this length on have no entry.
    pub const fn count(self) -> u32 {
        let (Self::ByCode(count) | Self::ByPlace(count)) = self;
        count
    }
}
