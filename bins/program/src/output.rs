//! Files that a command writes when its work is done: whether that will be possible is found out before.

use std::fs::{self, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

use plywright::write_whole;
use thiserror::Error;

/// Why a file cannot be used.
#[derive(Debug, Error)]
#[error("{}: {error}", path.display())]
pub struct FileError {
    path: PathBuf,
    #[source]
    error: io::Error,
}

impl FileError {
    /// What the system says about a file.
    pub fn new(path: &Path, error: io::Error) -> Self {
        Self { path: path.to_owned(), error }
    }
}

/// Why a file is not written.
#[derive(Debug, Error)]
pub enum OutputError {
    /// The system refuses.
    #[error(transparent)]
    File(#[from] FileError),
    /// The file is somebody else's.
    #[error("{} is there and is not {kind}; choose another file or remove it", path.display())]
    Foreign {
        /// The file.
        path: PathBuf,
        /// What the command writes.
        kind: &'static str,
    },
}

/// A file to be written as a whole. If it is never written, what was there stays.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    /// What was in the file before; `None` if there was no file.
    before: Option<Vec<u8>>,
    is_written: bool,
}

impl Output {
    /// Checks that the file can be written. A file that is there may be replaced only if it is empty or
    /// `is_own` holds for its content; `kind` describes such files.
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

    /// What was in the file when it was opened.
    pub fn before(&self) -> &[u8] {
        self.before.as_deref().unwrap_or_default()
    }

    /// Writes the file.
    pub fn write(mut self, bytes: &[u8]) -> Result<(), FileError> {
        self.is_written = true;
        write_whole(&self.path, bytes).map_err(|error| FileError::new(&self.path, error))
    }
}

/// Leaves no empty file where there was none.
impl Drop for Output {
    fn drop(&mut self) {
        if self.before.is_none() && !self.is_written {
            // Nothing can be done about a file that cannot be removed.
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
