//! Why a network cannot be used.

use std::fmt::Display;
use std::path::PathBuf;

use thiserror::Error;

/// Why a network cannot be used. What was in use stays.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file cannot be read or written.
    #[error("cannot access '{}': {reason}", path.display())]
    Access {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// It is not a network, or one of another version.
    #[error("found {found}, expected a network, which begins with '{expected}'")]
    NotANetwork {
        /// What the file begins with.
        found: String,
        /// What networks begin with.
        expected: &'static str,
    },
    /// A line of the header is wrong.
    #[error("line {line} of the header is {found}, expected {expected}")]
    Header {
        /// The line's number, from 1.
        line: usize,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// It is longer or shorter than its header says.
    #[error("{found} bytes, expected {expected}")]
    Length {
        /// The bytes.
        found: u64,
        /// What was expected.
        expected: String,
    },
    /// It is damaged.
    #[error("checksum {found:08x}, expected {expected:08x}: the file is damaged")]
    Checksum {
        /// The checksum of what was read.
        found: u32,
        /// The checksum in the file.
        expected: u32,
    },
    /// It belongs to another game or another version of a game's features.
    #[error("a network over the features '{found}', expected '{expected}'")]
    Features {
        /// The network's.
        found: String,
        /// The game's.
        expected: String,
    },
    /// Its size is not possible, or not that of the game's features.
    #[error("{what} {found}, expected {expected}")]
    Shape {
        /// What is counted.
        what: &'static str,
        /// How many there are.
        found: String,
        /// How many there should be.
        expected: String,
    },
}

impl NetworkError {
    pub(super) fn shape(what: &'static str, found: impl Display, expected: &str) -> Self {
        Self::Shape { what, found: found.to_string(), expected: expected.to_owned() }
    }
}
