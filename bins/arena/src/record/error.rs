//! What can be wrong with a file of records.

use std::io;

use thiserror::Error;

/// A record that cannot be read, by the line at which reading failed.
#[derive(Debug, Error)]
#[error("line {line}: {problem}")]
pub struct RecordError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong there.
    pub problem: RecordProblem,
}

/// What is wrong at a place of a record.
#[derive(Debug, Error)]
pub enum RecordProblem {
    /// The file cannot be read.
    #[error("cannot read: {0}")]
    Read(#[from] io::Error),
    /// The line is not text.
    #[error("the line is not UTF-8 from byte {valid} on")]
    NotText {
        /// How many bytes were text.
        valid: usize,
    },
    /// A line in brackets is not a tag.
    #[error("'{found}' is not a tag, expected [Name \"value\"]")]
    Tag {
        /// What was read.
        found: String,
    },
    /// Moves stand where a record has no tags.
    #[error("'{found}' stands before any tag, expected [Name \"value\"]")]
    NoTags {
        /// What was read.
        found: String,
    },
    /// A comment or a variation does not end.
    #[error("a comment or variation that begins here is not closed")]
    Open {
        /// The line on which it begins.
        line: u64,
    },
    /// The file or the record ends without a result.
    #[error("the record ends without a result, expected 1-0, 0-1, 1/2-1/2 or *")]
    NoResult,
    /// Two places of the record have different results.
    #[error("the game ends with '{found}', but its tag Result has '{tag}'")]
    Result {
        /// The result behind the moves.
        found: String,
        /// The tag's value.
        tag: String,
    },
}
