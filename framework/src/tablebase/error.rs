//! Errors of the solver and of tablebase files.
//!
//! [`SolveError`] is about values and rules. [`TablebaseError`] adds files and folders. A fault in a game's
//! implementation of [`Sliced`](super::Sliced) is also an error if the solver notices it, so that no wrong tables are
//! written.

use std::path::PathBuf;

use thiserror::Error;

use crate::text::FileError;

/// Reason why solving or checking tables failed. File errors are in [`TablebaseError`].
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SolveError {
    /// Moves lead from the group of slices that is being solved or verified to another slice, which is not solved or
    /// which [`Sliced::exits`](super::Sliced::exits) does not list.
    #[error("moves lead to slice {slice}, which is not solved")]
    Missing {
        /// The slice's name.
        slice: String,
    },
    /// A turn leads to a position for which [`Sliced::locate`](super::Sliced::locate) returns `None`.
    #[error("a move leads to a position that has no number")]
    Unnumbered,
    /// In this position, a side has two turns in a row or loses by its own move.
    #[error(
        "in '{position}', a side loses by its own move {mv} or gets another turn: tables cannot hold this"
    )]
    Turns {
        /// Text of the position before the move.
        position: String,
        /// Text of the move.
        mv: String,
    },
    /// A value does not fit the table. Tables hold either wins, draws and losses, or margins of -128 to 127 whole
    /// steps; see [`Sliced::margin_unit`](super::Sliced::margin_unit).
    #[error(
        "a game ends with a value that tables cannot hold: they have either wins and losses, \
         or margins of at most 127 whole steps"
    )]
    Margin,
    /// [`Game::moves`](crate::Game::moves) lists no move of a position, but returns no ending either.
    #[error("a position has neither a move nor an ending")]
    NoTurn,
    /// [`Sliced::unmoves`](super::Sliced::unmoves) counts more turns of a position than
    /// [`Node::inner`](super::Node::inner).
    #[error("slice {slice}, index {index}: un-moves count more turns of this position than it has")]
    Unmoves {
        /// The slice's name.
        slice: String,
        /// Index of the position.
        index: u64,
    },
    /// [`Sliced::unmoves`](super::Sliced::unmoves) returns a predecessor in this slice, which is not in the group of
    /// slices that is being solved.
    #[error("un-moves lead to slice {0}, which is not in the group")]
    UnmoveOutside(String),
    /// In the position with this text, a turn within a group changes the lead; see
    /// [`Sliced::margin_unit`](super::Sliced::margin_unit).
    #[error(
        "in '{0}', a turn changes the lead and stays in its group of slices: expected a turn into an \
         earlier group"
    )]
    Lead(String),
    /// The solver's counters overflow: a position has too many moves, or a group has too many positions and
    /// moves.
    #[error("there are more moves than the solver can count")]
    TooManyTurns,
    /// A win or loss takes more plies than a table's byte can hold.
    #[error("a win takes more than {} plies", crate::search::Value::MAX_PLIES)]
    TooLong,
    /// A group of slices needs more memory than [`SolveOptions::memory`](super::SolveOptions::memory) allows.
    #[error("solving {slices} needs {needed} MB of memory, but only {allowed} MB are allowed")]
    Memory {
        /// Names of the group's slices.
        slices: String,
        /// Needed memory in megabytes, rounded up.
        needed: u64,
        /// Allowed memory in megabytes, rounded down.
        allowed: u64,
    },
    /// [`SolveControl::stop`](super::SolveControl::stop) was set before the run had ended.
    #[error("stopped")]
    Stopped,
    /// A table holds a wrong value.
    #[error("slice {slice}, index {index}: the table has {found}, the moves give {expected}")]
    Wrong {
        /// The slice's name.
        slice: String,
        /// Index of the position.
        index: u64,
        /// Value in the table.
        found: String,
        /// Value derived from the position's turns, or value in the full tables.
        expected: String,
    },
    /// The counts in the head of this slice's file differ from the counts of its values.
    #[error("slice {0}: the counts in the header differ from those of the entries")]
    Counts(String),
}

impl SolveError {
    /// Checks that a group of slices does not need more memory than is allowed. Both sizes are in bytes; `slices` are
    /// the names of the slices.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError::Memory`] if it needs more.
    pub fn check_memory(slices: &str, needed: u64, allowed: u64) -> Result<(), Self> {
        if needed <= allowed {
            return Ok(());
        }
        let (needed, allowed) = (needed.div_ceil(1_000_000), allowed / 1_000_000);
        Err(Self::Memory { slices: slices.to_owned(), needed, allowed })
    }
}

/// Reason why tables could not be written, read or verified.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum TablebaseError {
    /// The game does not number its positions, so it has no tables.
    #[error("this game or variant cannot be solved, because its positions are not numbered")]
    Unnumbered,
    /// The program has no tables of the game.
    #[error("{game} has no built-in tables, expected a folder")]
    NotBuiltIn {
        /// Name of the game.
        game: &'static str,
    },
    /// A file cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Another version of the program wrote the file, in a format that this version cannot read.
    #[error("'{}' has format {found}, expected {expected}: another version of the program made it", path.display())]
    Version {
        /// Path of the file.
        path: PathBuf,
        /// Format version of the file.
        found: u32,
        /// Format version that this program reads.
        expected: u32,
    },
    /// Solving or checking tables failed.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The folder has none of the tables that the request needs.
    #[error("none of the needed tables of these rules is in '{}'", folder.display())]
    Empty {
        /// Path of the folder, or [`Source::place`](super::Source::place) of another source.
        folder: PathBuf,
    },
    /// The folder holds tables for other rules.
    #[error("'{}' holds tables of '{found}', expected '{expected}': choose another folder", folder.display())]
    Rules {
        /// Path of the folder, or [`Source::place`](super::Source::place) of another source.
        folder: PathBuf,
        /// Rules of the tables in the folder, joined by semicolons.
        found: String,
        /// Rules of the game, joined by semicolons.
        expected: String,
    },
    /// Another process writes tables into this folder.
    #[error("another process writes tables into '{}': wait until it ends, or choose another folder", _0.display())]
    Busy(PathBuf),
    /// The requested maximum number of pieces is out of range.
    #[error("cannot solve up to {max_pieces} pieces, expected a number from {min} to {max}")]
    Pieces {
        /// Requested maximum number of pieces.
        max_pieces: u32,
        /// Smallest valid number.
        min: u32,
        /// Largest valid number.
        max: u32,
    },
    /// The tables of the game cannot be written in this format of another program, or as compact tables.
    #[error("tables of this game or variant cannot be written in the format '{format}'")]
    Format {
        /// Name of the format; `compact` for compact tables.
        format: String,
    },
}
