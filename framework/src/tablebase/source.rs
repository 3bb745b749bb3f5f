//! Sources of the files of tables: a folder, bytes in the program, or another source that a program implements, for
//! example where there is no file system.
//!
//! Files are read by ranges, because a lookup needs only one row of a file that may have gigabytes.

use std::collections::HashMap;
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::{Path, PathBuf};

use super::manifest::{MANIFEST, Manifest};

/// Maximum memory in bytes that is reserved before a range of a file is read. The range may be much longer than the
/// file.
const MAX_RESERVED: u64 = 1 << 16;

/// Source of the files of tables. A program implements this trait to read the files from elsewhere, such as a web
/// server.
pub trait Source: Debug + Send + Sync {
    /// Reads a range of bytes of a file. Returns fewer bytes only if the file ends before the range does.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read. For a file that does not exist, its kind must be
    /// [`io::ErrorKind::NotFound`].
    fn read(&self, file: &str, range: Range<u64>) -> io::Result<Vec<u8>>;

    /// Describes the source for error messages, for example by the folder's path.
    fn place(&self) -> String;

    /// Whether every read takes long, as over a network. The files of such a source are not checked when tables are
    /// opened, and a search does not look values up at its nodes. `false` by default.
    fn is_remote(&self) -> bool {
        false
    }

    /// Whether the files are part of the program; `false` by default. Decoded rows of built-in exact values stay in
    /// memory, which makes lookups fast enough for the nodes of a search.
    fn is_built_in(&self) -> bool {
        false
    }
}

/// Sources that this crate provides.
#[derive(Clone, Debug)]
pub enum Stored {
    /// The files in a folder.
    Folder(PathBuf),
    /// Files compiled into the program, by name.
    Bytes(HashMap<String, &'static [u8]>),
}

impl Stored {
    /// Returns the source of the files in a folder. Does not access the folder, so a missing one shows only when a file
    /// is read.
    pub fn folder(folder: &Path) -> Box<dyn Source> {
        Box::new(Self::Folder(folder.to_owned()))
    }

    /// Returns the files that are joined in an archive; [`pack`](super::pack) writes archives. An archive consists of
    /// the manifest, an empty line, and the other files in the order of the manifest. `None` if the bytes do not have
    /// this form, or if the manifest is damaged or of another version.
    pub fn archive(bytes: &'static [u8]) -> Option<Self> {
        let end = bytes.windows(2).position(|two| two == b"\n\n")? + 1;
        let (manifest, mut rest) = (&bytes[..end], &bytes[end + 1..]);
        let mut files = HashMap::from([(MANIFEST.to_owned(), manifest)]);
        let manifest = Manifest::parse(Path::new(MANIFEST), std::str::from_utf8(manifest).ok()?).ok()?;
        for listed in manifest.files {
            let (file, others) = rest.split_at_checked(usize::try_from(listed.length).ok()?)?;
            files.insert(listed.name(), file);
            rest = others;
        }
        rest.is_empty().then_some(Self::Bytes(files))
    }
}

impl Source for Stored {
    fn read(&self, file: &str, range: Range<u64>) -> io::Result<Vec<u8>> {
        match self {
            Self::Folder(folder) => {
                let mut file = File::open(folder.join(file))?;
                file.seek(SeekFrom::Start(range.start))?;
                let length = range.end.saturating_sub(range.start);
                let mut bytes = Vec::with_capacity(length.min(MAX_RESERVED) as usize);
                file.take(length).read_to_end(&mut bytes)?;
                Ok(bytes)
            }
            Self::Bytes(files) => {
                let bytes = files.get(file).ok_or(io::ErrorKind::NotFound)?;
                let end = (bytes.len() as u64).min(range.end) as usize;
                Ok(bytes.get(range.start as usize..end).unwrap_or_default().to_vec())
            }
        }
    }

    fn place(&self) -> String {
        match self {
            Self::Folder(folder) => folder.display().to_string(),
            Self::Bytes(_) => "the program".to_owned(),
        }
    }

    fn is_built_in(&self) -> bool {
        matches!(self, Self::Bytes(_))
    }
}
