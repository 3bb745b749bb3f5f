//! Errors in loading networks.

use std::fmt::Display;

use thiserror::Error;

use crate::text::FileError;

/// Reason why a network cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The contents are not a network, are damaged, or do not match the game's features.
    #[error("{found}, expected {expected}")]
    Content {
        /// Description of the content that was found.
        found: String,
        /// Description of the expected content.
        expected: String,
    },
}

impl NetworkError {
    pub(crate) fn content(found: impl Display, expected: impl Display) -> Self {
        Self::Content { found: found.to_string(), expected: expected.to_string() }
    }
}
