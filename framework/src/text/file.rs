//! Writes files atomically, so that an interrupted program leaves no incomplete file at the path. [`FileError`], for
//! all readers and writers of files, names the file.

use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

/// Reason why a file cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum FileError {
    /// The file cannot be opened, read or written.
    #[error("cannot access '{}': {reason}", path.display())]
    Access {
        /// Path of the file, as the caller gave it.
        path: PathBuf,
        /// Message of the I/O error. The [`io::Error`] itself is not stored, because it cannot be cloned or compared.
        reason: String,
    },
    /// The file's contents are not valid for their purpose.
    #[error("'{}' has {found}, expected {expected}", path.display())]
    Content {
        /// Path of the file, as the caller gave it.
        path: PathBuf,
        /// What is wrong with the contents, to follow the word "has" in the message.
        found: String,
        /// Description of valid contents, to follow the word "expected" in the message.
        expected: String,
    },
}

impl FileError {
    /// Creates the error for a file that cannot be opened, read or written.
    pub fn access(path: &Path, error: &io::Error) -> Self {
        Self::Access { path: path.to_owned(), reason: error.to_string() }
    }

    /// Creates the error for a file with invalid contents.
    pub fn content(path: &Path, found: impl Into<String>, expected: impl Into<String>) -> Self {
        Self::Content { path: path.to_owned(), found: found.into(), expected: expected.into() }
    }
}

/// Text after the name of a file that is still being written. The number of the process follows, so that no two
/// processes write the same temporary file.
const UNFINISHED: &str = ".unfinished-";

/// Returns the temporary path under which this process writes the file `path` until the file is complete.
pub(crate) fn unfinished(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!("{UNFINISHED}{}", std::process::id()));
    PathBuf::from(name)
}

/// Whether the file name in `path` looks like that of a temporary file, of this or another process. An interrupted
/// program leaves such files behind.
pub(crate) fn is_unfinished(path: &Path) -> bool {
    path.file_name().is_some_and(|name| name.to_string_lossy().contains(UNFINISHED))
}

/// Writes a temporary file in the same folder and renames it to `path`, so that an interrupted program leaves no
/// incomplete file at `path`. An old file there is replaced, and so is the target of a symbolic link, not the link. A
/// device or a pipe at `path` is written directly. Two threads must not write the same path at once, because they would
/// share the temporary file.
///
/// # Errors
///
/// Returns an error if the file cannot be written or renamed. The temporary file is then removed.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
        return fs::write(path, bytes);
    }
    let target = path.is_symlink().then(|| fs::canonicalize(path));
    let path = match &target {
        None => path,
        Some(Ok(target)) => target,
        // The target does not exist yet. Writing through the link creates it.
        Some(Err(_)) => return fs::write(path, bytes),
    };
    let temporary = unfinished(path);
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        // An error of the removal is ignored: the caller gets the first error, which says more.
        let _ = fs::remove_file(&temporary);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;

    fn new_folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("plywright-{name}-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_write_that_fails_leaves_no_file() {
        let folder = new_folder("failed-write");
        fs::create_dir_all(folder.join("taken/by a folder")).unwrap();
        assert!(write_atomically(&folder.join("taken"), b"x").is_err());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[test]
    fn a_written_file_replaces_the_old_one() {
        let folder = new_folder("replaced-file");
        for text in ["long at first", "short"] {
            write_atomically(&folder.join("file"), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(folder.join("file")).unwrap(), text);
        }
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn the_target_of_a_symbolic_link_is_replaced() {
        let folder = new_folder("linked-file");
        let (file, link) = (folder.join("file"), folder.join("link"));
        fs::write(&file, "old").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_atomically(&link, b"new").unwrap();
        assert!(link.is_symlink() && fs::read(&file).unwrap() == b"new");
        fs::remove_file(&file).unwrap();
        write_atomically(&link, b"newer").unwrap();
        assert!(link.is_symlink() && fs::read(&file).unwrap() == b"newer");
        fs::remove_dir_all(folder).unwrap();
    }
}
