//! What can be wrong with a database.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

/// Why a database or one of its files cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DatabaseError {
    /// A file cannot be opened or read.
    #[error("cannot read '{}': {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A file is not what it should be.
    #[error("'{}' has {found}, expected {expected}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// What was found, and where.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The database does not speak of that subspace at all.
    #[error("no subspace {}_{}_{}_{} is in the database", stones[0], stones[1], stones[2], stones[3])]
    NoSubspace {
        /// Stones on the board and in hand.
        stones: [u8; 4],
    },
}

impl DatabaseError {
    pub(super) fn file(path: &Path, error: &io::Error) -> Self {
        Self::File { path: path.to_owned(), reason: error.to_string() }
    }

    pub(super) fn content(path: &Path, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Content { path: path.to_owned(), found: found.into(), expected: expected.into() }
    }
}
