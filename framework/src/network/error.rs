//! Errors of networks.

use std::fmt::Display;

use thiserror::Error;

use crate::text::FileError;

/// Why a network cannot be used. The previous network stays in use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is not a network, or has another format version.
    #[error("found {found}, expected a network, which begins with '{expected}'")]
    NotANetwork {
        /// The start of the file.
        found: String,
        /// The start of a network file.
        expected: &'static str,
    },
    /// A line of the header is wrong.
    #[error("line {line} of the header is {found}, expected {expected}")]
    Header {
        /// Line number, from 1.
        line: usize,
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The file is longer or shorter than its header says.
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
        /// Checksum computed from the contents.
        found: u32,
        /// Checksum stored in the file.
        expected: u32,
    },
    /// The network belongs to another game or to another version of the game's features.
    #[error("a network over the features '{found}', expected '{expected}'")]
    Features {
        /// The network's.
        found: String,
        /// The game's.
        expected: String,
    },
    /// A size is outside its limits or does not match the game's features.
    #[error("{what} {found}, expected {expected}")]
    Shape {
        /// What is counted.
        what: &'static str,
        /// Size that was read.
        found: String,
        /// Size that is required.
        expected: String,
    },
}

impl NetworkError {
    pub(super) fn shape(what: &'static str, found: impl Display, expected: &str) -> Self {
        Self::Shape { what, found: found.to_string(), expected: expected.to_owned() }
    }
}
