//! The file of a subspace, which is the set of positions with given numbers of stones: a header of 64 bytes, an entry
//! for each index, and a list of long distances.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use plywright::engine::lock;
use plywright::{FileError, write_atomically};

use super::entry::{self, Entry};
use super::{numbering, page_cache};
use crate::tables::{Numbering, Slice};

/// Length of the header in bytes.
const HEADER: u64 = 64;
const VERSION: u32 = 2;
/// Names and required values of the header's first fields, four bytes each. The byte after these fields must be 0,
/// which means that draws are graded by subspaces.
const FIELDS: [(&str, u32); 3] = [
    ("version", VERSION),
    ("bytes of an entry", entry::LENGTH as u32),
    ("bits of a value", entry::FIELD_BITS),
];
/// Number of bytes in which the length of the list of long distances is stored.
const LIST_LENGTH: u64 = 4;
/// Number of bytes of an element of the list of long distances.
const LIST_ELEMENT: u64 = 8;

/// Returns the path of a subspace's file. The name holds the numbers of stones on the board, then the numbers
/// in hand, the side to move first.
pub(super) fn path(folder: &Path, Slice { hand, board }: Slice) -> PathBuf {
    folder.join(format!("std_{}_{}_{}_{}.sec2", board[0], board[1], hand[0], hand[1]))
}

/// Returns the error for an entry that cannot be decoded, or that its reader refuses, such as an image in place of a
/// value.
pub(super) fn invalid_entry(path: &Path, index: u64) -> FileError {
    FileError::content(path, format!("invalid bytes in entry {index}"), "a value or an image")
}

#[derive(Debug)]
pub(super) struct Subspace {
    file: Mutex<File>,
    pub(super) numbering: Numbering,
}

impl Subspace {
    /// Opens the file of the subspace `slice`. Checks its header and its length, but no entry.
    pub(super) fn open(path: &Path, slice: Slice) -> Result<Self, FileError> {
        let failed = |error| FileError::access(path, &error);
        let mut file = File::open(path).map_err(failed)?;
        let length = file.metadata().map_err(failed)?.len();
        let numbering = numbering(slice);
        let min_length = HEADER + numbering.len() * entry::LENGTH as u64 + LIST_LENGTH;
        let fits = length >= min_length && (length - min_length).is_multiple_of(LIST_ELEMENT);
        if !fits {
            let expected = format!("{min_length} or a multiple of {LIST_ELEMENT} more");
            return Err(FileError::content(path, format!("{length} bytes"), expected));
        }
        let mut header = [0; 4 * FIELDS.len() + 1];
        file.read_exact(&mut header).map_err(failed)?;
        let (fields, grading) = header.as_chunks();
        for ((name, expected), bytes) in FIELDS.iter().zip(fields) {
            let found = u32::from_le_bytes(*bytes);
            if found != *expected {
                return Err(FileError::content(path, format!("{name} {found}"), expected.to_string()));
            }
        }
        if grading != [0] {
            return Err(FileError::content(path, "values by stones", "values by subspaces"));
        }
        Ok(Self { file: Mutex::new(file), numbering })
    }

    pub(super) fn write(path: &Path, entries: &[[u8; entry::LENGTH]]) -> Result<(), FileError> {
        let mut bytes = vec![0; HEADER as usize];
        for ((_, field), place) in FIELDS.iter().zip(bytes.chunks_exact_mut(4)) {
            place.copy_from_slice(&field.to_le_bytes());
        }
        bytes.extend_from_slice(entries.as_flattened());
        bytes.extend_from_slice(&[0; LIST_LENGTH as usize]);
        write_atomically(path, &bytes).map_err(|error| FileError::access(path, &error))
    }

    /// Calls `visit` with each entry in the order of indices. Stops with an error if the file cannot be read, an entry
    /// is invalid, or `visit` returns `false`.
    pub(super) fn scan(&self, path: &Path, mut visit: impl FnMut(Entry) -> bool) -> Result<(), FileError> {
        let (mut bytes, mut index) = (Vec::new(), 0_u64);
        for page in 0..self.numbering.len().div_ceil(page_cache::ENTRIES) {
            self.read_page(page, &mut bytes).map_err(|error| FileError::access(path, &error))?;
            let (entries, _) = bytes.as_chunks();
            for bytes in entries {
                if !Entry::decode(*bytes).is_some_and(&mut visit) {
                    return Err(invalid_entry(path, index));
                }
                index += 1;
            }
        }
        Ok(())
    }

    /// Reads page number `page` of [`page_cache::ENTRIES`] entries into `bytes`, and resizes `bytes` to the length of
    /// the page. The last page can be shorter than the others.
    pub(super) fn read_page(&self, page: u64, bytes: &mut Vec<u8>) -> io::Result<()> {
        let first = page * page_cache::ENTRIES;
        let entries = page_cache::ENTRIES.min(self.numbering.len().saturating_sub(first));
        bytes.resize(entries as usize * entry::LENGTH, 0);
        let mut file = lock(&self.file);
        file.seek(SeekFrom::Start(HEADER + first * entry::LENGTH as u64))?;
        file.read_exact(bytes)
    }
}
