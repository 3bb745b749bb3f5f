//! Numbers of moves, for programs that know no moves: learning programs, and callers of [`DynLine`].
//!
//! [`DynLine`]: super::DynLine

/// Scheme by which the moves of a game are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveNumbers {
    /// Numbers from 0 to this value minus 1, each for one move in all positions. If a position has a move
    /// beyond this range, its moves are numbered as by [`Self::ByPlace`].
    ByCode(u32),
    /// The number of a move is its index among the legal moves, sorted by code. A move whose index is not
    /// below this value has no entry in action masks.
    ByPlace(u32),
}

impl MoveNumbers {
    /// Returns the number of different move numbers, which is the length of an action mask.
    pub const fn count(self) -> u32 {
        let (Self::ByCode(count) | Self::ByPlace(count)) = self;
        count
    }
}
