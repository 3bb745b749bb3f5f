//! File formats of compact tables: a manifest of the folder, a file with the values of each stored slice, and
//! for some slices a file with the distances of long wins and losses.
//!
//! Each file of a slice has five parts. All numbers are little-endian.
//!
//! 1. The preamble of [`PREAMBLE`] bytes: magic, length and checksum of parts 2 to 4, length of the file.
//! 2. The head: rules, name of the slice, number of indices, length of a row, and counts of values.
//! 3. The model: the network and the contexts, both compressed; for distances, only the contexts.
//! 4. The index: length and checksum of each row.
//! 5. The rows.
//!
//! The manifest is text: a title, the rules, the number of files, and a line for each file with its kind, its
//! slice, its length and the checksum of its preamble. Older manifests lack the number of files.

use super::predictor::{Network, Patterns};
use super::row::{Contexts, Model};
use crate::tablebase::progress::SliceCounts;

pub(super) const MANIFEST: &str = "manifest.txt";
/// First line of the manifest.
pub(super) const TITLE: &str = "plywright-compact-tables 1";
/// Beginning of the manifest's line with the number of files.
pub(super) const FILES: &str = "files ";
/// Length of the preamble in bytes.
pub(super) const PREAMBLE: u64 = 40;
/// Length in bytes of a row's entry in the index: length and checksum.
const INDEX_ENTRY: usize = 4;
/// Maximum length in bytes of a part before the rows.
const MAX_PART: u32 = 1 << 26;

/// What a file of a slice holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Win, draw or loss of each position.
    Values,
    /// Distances of long wins and losses.
    Distances,
}

impl Kind {
    pub(super) const ALL: [Self; 2] = [Self::Values, Self::Distances];

    /// Returns the first word of a line of the manifest.
    pub(super) const fn word(self) -> &'static str {
        match self {
            Self::Values => "slice",
            Self::Distances => "plies",
        }
    }

    /// Returns the file name extension.
    pub(super) const fn extension(self) -> &'static str {
        match self {
            Self::Values => "wdl",
            Self::Distances => "plies",
        }
    }

    const fn magic(self) -> [u8; 8] {
        match self {
            Self::Values => *b"PLYWDL01",
            Self::Distances => *b"PLYPLY01",
        }
    }

    /// Returns the name of the file of a slice.
    pub(super) fn file_name(self, slice: &str) -> String {
        format!("{slice}.{}", self.extension())
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Head {
    pub(super) rules: String,
    pub(super) slice: String,
    pub(super) positions: u64,
    pub(super) row_len: u64,
    pub(super) counts: SliceCounts,
}

/// `parts` holds length and checksum of head, model and index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Preamble {
    pub(super) parts: [(u32, u32); 3],
    /// Length of the whole file in bytes.
    pub(super) end: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RowPlace {
    pub(super) start: u64,
    pub(super) length: u16,
    checksum: u16,
}

impl RowPlace {
    pub(super) fn fits(self, bytes: &[u8]) -> bool {
        bytes.len() == usize::from(self.length) && crc32fast::hash(bytes) as u16 == self.checksum
    }
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self, bytes: usize) -> Option<u64> {
        Some(self.take(bytes)?.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number(4)? as usize;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }
}

impl Head {
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
    fn to_bytes(self, kind: Kind) -> Vec<u8> {
        let mut bytes = kind.magic().to_vec();
        for (length, checksum) in self.parts {
            bytes.extend(length.to_le_bytes());
            bytes.extend(checksum.to_le_bytes());
        }
        bytes.extend(self.end.to_le_bytes());
        bytes
    }

    pub(super) fn from_bytes(kind: Kind, bytes: &[u8]) -> Option<Self> {
        let mut reader = Reader(bytes);
        let magic = kind.magic();
        if reader.take(magic.len())? != magic {
            return None;
        }
        let mut part = || Some((reader.number(4)? as u32, reader.number(4)? as u32));
        let parts = [part()?, part()?, part()?];
        let end = reader.number(8)?;
        let is_sound =
            reader.0.is_empty() && end >= PREAMBLE && parts.iter().all(|(length, _)| *length <= MAX_PART);
        is_sound.then_some(Self { parts, end })
    }

    /// Returns the ranges of head, model and index in the file.
    pub(super) fn ranges(&self) -> [std::ops::Range<u64>; 3] {
        let mut start = PREAMBLE;
        self.parts.map(|(length, _)| {
            let range = start..start + u64::from(length);
            start = range.end;
            range
        })
    }

    /// Returns head, model and index of the file `bytes`; `None` if a part is cut short or damaged.
    pub(super) fn parts_of<'a>(&self, bytes: &'a [u8]) -> Option<[&'a [u8]; 3]> {
        let mut found = [&[][..]; 3];
        for ((part, range), (_, checksum)) in found.iter_mut().zip(self.ranges()).zip(self.parts) {
            *part = bytes.get(range.start as usize..range.end as usize)?;
            if crc32fast::hash(part) != checksum {
                return None;
            }
        }
        Some(found)
    }
}

/// Returns the bytes of a file. `model` holds the bytes of its model.
pub(super) fn to_bytes(kind: Kind, head: &Head, model: Vec<u8>, rows: &[Vec<u8>]) -> Vec<u8> {
    let mut index = Vec::with_capacity(rows.len() * INDEX_ENTRY);
    for row in rows {
        index.extend((row.len() as u16).to_le_bytes());
        index.extend((crc32fast::hash(row) as u16).to_le_bytes());
    }
    let parts = [head.to_bytes(), model, index];
    let described = parts.each_ref().map(|part| (part.len() as u32, crc32fast::hash(part)));
    let before = PREAMBLE + parts.iter().map(|part| part.len() as u64).sum::<u64>();
    let end = before + rows.iter().map(|row| row.len() as u64).sum::<u64>();
    let mut bytes = Preamble { parts: described, end }.to_bytes(kind);
    parts.iter().chain(rows).for_each(|part| bytes.extend(part));
    bytes
}

pub(super) fn model_bytes(model: &Model) -> Vec<u8> {
    let network = model.network.as_ref().map(Network::to_bytes).unwrap_or_default();
    let mut bytes = Vec::new();
    for part in [network, model.contexts.to_bytes()] {
        let packed = lz4_flex::block::compress(&part);
        bytes.extend((part.len() as u32).to_le_bytes());
        bytes.extend((packed.len() as u32).to_le_bytes());
        bytes.extend(packed);
    }
    bytes
}

pub(super) fn read_model(patterns: Patterns, bytes: &[u8]) -> Option<Model> {
    let mut reader = Reader(bytes);
    let max_bytes = Network::bytes(patterns.features).max(Contexts::BYTES);
    let mut part = || {
        let (length, packed) = (reader.number(4)? as usize, reader.number(4)? as usize);
        let packed = reader.take(packed)?;
        (length <= max_bytes).then(|| lz4_flex::block::decompress(packed, length).ok()).flatten()
    };
    let network = match part()? {
        bytes if bytes.is_empty() => None,
        bytes => Some(Network::from_bytes(patterns.features, &bytes)?),
    };
    let contexts = Contexts::from_bytes(&part()?)?;
    Some(Model { patterns, network, contexts })
}

/// `None` if the index contradicts the number of rows or the length of the file.
pub(super) fn read_index(preamble: &Preamble, rows: u64, bytes: &[u8]) -> Option<Vec<RowPlace>> {
    let mut start = preamble.ranges()[2].end;
    let places: Vec<RowPlace> = bytes
        .chunks_exact(INDEX_ENTRY)
        .map(|entry| {
            let length = u16::from_le_bytes([entry[0], entry[1]]);
            let place = RowPlace { start, length, checksum: u16::from_le_bytes([entry[2], entry[3]]) };
            start += u64::from(length);
            place
        })
        .collect();
    (bytes.len() as u64 == rows * INDEX_ENTRY as u64 && start == preamble.end).then_some(places)
}
