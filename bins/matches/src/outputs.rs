//! Output files of the commands.
//!
//! A command either appends its output to a file, or writes a new file and renames it when it is complete, so that an
//! old file stays whole until then. While a command writes, it locks the file, so that two processes do not mix their
//! outputs.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::files::{LocatedError, Naming};

/// Whether `path` is a device or a pipe. Such an output is not read before it is written, because reading may not end.
pub fn is_stream(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir())
}

/// Locks an output file until it is closed, or fails if another process has locked it. Any other failure to lock is
/// ignored, because a file system may have no locks. A device or a pipe is used even if it is locked.
fn lock(file: &File) -> io::Result<()> {
    let is_file = file.metadata()?.is_file();
    match file.try_lock() {
        Err(TryLockError::WouldBlock) if is_file => {
            let message = "another process is writing this file; wait until it ends, or choose another file";
            Err(io::Error::new(ErrorKind::WouldBlock, message))
        }
        Ok(()) | Err(_) => Ok(()),
    }
}

/// A file that is written beside `path`, as `PATH.unfinished`, and renamed to `path` by [`NewFile::finish`]. If it is
/// dropped before that, `path` is unchanged. A device or a pipe at `path` is written directly.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    /// Path of the unfinished file; `None` for a device or a pipe, and after the file has been renamed.
    unfinished: Option<PathBuf>,
    file: BufWriter<File>,
}

impl NewFile {
    /// Creates the unfinished file, or empties one that an interrupted process has left. Locks it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be created, or if another process is writing it.
    pub fn create(path: &Path) -> io::Result<Self> {
        // The target of a symbolic link is replaced, not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
            let file = BufWriter::new(OpenOptions::new().write(true).open(&path)?);
            return Ok(Self { path, unfinished: None, file });
        }
        let mut name = path.as_os_str().to_owned();
        name.push(".unfinished");
        let unfinished = PathBuf::from(name);
        loop {
            let file = OpenOptions::new().write(true).create(true).truncate(false).open(&unfinished)?;
            lock(&file)?;
            // Another process may have completed the file and renamed it before this process had the lock. The lock is
            // then on the finished file, so the unfinished one is created again.
            if unfinished.exists() {
                file.set_len(0)?;
                return Ok(Self { path, unfinished: Some(unfinished), file: BufWriter::new(file) });
            }
        }
    }

    /// Renames the file to its final path, with the permissions of the file that it replaces. Returns the file, which
    /// stays locked until it is closed.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written or renamed.
    pub fn finish(mut self) -> io::Result<File> {
        self.file.flush()?;
        if let Some(unfinished) = &self.unfinished {
            if let Ok(before) = fs::metadata(&self.path) {
                fs::set_permissions(unfinished, before.permissions())?;
            }
            fs::rename(unfinished, &self.path)?;
            self.unfinished = None;
        }
        self.file.get_ref().try_clone()
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

/// Removes the unfinished file if it was not renamed. A file that cannot be removed is emptied by the next
/// [`NewFile::create`].
impl Drop for NewFile {
    fn drop(&mut self) {
        if let Some(unfinished) = &self.unfinished {
            let _ = fs::remove_file(unfinished);
        }
    }
}

/// An output file that is replaced as a whole, atomically.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    /// The file at `path`, locked until the output is dropped.
    file: File,
    /// Contents when the file was opened; empty if there was no file.
    before: Vec<u8>,
    /// Whether [`Output::open`] created the file, no other process has written to it, and nothing has been written
    /// since.
    is_still_new: bool,
}

impl Output {
    /// Checks that the file can be written, and creates it empty if it does not exist. Locks it. An existing file must
    /// be empty, or `is_own` must accept its content. A device or a pipe counts as empty. `kind` names the accepted
    /// kind of file in the error message, such as `a list`.
    ///
    /// # Errors
    /// Returns an error if the file is of another kind, cannot be read or written, or is being written by another
    /// process.
    pub fn open(path: &Path, kind: &str, is_own: impl FnOnce(&[u8]) -> bool) -> Result<Self, LocatedError> {
        let (is_new, is_stream) = (!path.exists(), is_stream(path));
        let mut file =
            OpenOptions::new().read(!is_stream).append(true).create(true).open(path).naming(path)?;
        // The lock comes first, so that the content has everything that another process has written.
        lock(&file).naming(path)?;
        let mut before = Vec::new();
        if !is_stream {
            file.read_to_end(&mut before).naming(path)?;
        }
        if !before.is_empty() && !is_own(&before) {
            let error = format!("the file exists and is not {kind}; choose another file or remove it");
            return Err(LocatedError::new(path, error));
        }
        let is_still_new = is_new && before.is_empty();
        Ok(Self { path: path.to_owned(), file, before, is_still_new })
    }

    /// Returns the file's content when it was opened; empty if there was no file, and for a device or a pipe.
    pub fn before(&self) -> &[u8] {
        &self.before
    }

    /// Replaces the file by a new one with this content, atomically. A device or a pipe is written directly.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), LocatedError> {
        self.is_still_new = false;
        let written = NewFile::create(&self.path).and_then(|mut new| {
            new.write_all(bytes)?;
            new.finish()
        });
        self.file = written.naming(&self.path)?;
        Ok(())
    }
}

/// If nothing was written, removes the empty file that [`Output::open`] created.
impl Drop for Output {
    fn drop(&mut self) {
        if self.is_still_new {
            // An error is ignored, because an empty file that stays does no harm.
            let _ = fs::remove_file(&self.path);
        }
    }
}

/// An output file to which a command appends records. It is locked until it is dropped, unless it is a device or a
/// pipe.
#[derive(Debug)]
pub struct AppendedOutput {
    path: PathBuf,
    file: File,
}

impl AppendedOutput {
    /// Opens or creates the file. `read` receives the old content and returns how many of its bytes to keep. The rest,
    /// such as a record that an interrupted process has not completed, is cut off. For a device or a pipe, `read` is
    /// not called.
    ///
    /// # Errors
    /// Returns the error of `read`, or an error if the file cannot be read or written, or if another process is
    /// writing it.
    pub fn open<E: From<LocatedError>>(
        path: &Path,
        read: impl FnOnce(BufReader<File>) -> Result<u64, E>,
    ) -> Result<Self, E> {
        if is_stream(path) {
            let file = OpenOptions::new().write(true).open(path).naming(path)?;
            return Ok(Self { path: path.to_owned(), file });
        }
        let open = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path);
        let mut file = open.naming(path)?;
        lock(&file).naming(path)?;
        let kept_bytes = read(BufReader::new(file.try_clone().naming(path)?))?;
        file.set_len(kept_bytes).and_then(|()| file.seek(SeekFrom::End(0))).naming(path)?;
        Ok(Self { path: path.to_owned(), file })
    }

    /// Appends text to the file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn write(&mut self, text: &str) -> Result<(), LocatedError> {
        self.file.write_all(text.as_bytes()).naming(&self.path)
    }
}

#[cfg(test)]
mod tests {
    use std::error::Error;

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
        let error = Output::open(&path, "a list", |_| false).unwrap_err().to_string();
        assert!(error.contains("another process is writing this file"), "{error}");
        drop(again);
        assert_eq!(fs::read(&path).unwrap(), b"list 1");
        fs::write(&path, "a letter").unwrap();
        let error = open().unwrap_err().to_string();
        assert!(error.ends_with("file: the file exists and is not a list; choose another file or remove it"));
    }

    #[test]
    fn the_source_of_an_error_is_its_cause() {
        let error = Output::open(Path::new("/no/such/folder/file"), "x", |_| true).unwrap_err();
        assert!(error.source().is_some_and(<dyn Error>::is::<io::Error>), "{error}");
    }

    #[cfg(unix)]
    #[test]
    fn a_device_is_written() {
        use std::os::unix::fs::FileTypeExt;
        let null = Path::new("/dev/null");
        let mut outputs = [0, 1].map(|_| Output::open(null, "nothing", |_| false).unwrap());
        for output in &mut outputs {
            output.write(b"text").unwrap();
        }
        drop(outputs);
        assert!(fs::metadata(null).unwrap().file_type().is_char_device());
    }

    #[cfg(unix)]
    #[test]
    fn a_symbolic_link_stays() {
        use std::os::unix::fs::symlink;
        let folder = tempfile::tempdir().unwrap();
        let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
        fs::write(&file, "").unwrap();
        symlink(&file, &link).unwrap();
        Output::open(&link, "nothing", |_| false).unwrap().write(b"text").unwrap();
        assert!(fs::read(&file).unwrap() == b"text" && link.is_symlink());
    }
}
