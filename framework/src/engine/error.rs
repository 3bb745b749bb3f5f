//! Why an engine refuses a request; it stays as it was.

use thiserror::Error;

use super::options::OptionError;
use crate::search::TableError;
use crate::text::{ParseMoveError, ParsePositionError};

/// Why a position could not be set; the position is what it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The position text cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The game has no position of that name.
    #[error("no position is called '{0}'")]
    Name(String),
    /// A move in the list cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// Its number in the list, from 1.
        number: usize,
        /// What is wrong with it.
        error: ParseMoveError,
    },
}

/// Why an option could not be set; it is what it was.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetOptionError {
    /// The name or the value is wrong.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// The table does not fit into memory.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The file that the option names cannot be used.
    #[error("cannot use the learning file: {0}")]
    File(String),
}
