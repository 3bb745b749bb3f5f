//! Errors in files of records.

use std::io;

use thiserror::Error;

/// Error in a record, with the line where reading failed.
#[derive(Debug, Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line number, from 1.
    pub line: u64,
    /// The error on that line.
    #[source]
    pub problem: RecordProblem,
}

/// Kind of error in a record.
#[derive(Debug, Error)]
pub enum RecordProblem {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// A line is not UTF-8.
    #[error("the line is not UTF-8 from byte {valid} on")]
    NotText {
        /// Number of valid bytes before the error.
        valid: usize,
    },
    /// A line that begins with a bracket is not a tag.
    #[error("'{found}' is not a tag, expected [Name \"value\"]")]
    Tag {
        /// What was read.
        found: String,
    },
    /// Text stands before the tags of a record.
    #[error("'{found}' stands before any tag, expected [Name \"value\"]")]
    NoTags {
        /// What was read.
        found: String,
    },
    /// A comment or a variation is not closed.
    #[error("a comment or variation that begins here is not closed")]
    Open {
        /// Number of the line on which it begins.
        line: u64,
    },
    /// The record or the file ends without a result.
    #[error("the record ends without a result, expected 1-0, 0-1, 1/2-1/2 or *")]
    NoResult,
    /// The tag `Result` and the result after the moves differ.
    #[error("the game ends with '{found}', but its tag Result has '{tag}'")]
    Result {
        /// The result after the moves.
        found: String,
        /// The tag's value.
        tag: String,
    },
}
