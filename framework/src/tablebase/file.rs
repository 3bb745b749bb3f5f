//! File of a slice in full tables: a header, and the values in compressed blocks.
//!
//! All numbers are little-endian. A file is written under a temporary name and renamed when it is complete.

use std::fs::{self, File};
use std::io::{BufWriter, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::cells::Cells;
use super::error::TablebaseError;
use super::progress::SliceCounts;
use crate::text::FileError;

/// File name extension of full tables.
pub(super) const EXTENSION: &str = "table";
/// Number of indices in a compressed block. The last block of a file may have fewer.
pub(super) const BLOCK: usize = 16 * 1024;
const MAGIC: [u8; 8] = *b"PLYTABLE";
/// Must increase with every change that older readers would misread. In every version, the first bytes, the
/// version and the header's length stay in place, and the header ends with its checksum.
const VERSION: u32 = 1;
/// Length in bytes of the header's fixed part, which precedes the rules and the name of the slice.
const FIXED: usize = 72;
/// Exclusive limit on the header's length in bytes.
const MAX_HEADER_BYTES: u32 = 1 << 28;
/// Length in bytes of a block's entry in the header: the block's length and its checksum.
const BLOCK_ENTRY: usize = 8;
/// File name extension of a table while it is being written.
const UNFINISHED: &str = "unfinished";

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) rules: String,
    pub(super) slice: String,
    pub(super) positions: u64,
    pub(super) counts: SliceCounts,
}

/// A file whose header is in memory. The file is opened again for each block, because a game can have more
/// files than a process may keep open.
#[derive(Debug)]
pub(super) struct TableFile {
    path: PathBuf,
    pub(super) header: Header,
    blocks: Vec<Block>,
    /// Length of the whole file in bytes, according to its header.
    end: u64,
}

#[derive(Clone, Copy, Debug)]
struct Block {
    start: u64,
    length: u32,
    checksum: u32,
}

pub(super) fn write(path: &Path, header: &Header, values: &Cells) -> Result<(), FileError> {
    let failed = |error| FileError::access(path, &error);
    let unfinished = path.with_extension(UNFINISHED);
    let mut out = BufWriter::new(File::create(&unfinished).map_err(failed)?);
    let count = (header.positions as usize).div_ceil(BLOCK);
    let length = FIXED + header.rules.len() + header.slice.len() + count * BLOCK_ENTRY + 4;
    out.write_all(&vec![0; length]).map_err(failed)?;
    let mut places = Vec::with_capacity(count * BLOCK_ENTRY);
    let mut bytes = Vec::with_capacity(BLOCK);
    for block in 0..count {
        bytes.clear();
        let parts = BLOCK / super::cells::BLOCK;
        (block * parts..((block + 1) * parts).min(values.blocks()))
            .for_each(|part| values.load_block(part, &mut bytes));
        let packed = lz4_flex::block::compress(&bytes);
        places.extend((packed.len() as u32).to_le_bytes());
        places.extend(crc32fast::hash(&packed).to_le_bytes());
        out.write_all(&packed).map_err(failed)?;
    }
    let mut file = out.into_inner().map_err(|error| failed(error.into_error()))?;
    file.seek(SeekFrom::Start(0)).map_err(failed)?;
    file.write_all(&header.to_bytes(length, &places)).map_err(failed)?;
    file.sync_all().map_err(failed)?;
    fs::rename(&unfinished, path).map_err(failed)
}

impl Header {
    fn to_bytes(&self, length: usize, places: &[u8]) -> Vec<u8> {
        let SliceCounts { won, drawn, lost, longest_win, longest_loss } = self.counts;
        let mut bytes = MAGIC.to_vec();
        let mut add = |number: u32| bytes.extend(number.to_le_bytes());
        add(VERSION);
        add(length as u32);
        for number in [self.positions, won, drawn, lost] {
            add(number as u32);
            add((number >> 32) as u32);
        }
        let blocks = places.len() / BLOCK_ENTRY;
        for number in [longest_win, longest_loss, BLOCK as u32, blocks as u32] {
            add(number);
        }
        add(self.rules.len() as u32);
        add(self.slice.len() as u32);
        bytes.extend(self.rules.bytes().chain(self.slice.bytes()));
        bytes.extend(places);
        bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
        bytes
    }
}

impl TableFile {
    /// Opens a file and checks its header, its rules and its length.
    pub(super) fn open(path: &Path, rules: &str) -> Result<Self, TablebaseError> {
        let file = Self::open_any(path)?;
        let wrong = |found: String, expected: String| Err(FileError::content(path, found, expected).into());
        if file.header.rules != rules {
            return wrong(format!("the rules '{}'", file.header.rules), format!("'{rules}'"));
        }
        let found = fs::metadata(path).map_err(|error| FileError::access(path, &error))?.len();
        if found != file.end {
            return wrong(format!("{found} bytes"), file.end.to_string());
        }
        Ok(file)
    }

    /// Opens a file made under any rules, and checks only its header.
    pub(super) fn open_any(path: &Path) -> Result<Self, TablebaseError> {
        let failed = |error| FileError::access(path, &error);
        let wrong = |found: String, expected: &str| FileError::content(path, found, expected);
        let mut file = File::open(path).map_err(failed)?;
        let mut start = [0; 16];
        file.read_exact(&mut start).map_err(|_| wrong("too few bytes".to_owned(), "a table"))?;
        let word = |bytes: &[u8], at: usize| {
            bytes[at..at + 4].iter().rev().fold(0, |number, byte| number << 8 | u32::from(*byte))
        };
        if start[..8] != MAGIC {
            return Err(wrong("unknown first bytes".to_owned(), "a table").into());
        }
        let version = word(&start, 8);
        let length = word(&start, 12);
        if !(FIXED as u32 + 4..MAX_HEADER_BYTES).contains(&length) {
            return Err(wrong(
                format!("a header of {length} bytes"),
                &format!("{} to {} bytes", FIXED + 4, MAX_HEADER_BYTES - 1),
            )
            .into());
        }
        let mut bytes = start.to_vec();
        let rest = u64::from(length) - start.len() as u64;
        Read::by_ref(&mut file).take(rest).read_to_end(&mut bytes).map_err(failed)?;
        let whole = bytes.len() == length as usize;
        let (body, checksum) = bytes.split_at(bytes.len().saturating_sub(4));
        if !whole || crc32fast::hash(body).to_le_bytes() != checksum {
            return Err(wrong("a damaged header".to_owned(), "one that agrees with its checksum").into());
        }
        if version != VERSION {
            return Err(TablebaseError::Version { path: path.to_owned(), found: version, expected: VERSION });
        }
        let long = |at: usize| u64::from(word(body, at)) | u64::from(word(body, at + 4)) << 32;
        let [block_size, count] = [56, 60].map(|at| word(body, at) as usize);
        let [rules_length, slice_length] = [64, 68].map(|at| word(body, at) as usize);
        let texts = FIXED.saturating_add(rules_length).saturating_add(slice_length);
        let places = texts.saturating_add(count.saturating_mul(BLOCK_ENTRY));
        let positions = long(16);
        if block_size != BLOCK || places != body.len() || positions.div_ceil(BLOCK as u64) != count as u64 {
            return Err(wrong("numbers that contradict each other".to_owned(), "a table's header").into());
        }
        let text = |from: usize, to: usize| String::from_utf8_lossy(&body[from..to]).into_owned();
        let header = Header {
            rules: text(FIXED, FIXED + rules_length),
            slice: text(FIXED + rules_length, texts),
            positions,
            counts: SliceCounts {
                won: long(24),
                drawn: long(32),
                lost: long(40),
                longest_win: word(body, 48),
                longest_loss: word(body, 52),
            },
        };
        let mut end = u64::from(length);
        let blocks: Vec<Block> = (0..count)
            .map(|block| {
                let at = texts + block * BLOCK_ENTRY;
                let [length, checksum] = [word(body, at), word(body, at + 4)];
                let start = end;
                end += u64::from(length);
                Block { start, length, checksum }
            })
            .collect();
        Ok(Self { path: path.to_owned(), header, blocks, end })
    }

    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    pub(super) fn load(&self) -> Result<Cells, FileError> {
        let values = Cells::new(self.header.positions);
        let parts = BLOCK / super::cells::BLOCK;
        for block in 0..self.blocks.len() {
            let bytes = self.read(block)?;
            for (part, bytes) in bytes.chunks(super::cells::BLOCK).enumerate() {
                values.store_block(block * parts + part, bytes);
            }
        }
        Ok(values)
    }

    /// Checks the checksum of each block.
    pub(super) fn check_blocks(&self) -> Result<(), FileError> {
        (0..self.blocks.len()).try_for_each(|block| self.packed(block).map(drop))
    }

    pub(super) fn read(&self, block: usize) -> Result<Vec<u8>, FileError> {
        let wrong = |found: &str| FileError::content(&self.path, found, "values");
        let packed = self.packed(block)?;
        let size = BLOCK.min(self.header.positions as usize - block * BLOCK);
        let bytes = lz4_flex::block::decompress(&packed, size).map_err(|_| wrong("an undecodable block"))?;
        if bytes.len() == size { Ok(bytes) } else { Err(wrong("a block that is too short")) }
    }

    /// Reads the bytes of a block and checks its checksum.
    fn packed(&self, block: usize) -> Result<Vec<u8>, FileError> {
        let wrong = |found: &str| FileError::content(&self.path, found, "values");
        let Some(Block { start, length, checksum }) = self.blocks.get(block).copied() else {
            return Err(wrong("too few blocks"));
        };
        let mut packed = vec![0; length as usize];
        File::open(&self.path)
            .and_then(|mut file| file.seek(SeekFrom::Start(start)).map(|_| file))
            .and_then(|mut file| file.read_exact(&mut packed))
            .map_err(|error| FileError::access(&self.path, &error))?;
        if crc32fast::hash(&packed) != checksum {
            return Err(wrong(&format!("damage in block {block}")));
        }
        Ok(packed)
    }
}
