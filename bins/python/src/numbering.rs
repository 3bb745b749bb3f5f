//! Numbers of moves, by which programs that learn know them.

use plywright::Playable;
use plywright::engine::{DynEngine, SetOptionError};

/// How the moves of a game are numbered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbering {
    /// A number means the same move in every position. There are this many.
    ByCode(u32),
    /// The number of a move is its place among the legal moves, sorted by code. Moves at places from this
    /// number on have no number.
    ByPlace(u32),
}

/// The numbers of a game's moves, and the shape of its observations.
pub trait Numbered: Playable<Eval: Sync> {
    /// Number of moves after which an environment may cut a game off.
    const MAX_PLIES: u32;

    /// Makes an engine for a variant. The games' own crates compile theirs, side by side.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such variant or not enough memory for the table.
    fn engine(variant: Option<&str>) -> Result<Box<dyn DynEngine>, SetOptionError>;

    /// The numbering of the moves under these rules.
    fn numbering(&self) -> Numbering;

    /// Number of the move with this code, under [`Numbering::ByCode`].
    fn number(code: u32) -> u32 {
        code
    }

    /// Planes, height and width if the features are planes of a grid.
    fn planes() -> Option<[usize; 3]> {
        None
    }
}
