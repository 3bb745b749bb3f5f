//! What can go wrong while a game is solved, and with tables.

use std::path::PathBuf;

use thiserror::Error;

use super::file::TableFileError;

/// Why a game, or a slice of it, cannot be solved.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// Moves lead to a slice that is not solved yet.
    #[error("moves lead to slice {slice}, which is not solved")]
    Missing {
        /// The slice's name.
        slice: String,
    },
    /// A move leads to a position that has no number.
    #[error("a move leads to a position that has no number")]
    Unnumbered,
    /// Turns do not alternate.
    #[error(
        "in '{position}' a side moves twice running or loses by its own move, {mv}, which tables cannot hold"
    )]
    Turns {
        /// The text of the position.
        position: String,
        /// The text of the move.
        mv: String,
    },
    /// The game ends with a margin.
    #[error("the game is one of points, and tables hold wins, draws and losses")]
    Margin,
    /// A position has neither a move nor an ending.
    #[error("a position has neither a move nor an ending")]
    NoTurn,
    /// The game reports more un-moves to a position than the position has turns.
    #[error("slice {slice}, number {index}: more un-moves lead to it than it has turns")]
    Unmoves {
        /// The slice's name.
        slice: String,
        /// The number of the position.
        index: u64,
    },
    /// A position has more moves, or a group more positions and moves, than the solver can count.
    #[error("there are more moves than the solver can count")]
    TooManyTurns,
    /// A win takes more plies than a byte can hold.
    #[error("a win takes more than {} plies", crate::search::Value::LONGEST)]
    TooLong,
    /// The group does not fit into the memory that was allowed.
    #[error("solving {slices} takes {needed} MB of memory, and {allowed} MB are allowed")]
    Memory {
        /// The slices of the group.
        slices: String,
        /// Megabytes that the group takes with what it leads to.
        needed: u64,
        /// Megabytes that were allowed.
        allowed: u64,
    },
    /// The run was asked to stop.
    #[error("stopped")]
    Stopped,
    /// A verified entry is not what its position's turns say.
    #[error("slice {slice}, number {index}: the table says {found}, the moves say {expected}")]
    Wrong {
        /// The slice's name.
        slice: String,
        /// The number of the position.
        index: u64,
        /// What the table says.
        found: String,
        /// What the position's turns say.
        expected: String,
    },
    /// The counts in a table's header are not those of its entries.
    #[error("slice {slice}: the counts in the header are not those of the entries")]
    Counts {
        /// The slice's name.
        slice: String,
    },
}

impl SolveError {
    /// Fails if the slices take more bytes of memory than are allowed.
    pub(super) fn allow(slices: &str, needed: u64, allowed: u64) -> Result<(), Self> {
        if needed <= allowed {
            return Ok(());
        }
        let (needed, allowed) = (needed.div_ceil(1_000_000), allowed / 1_000_000);
        Err(Self::Memory { slices: slices.to_owned(), needed, allowed })
    }
}

/// Why tables could not be made, read or verified.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TablebaseError {
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] TableFileError),
    /// The game cannot be solved.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The folder has no table of the game under these rules.
    #[error("no table of these rules is in '{}'", folder.display())]
    Empty {
        /// The folder.
        folder: PathBuf,
    },
    /// The folder belongs to other rules.
    #[error("'{}' holds tables of '{found}', expected '{expected}': choose another folder", folder.display())]
    Rules {
        /// The folder.
        folder: PathBuf,
        /// The rules that it belongs to.
        found: String,
        /// The rules of the game.
        expected: String,
    },
    /// No tables end with that number of pieces.
    #[error("cannot solve up to {most} pieces, expected a number from {least} to {greatest}")]
    Pieces {
        /// The number.
        most: u32,
        /// The least number with which there is something to solve.
        least: u32,
        /// The greatest number of pieces of a position in tables.
        greatest: u32,
    },
    /// The game's tables are not written in that format.
    #[error("no tables of this game, or of this variant, are written in the format '{format}'")]
    Format {
        /// The format's name.
        format: String,
    },
}
