//! Errors of engine requests. A refused request changes nothing.

use thiserror::Error;

use super::options::OptionError;
use crate::search::TableError;
use crate::text::{ParseMoveError, ParsePositionError};

/// Why a position could not be set. The current position is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetupError {
    /// The position text cannot be read.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// The game has no position with this name.
    #[error("no position is called '{0}'")]
    Name(String),
    /// A move in the list cannot be played.
    #[error("move {number}: {error}")]
    Move {
        /// The move's number in the list, from 1.
        number: usize,
        /// The error in the move.
        error: ParseMoveError,
    },
}

/// Why an option could not be set. Its value is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SetOptionError {
    /// The name or the value is invalid.
    #[error(transparent)]
    Option(#[from] OptionError),
    /// There is not enough memory for the table.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The learning file named by the option cannot be used.
    #[error("cannot use the learning file: {0}")]
    File(String),
}
