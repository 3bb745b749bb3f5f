//! Partial files, in which shards and merged files are written before they are complete. Each process writes to a
//! partial file of its own, so that processes that write the same file do not disturb each other.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions};
use std::io::{self, BufReader, ErrorKind, Read, Seek};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::SystemTime;

use crate::files::{LocatedError, Naming};

/// Extension of a partial file.
const PART: &str = "part";

pub(super) fn open_if_exists(path: &Path) -> io::Result<Option<BufReader<File>>> {
    match File::open(path) {
        Ok(file) => Ok(Some(BufReader::new(file))),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}

/// Returns the paths of the files and folders in a folder, in any order.
pub(super) fn paths_in(folder: &Path) -> io::Result<Vec<PathBuf>> {
    fs::read_dir(folder)?.map(|entry| Ok(entry?.path())).collect()
}

/// Returns the partial files of `path`, from any process: the files beside it with names like those that
/// [`create_part`] gives.
pub(super) fn parts_of(path: &Path) -> io::Result<Vec<PathBuf>> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // A partial file is called `NAME.UNIQUE.part`. NAME is the name of the whole file, and UNIQUE has hexadecimal
    // digits and hyphens.
    let whole = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
    let is_part = |name: &str| {
        let part = name.strip_prefix(whole).and_then(|rest| rest.strip_prefix('.'));
        let unique = part.and_then(|part| part.strip_suffix(PART)?.strip_suffix('.'));
        unique.is_some_and(|unique| unique.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'-'))
    };
    let mut parts = paths_in(folder)?;
    parts.retain(|path| path.file_name().and_then(OsStr::to_str).is_some_and(is_part));
    Ok(parts)
}

/// Removes the partial files of `path`. Ignores errors, because a file that stays does no harm.
pub(super) fn remove_parts(path: &Path) {
    for part in parts_of(path).unwrap_or_default() {
        let _ = fs::remove_file(part);
    }
}

/// Creates a partial file of `path` beside it. Its name is unique on this machine and, very probably, among machines
/// that share the folder.
pub(super) fn create_part(path: &Path) -> Result<(PathBuf, File), LocatedError> {
    static CALLS: AtomicU64 = AtomicU64::new(0);
    let time = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    let call = CALLS.fetch_add(1, Ordering::Relaxed);
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{}-{}-{call}.{PART}", process::id(), time.as_nanos()));
    let part = PathBuf::from(name);
    let file = OpenOptions::new().read(true).write(true).create_new(true).open(&part);
    Ok((part, file.naming(path)?))
}

/// Renames `part`, which has been written completely, to `path`, and removes all partial files of `path`. An empty file
/// at `path` is replaced, a file with the same content is kept, and other content is an error. `file` is the open
/// `part`.
pub(super) fn put_in_place(part: &Path, file: &File, path: &Path) -> Result<(), LocatedError> {
    file.sync_all().naming(path)?;
    let mut is_same = has_contents_of(path, file).naming(path)?;
    if is_same.is_none()
        && let Err(error) = fs::rename(part, path)
    {
        // Renaming fails if another process has merged the same file first and has removed all partial files.
        is_same = has_contents_of(path, file).naming(path)?;
        if is_same.is_none() {
            return Err(LocatedError::new(path, error));
        }
    }
    if is_same == Some(false) {
        let error = "the file exists and has other content; choose another file or remove it";
        return Err(LocatedError::new(path, error));
    }
    remove_parts(path);
    Ok(())
}

/// Whether the file at `path` has the same content as `other`; `None` if there is no file or an empty one. Changes the
/// read position of `other`.
fn has_contents_of(path: &Path, mut other: &File) -> io::Result<Option<bool>> {
    let Some(file) = open_if_exists(path)? else { return Ok(None) };
    other.rewind()?;
    let (length, other_length) = (file.get_ref().metadata()?.len(), other.metadata()?.len());
    if length == 0 {
        return Ok(None);
    }
    let bytes = file.bytes().map(Result::ok);
    Ok(Some(length == other_length && bytes.eq(BufReader::new(other).bytes().map(Result::ok))))
}
