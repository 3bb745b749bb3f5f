//! Output files of commands, checked before the work begins.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use plywright::write_atomically;
use thiserror::Error;

/// Error on access to a file.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub struct FileError {
    path: PathBuf,
    #[source]
    error: io::Error,
}

impl FileError {
    /// Makes an error from the system's error.
    pub fn new(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_owned(), error }
    }
}

/// Reason why a file is not written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The system refuses.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file exists and is of another kind.
    #[error("{} is there and is not {kind}; choose another file or remove it", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// Description of the files that the command writes.
        kind: &'static str,
    },
}

/// A file that is written atomically at the end. If it is not written, its old content stays.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    /// The old content; `None` if there was no file.
    before: Option<Vec<u8>>,
    is_written: bool,
}

impl Output {
    /// Checks that the file can be written. An existing file must be empty, or `is_own` must accept its
    /// content; `kind` describes such files.
    pub fn open(
        path: &Path,
        kind: &'static str,
        is_own: impl FnOnce(&[u8]) -> bool,
    ) -> Result<Self, OutputError> {
        let wrong = |error| FileError::new(path, error);
        let before = match fs::read(path) {
            Ok(bytes) => Some(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(wrong(error).into()),
        };
        if before.as_ref().is_some_and(|bytes| !bytes.is_empty() && !is_own(bytes)) {
            return Err(OutputError::Foreign { path: path.to_owned(), kind });
        }
        OpenOptions::new().append(true).create(true).open(path).map_err(wrong)?;
        Ok(Self { path: path.to_owned(), before, is_written: false })
    }

    /// The file's content when it was opened.
    pub fn before(&self) -> &[u8] {
        self.before.as_deref().unwrap_or_default()
    }

    /// Writes the file.
    pub fn write(mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.is_written = true;
        write_atomically(&self.path, bytes).map_err(|error| FileError::new(&self.path, error))
    }
}

/// Removes the empty file that `open` created, if nothing was written.
impl Drop for Output {
    fn drop(&mut self) {
        if self.before.is_none() && !self.is_written {
            // An error is ignored: the empty file then stays.
            let _ = fs::remove_file(&self.path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_only_by_its_owner_and_only_when_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
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
        assert!(
            error.ends_with("file is there and is not a list; choose another file or remove it"),
            "{error}"
        );
        assert!(matches!(
            Output::open(&folder.path().join("no/such"), "x", |_| true),
            Err(OutputError::File(_))
        ));
    }
}
