//! Where the files of compact tables come from: a folder, bytes in memory, or a function that fetches.

use std::collections::HashMap;
use std::fmt::Debug;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::PathBuf;

use super::file::{EXTENSION, MANIFEST};

/// Reads parts of named files. A program that fetches files from elsewhere implements it.
pub trait Source: Debug + Send + Sync {
    /// Reads the bytes in a range of a file; fewer only where the file ends.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such file or it cannot be read.
    fn read(&self, file: &str, range: Range<u64>) -> io::Result<Vec<u8>>;

    /// The place of the files, for messages.
    fn place(&self) -> String;
}

/// Sources of this crate.
#[derive(Clone, Debug)]
pub enum Stored {
    /// A folder.
    Folder(PathBuf),
    /// Bytes in the program, by name.
    Bytes(HashMap<String, &'static [u8]>),
}

impl Stored {
    /// Finds the files in the bytes of one that [`pack`](super::pack) has written for a program: the manifest,
    /// an empty line, and the files in the manifest's order. `None` if they do not fit together.
    pub fn archive(bytes: &'static [u8]) -> Option<Self> {
        let end = bytes.windows(2).position(|two| two == b"\n\n")? + 1;
        let (manifest, mut rest) = (&bytes[..end], &bytes[end + 1..]);
        let mut files = HashMap::from([(MANIFEST.to_owned(), manifest)]);
        for line in std::str::from_utf8(manifest).ok()?.lines() {
            if let ["slice", name, length, _] = line.split(' ').collect::<Vec<_>>()[..] {
                let (file, others) = rest.split_at_checked(length.parse().ok()?)?;
                files.insert(format!("{name}.{EXTENSION}"), file);
                rest = others;
            }
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
                let mut bytes = Vec::new();
                file.take(range.end.saturating_sub(range.start)).read_to_end(&mut bytes)?;
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
}
