//! Atomic writing of files.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// Writes a file atomically: writes to a temporary name and renames it, so an interruption leaves the old
/// file or the new one.
///
/// # Errors
///
/// Returns an error if the file cannot be written or renamed; the temporary file is removed.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".unfinished-{}", std::process::id()));
    let unfinished = PathBuf::from(name);
    let written = fs::write(&unfinished, bytes).and_then(|()| fs::rename(&unfinished, path));
    written.inspect_err(|_| drop(fs::remove_file(&unfinished)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_put_into_its_place_leaves_nothing() {
        let folder = std::env::temp_dir().join(format!("plywright-whole-file-{}", std::process::id()));
        fs::create_dir_all(folder.join("taken/by a folder")).unwrap();
        let files = || fs::read_dir(&folder).unwrap().count();
        assert!(write_atomically(&folder.join("taken"), b"x").is_err());
        assert_eq!(files(), 1);
        for text in ["long at first", "short"] {
            write_atomically(&folder.join("file"), text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(folder.join("file")).unwrap(), text);
        }
        assert_eq!(files(), 2);
        fs::remove_dir_all(folder).unwrap();
    }
}
