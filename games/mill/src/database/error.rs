//! Errors of the perfect database.

use std::io;
use std::path::Path;

use plywright::tables::TableFileError;
use thiserror::Error;

use super::subspace_id::SubspaceId;

/// Why a database or one of its files cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DatabaseError {
    /// A file cannot be read, or has unexpected content.
    #[error(transparent)]
    File(#[from] TableFileError),
    /// The database does not list that subspace.
    #[error("no subspace {id} is in the database")]
    NoSubspace {
        /// The subspace.
        id: SubspaceId,
    },
}

impl DatabaseError {
    pub(super) fn file(path: &Path, error: &io::Error) -> Self {
        TableFileError::access(path, error).into()
    }

    pub(super) fn content(path: &Path, found: impl Into<String>, expected: impl Into<String>) -> Self {
        TableFileError::content(path, found, expected).into()
    }
}
