//! Errors of the perfect database.

use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use super::subspace_id::SubspaceId;

/// Error of opening or reading a database or one of its files.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DatabaseError {
    /// A file cannot be opened or read.
    #[error("cannot read '{}': {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Reason given by the system.
        reason: String,
    },
    /// A file has unexpected content.
    #[error("'{}' has {found}, expected {expected}", path.display())]
    Content {
        /// The file.
        path: PathBuf,
        /// The content found, and its place.
        found: String,
        /// What was expected.
        expected: String,
    },
    /// The database does not list this subspace.
    #[error("no subspace {id} is in the database")]
    NoSubspace {
        /// The subspace.
        id: SubspaceId,
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
