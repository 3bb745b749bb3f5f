//! Errors in records and in writing them, with their places in the file.

use std::fmt;
use std::io;
use std::path::Path;

use plywright::engine::SetupError;
use thiserror::Error;

use super::MAX_RECORD;
use crate::files::LocatedError;

/// Place in a text. All places compare equal, so that a comparison of records ignores where they were read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Place {
    /// The line number, from 1; 0 if the place is unknown.
    pub line: u64,
    /// The column in characters, from 1; 0 if the place is unknown.
    pub column: u64,
}

impl PartialEq for Place {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

/// Reason why a record cannot be written in a format.
#[derive(Debug, Error)]
pub enum FormatError {
    /// The start position or a move is illegal.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// The format cannot express the record.
    #[error("{0}")]
    Unfit(String),
}

/// Error in a record, with its place in the file.
#[derive(Debug, Error)]
#[error("{place}: {problem}")]
pub struct RecordError {
    /// Place of the error.
    pub place: Place,
    /// Reason why the record cannot be read.
    #[source]
    pub problem: RecordProblem,
}

/// Reason why a record cannot be read.
#[derive(Debug, Error)]
pub enum RecordProblem {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// The record ends early, for example because its writer was interrupted.
    #[error("{0}")]
    Incomplete(String),
    /// The text of the record is malformed.
    #[error("{0}")]
    Malformed(String),
    /// The record is too large. No further record is read.
    #[error("a record of more than {MAX_RECORD} bytes")]
    TooLarge,
}

impl RecordError {
    /// Converts the error to one that names the file `path` and the place in it.
    pub fn in_file(self, path: &Path) -> LocatedError {
        LocatedError::new(path, self.problem).at(self.place)
    }
}
