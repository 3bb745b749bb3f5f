//! Text files that the commands read, and errors that name a file and the place in it.

use std::error::Error;
use std::fmt::Display;
use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::encoding::{Encoding, decoded};

/// Maximum size of a text file in bytes. Reading a device whose data never end would otherwise fill the memory.
const MAX_TEXT: u64 = 1 << 30;

/// Error in a file. Its message begins with the file's path, followed by the place in the file if that is known.
#[derive(Debug, Error)]
#[error("{}{place}: {error}", path.display())]
pub struct LocatedError {
    path: PathBuf,
    /// A comma and the place, such as `, line 3`; empty for the file as a whole.
    place: String,
    #[source]
    error: Box<dyn Error + Send + Sync>,
}

impl LocatedError {
    /// Creates an error about the file as a whole.
    pub fn new(path: &Path, error: impl Into<Box<dyn Error + Send + Sync>>) -> Self {
        Self { path: path.to_owned(), place: String::new(), error: error.into() }
    }

    /// Sets the place of the error, such as `line 3`.
    #[must_use]
    pub fn at(self, place: impl Display) -> Self {
        Self { place: format!(", {place}"), ..self }
    }
}

/// Conversion of any error into a [`LocatedError`].
pub trait Naming<T> {
    /// Converts the error, if there is one, to an error about the file at `path`.
    ///
    /// # Errors
    /// Returns the converted error.
    fn naming(self, path: &Path) -> Result<T, LocatedError>;
}

impl<T, E: Into<Box<dyn Error + Send + Sync>>> Naming<T> for Result<T, E> {
    fn naming(self, path: &Path) -> Result<T, LocatedError> {
        self.map_err(|error| LocatedError::new(path, error))
    }
}

/// Reads a whole text file. A line that is not UTF-8 is read as ISO 8859-1, without a warning.
///
/// # Errors
/// Returns an error if the file cannot be read, or has more than 1 GiB.
pub fn read_text(path: &Path) -> Result<String, LocatedError> {
    let bytes = read_bytes(path)?;
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    Ok(lines.map(|line| decoded(line.to_vec(), Encoding::Utf8).0).collect())
}

/// Reads a whole text file without decoding it.
///
/// # Errors
/// Returns an error if the file cannot be read, or has more than 1 GiB.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, LocatedError> {
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MAX_TEXT + 1).read_to_end(&mut bytes));
    if read.naming(path)? as u64 > MAX_TEXT {
        return Err(LocatedError::new(path, format!("a text of more than {MAX_TEXT} bytes")));
    }
    Ok(bytes)
}
