//! Input and output files of the commands, and errors in them.

use std::error::Error;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use plywright::write_atomically;
use thiserror::Error;

/// Error in a file. The message has the file's path and the place, if it is known.
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

/// An output file that is replaced as a whole, atomically.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    /// `None` if there was no file.
    before: Option<Vec<u8>>,
    is_written: bool,
}

impl Output {
    /// Checks that the file can be written; creates it empty if it does not exist. An existing file must be
    /// empty, or `is_own` must accept its content. `kind` names the accepted kind of file in the error
    /// message.
    ///
    /// # Errors
    /// Returns an error if the file is of another kind, or cannot be read or written.
    pub fn open(path: &Path, kind: &str, is_own: impl FnOnce(&[u8]) -> bool) -> Result<Self, LocatedError> {
        let wrong = |error| LocatedError::new(path, error);
        let before = match fs::read(path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(wrong(error)),
        };
        if before.as_ref().is_some_and(|bytes| !bytes.is_empty() && !is_own(bytes)) {
            let error = format!("the file exists and is not {kind}; choose another file or remove it");
            return Err(LocatedError::new(path, error));
        }
        OpenOptions::new().append(true).create(true).open(path).map_err(wrong)?;
        Ok(Self { path: path.to_owned(), before, is_written: false })
    }

    /// Returns the file's content at the time it was opened; empty if there was no file.
    pub fn before(&self) -> &[u8] {
        self.before.as_deref().unwrap_or_default()
    }

    /// Replaces the file's content atomically.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), LocatedError> {
        self.is_written = true;
        write_atomically(&self.path, bytes).map_err(|error| LocatedError::new(&self.path, error))
    }
}

/// Removes the empty file that `open` created if `write` was not called.
impl Drop for Output {
    fn drop(&mut self) {
        if self.before.is_none() && !self.is_written {
            // An error only leaves the empty file behind.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// An output file to which a command appends records.
#[derive(Debug)]
pub struct AppendedOutput {
    path: PathBuf,
    file: File,
}

impl AppendedOutput {
    /// Opens or creates the file. `read` receives the old content and returns the length of its complete
    /// part, in bytes. The rest is cut off.
    ///
    /// # Errors
    /// Returns the error of `read`, or an error if the file cannot be read or written.
    pub fn open<E: From<LocatedError>>(
        path: &Path,
        read: impl FnOnce(BufReader<File>) -> Result<u64, E>,
    ) -> Result<Self, E> {
        let wrong = |error| LocatedError::new(path, error);
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.map_err(wrong)?;
        let whole = read(BufReader::new(file.try_clone().map_err(wrong)?))?;
        file.set_len(whole).and_then(|()| file.seek(SeekFrom::End(0))).map_err(wrong)?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Appends text to the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, text: &str) -> Result<(), LocatedError> {
        let written = self.file.write_all(text.as_bytes());
        written.map_err(|error: io::Error| LocatedError::new(&self.path, error))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_by_its_owner_and_only_when_written() {
        let folder = std::env::temp_dir().join(format!("plywright-files-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let path = folder.join("file");
        let open = || Output::open(&path, "a list", |bytes| bytes.starts_with(b"list"));
        drop(open().unwrap());
        assert!(!path.exists());
        open().unwrap().write(b"list 1").unwrap();
        let again = open().unwrap();
        assert_eq!(again.before(), b"list 1");
        drop(again);
        assert_eq!(fs::read(&path).unwrap(), b"list 1");
        fs::write(&path, "a letter").unwrap();
        let error = open().unwrap_err().to_string();
        assert!(error.ends_with("file: the file exists and is not a list; choose another file or remove it"));
        let error = Output::open(&folder.join("no/such"), "x", |_| true).unwrap_err();
        assert!(error.source().is_some_and(<dyn Error>::is::<io::Error>), "{error}");
        fs::remove_dir_all(folder).unwrap();
    }
}
