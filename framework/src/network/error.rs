//! Errors in loading networks.

use std::fmt::Display;

use thiserror::Error;

use crate::text::FileError;

/// Why a network cannot be used. The previous network stays in use.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NetworkError {
    /// The file cannot be read.
    #[error(transparent)]
    File(#[from] FileError),
    /// The contents are not a network, are damaged, or do not match the game's features.
    #[error("{found}, expected {expected}")]
    Content {
        /// What was found.
        found: String,
        /// What was expected.
        expected: String,
    },
}

impl NetworkError {
    pub(super) fn content(found: impl Display, expected: impl Display) -> Self {
        Self::Content { found: found.to_string(), expected: expected.to_string() }
    }
}
