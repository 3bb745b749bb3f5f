//! The file with the values of a slice. The format is the same for every [`Encoding`] of the rows.
//!
//! A file has five parts. All numbers are little-endian.
//!
//! 1. The preamble of [`PREAMBLE`] bytes: [`Encoding::magic`], length and checksum of each of the parts 2 to 4, and
//!    the length of the file.
//! 2. The head: rules, name of the slice, number of indices, length of a row, and counts of values.
//! 3. The model with which rows are decoded.
//! 4. The index: length and checksum of each row.
//! 5. The rows.

use std::fs::{self, File};
use std::io::{self, BufWriter, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::Path;

use super::progress::SliceCounts;
use super::reader::Reader;
use super::rows::Encoding;
use super::sliced::Sliced;
use crate::text::{FileError, unfinished};

/// Length of the preamble in bytes: 8 magic bytes, 8 bytes for the length and checksum of each of three parts, and 8
/// bytes for the length of the file.
pub(super) const PREAMBLE: u64 = 40;
/// Length in bytes of a row's entry in the index: two bytes of length and two of checksum.
const INDEX_ENTRY: usize = 4;
/// Maximum length in bytes of head, model or index. A preamble that states a greater length is damaged.
const MAX_PART: u32 = 1 << 26;
/// Maximum length of a file in bytes, far more than any table has. A preamble that states a greater length is damaged.
const MAX_FILE: u64 = 1 << 42;

/// Head of a table file: the rules and the slice of the file, its sizes, and the counts of its values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) rules: String,
    pub(super) slice: String,
    /// Number of indices in the slice, including those without a position.
    pub(super) positions: u64,
    /// Number of indices in each row except the last, which may have fewer.
    pub(super) row_len: u64,
    pub(super) counts: SliceCounts,
}

/// Preamble of a table file, without its magic bytes. It holds the length of the file, and the lengths and checksums of
/// the parts before the rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preamble {
    /// For head, model and index: the length in bytes, and the CRC-32 of the bytes.
    pub(super) parts: [(u32, u32); 3],
    /// Length of the whole file in bytes.
    pub(super) end: u64,
}

/// Place of a row in a table file, and its checksum. The index stores the length and the checksum; the start follows
/// from the lengths of the rows before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowPlace {
    /// Offset of the row's first byte from the beginning of the file.
    pub(super) start: u64,
    /// Number of bytes.
    pub(super) length: u16,
    /// Lower half of the CRC-32 of the row's bytes.
    checksum: u16,
}

impl RowPlace {
    /// Whether `bytes` have the row's length and checksum.
    pub(super) fn fits(self, bytes: &[u8]) -> bool {
        bytes.len() == usize::from(self.length) && crc32fast::hash(bytes) as u16 == self.checksum
    }
}

impl Head {
    pub(super) fn new<G: Sliced>(game: &G, slice: G::Slice, encoding: Encoding, counts: SliceCounts) -> Self {
        Self {
            rules: game.table_rules(slice),
            slice: slice.to_string(),
            positions: game.size(slice),
            row_len: encoding.row_len(game, slice),
            counts,
        }
    }

    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        for text in [&self.rules, &self.slice] {
            bytes.extend((text.len() as u32).to_le_bytes());
            bytes.extend(text.bytes());
        }
        let SliceCounts { won, drawn, lost, longest_win, longest_loss } = self.counts;
        let numbers =
            [self.positions, self.row_len, won, drawn, lost, longest_win.into(), longest_loss.into()];
        for number in numbers {
            bytes.extend(number.to_le_bytes());
        }
        bytes
    }

    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let [rules, slice] = [reader.text()?, reader.text()?];
        let mut number = || reader.number(8);
        let (positions, row_len) = (number()?, number()?);
        let counts = SliceCounts {
            won: number()?,
            drawn: number()?,
            lost: number()?,
            longest_win: number()? as u32,
            longest_loss: number()? as u32,
        };
        (row_len > 0 && reader.0.is_empty()).then_some(Self { rules, slice, positions, row_len, counts })
    }
}

impl Preamble {
    fn to_bytes(self, encoding: Encoding) -> Vec<u8> {
        let mut bytes = encoding.magic().to_vec();
        for (length, checksum) in self.parts {
            bytes.extend(length.to_le_bytes());
            bytes.extend(checksum.to_le_bytes());
        }
        bytes.extend(self.end.to_le_bytes());
        bytes
    }

    /// Reads a preamble. `None` if there are not exactly [`PREAMBLE`] bytes, if they do not begin with
    /// [`Encoding::magic`], or if they state an impossible length.
    pub(super) fn from_bytes(encoding: Encoding, bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let magic = encoding.magic();
        if reader.take(magic.len())? != magic {
            return None;
        }
        let mut part = || Some((reader.number(4)? as u32, reader.number(4)? as u32));
        let parts = [part()?, part()?, part()?];
        let end = reader.number(8)?;
        let are_parts_sound = parts.iter().all(|(length, _)| *length <= MAX_PART);
        let is_sound = reader.0.is_empty() && (PREAMBLE..=MAX_FILE).contains(&end) && are_parts_sound;
        is_sound.then_some(Self { parts, end })
    }

    /// Returns the ranges of head, model and index in the file.
    pub(super) fn ranges(&self) -> [Range<u64>; 3] {
        let mut start = PREAMBLE;
        self.parts.map(|(length, _)| {
            let range = start..start + u64::from(length);
            start = range.end;
            range
        })
    }

    /// Returns the number of rows, which follows from the length of the index.
    pub(super) const fn rows(&self) -> u64 {
        let [_, _, (index_length, _)] = self.parts;
        index_length as u64 / INDEX_ENTRY as u64
    }

    /// Reads the places of the rows from the bytes of the index. `None` if the number of entries is not `rows`, or if
    /// the last row does not end at the end of the file.
    pub(super) fn read_index(&self, rows: u64, bytes: &[u8]) -> Option<Vec<RowPlace>> {
        let [.., index] = self.ranges();
        let mut start = index.end;
        let mut places = Vec::with_capacity(bytes.len() / INDEX_ENTRY);
        for entry in bytes.chunks_exact(INDEX_ENTRY) {
            let length = u16::from_le_bytes([entry[0], entry[1]]);
            places.push(RowPlace { start, length, checksum: u16::from_le_bytes([entry[2], entry[3]]) });
            start += u64::from(length);
        }
        (bytes.len() as u64 == rows * INDEX_ENTRY as u64 && start == self.end).then_some(places)
    }
}

/// Writes a file under a temporary name, and renames it to `path` when it is complete. After an error, removes the
/// temporary file. `model` holds the bytes of the model, and `rows` yields the bytes of each row.
pub(super) fn write(
    path: &Path,
    encoding: Encoding,
    head: &Head,
    model: &[u8],
    rows: impl ExactSizeIterator<Item = Vec<u8>>,
) -> Result<(), FileError> {
    let temporary = unfinished(path);
    let write_and_rename = || {
        let file = write_parts(File::create(&temporary)?, encoding, [&head.to_bytes(), model], rows)?;
        file.sync_all()?;
        fs::rename(&temporary, path)
    };
    write_and_rename().map_err(|error| {
        // The first error is reported. An error while removing the file is ignored.
        let _ = fs::remove_file(&temporary);
        FileError::access(path, &error)
    })
}

/// Writes zeros in place of the parts before the rows, then the rows, and at last these parts, because they depend on
/// the rows. Fails if a row has more than 65,535 bytes.
fn write_parts(
    file: File,
    encoding: Encoding,
    [head, model]: [&[u8]; 2],
    rows: impl ExactSizeIterator<Item = Vec<u8>>,
) -> io::Result<File> {
    let mut out = BufWriter::new(file);
    let before = PREAMBLE as usize + head.len() + model.len() + rows.len() * INDEX_ENTRY;
    out.write_all(&vec![0; before])?;
    let mut end = before as u64;
    let mut index = Vec::with_capacity(rows.len() * INDEX_ENTRY);
    for row in rows {
        let length = u16::try_from(row.len()).map_err(io::Error::other)?;
        index.extend(length.to_le_bytes());
        index.extend((crc32fast::hash(&row) as u16).to_le_bytes());
        end += u64::from(length);
        out.write_all(&row)?;
    }
    let mut file = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    file.seek(SeekFrom::Start(0))?;
    let parts = [head, model, &index];
    let described = parts.map(|part| (part.len() as u32, crc32fast::hash(part)));
    file.write_all(&Preamble { parts: described, end }.to_bytes(encoding))?;
    for part in parts {
        file.write_all(part)?;
    }
    Ok(file)
}
