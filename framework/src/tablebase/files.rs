//! Reads the files of tables from their source. Head, model and index of a file are read at its first use and stay in
//! memory. Rows are read one by one, each time that they are needed.

use std::fmt::Display;
use std::fs;
use std::io::ErrorKind;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use super::cells::{BLOCK, Cells};
use super::error::TablebaseError;
use super::manifest::{Listed, MANIFEST, Manifest, rules_of};
use super::progress::SliceCounts;
use super::rows::{Encoding, RowModel};
use super::sliced::Sliced;
use super::source::{Source, Stored};
use super::table_file::{Head, PREAMBLE, Preamble, RowPlace};
use crate::text::FileError;

/// Maximum number of bytes that are read of a manifest. A longer manifest is refused as damaged.
const MAX_MANIFEST: u64 = 1 << 24;

/// Reads and checks the table files of a source.
#[derive(Debug)]
pub(super) struct Files {
    pub(super) source: Box<dyn Source>,
}

/// The file of a slice in one encoding. It is opened at its first use.
#[derive(Debug)]
pub(super) struct TableFile {
    pub(super) listed: Listed,
    /// Slot of the first row in the cache of decoded rows, to be taken modulo the number of slots. The other rows have
    /// the slots after this one.
    pub(super) first_slot: u64,
    opened: OnceLock<Opened>,
}

/// The parts of a file before its rows: head, model and index.
#[derive(Debug)]
pub(super) struct Opened {
    pub(super) head: Head,
    pub(super) model: RowModel,
    pub(super) rows: Vec<RowPlace>,
}

impl Opened {
    /// Returns the indices in the row with this number.
    pub(super) fn range(&self, row: u64) -> Range<u64> {
        let start = row * self.head.row_len;
        start..(start + self.head.row_len).min(self.head.positions)
    }
}

/// Returns the paths in a folder.
pub(super) fn paths_in(folder: &Path) -> Result<Vec<PathBuf>, FileError> {
    let entries = fs::read_dir(folder).and_then(|entries| entries.map(|entry| Ok(entry?.path())).collect());
    entries.map_err(|error| FileError::access(folder, &error))
}

/// Returns the encodings and the slices of the files in a folder that have the name of a table. Does not open them.
pub(super) fn tables_in(folder: &Path) -> Result<Vec<(Encoding, String)>, FileError> {
    let paths = paths_in(folder)?;
    let names = paths.iter().filter_map(|path| path.file_name()?.to_str());
    let tables = names.filter_map(Encoding::of_file);
    Ok(tables.map(|(encoding, slice)| (encoding, slice.to_owned())).collect())
}

/// Whether a folder has compact tables, with or without full ones. Looks only at the names of the files. `false` if the
/// folder cannot be read.
pub fn is_compact(folder: &Path) -> bool {
    let is_packed = |(encoding, _)| matches!(encoding, Encoding::Results | Encoding::Exact);
    tables_in(folder).is_ok_and(|tables| tables.into_iter().any(is_packed))
}

/// Writes the manifest of a folder and returns it. The manifest lists the files of the game's slices, except files with
/// a damaged preamble. Files of other slices stay listed: a game with more pieces may have the same rules. Reads no
/// file beyond its preamble.
pub(super) fn write_manifest<G: Sliced>(game: &G, folder: &Path) -> Result<Manifest, TablebaseError> {
    let files = Files::in_folder(folder);
    let mut others = files.manifest()?.unwrap_or_default().files;
    let mut manifest = Manifest { rules: rules_of(game), files: Vec::new() };
    for slice in game.groups(None).into_iter().flatten() {
        let slice = slice.to_string();
        others.retain(|file| file.slice != slice);
        for encoding in Encoding::ALL {
            match files.find(encoding, &slice) {
                Ok(found) => manifest.files.extend(found.map(|file| file.listed)),
                Err(FileError::Content { .. }) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }
    let still_exists = |file: &Listed| matches!(files.find(file.encoding, &file.slice), Ok(Some(found)) if found.listed == *file);
    others.retain(still_exists);
    manifest.files.extend(others);
    manifest.write(folder)?;
    Ok(manifest)
}

impl Files {
    pub(super) fn in_folder(folder: &Path) -> Self {
        Self { source: Stored::folder(folder) }
    }

    /// Returns the folder that error messages name: [`Source::place`], even if the source is not a folder.
    pub(super) fn folder(&self) -> PathBuf {
        PathBuf::from(self.source.place())
    }

    /// Reads the manifest; `None` if there is none.
    ///
    /// # Errors
    ///
    /// Returns an error if the manifest cannot be read, is damaged or is of another version.
    pub(super) fn manifest(&self) -> Result<Option<Manifest>, TablebaseError> {
        let Some(bytes) = self.read_if_exists(MANIFEST, MAX_MANIFEST)? else { return Ok(None) };
        Manifest::parse(&self.folder().join(MANIFEST), &String::from_utf8_lossy(&bytes)).map(Some)
    }

    /// Reads the first `length` bytes of a file, or fewer if it is shorter; `None` if there is no such file.
    fn read_if_exists(&self, name: &str, length: u64) -> Result<Option<Vec<u8>>, FileError> {
        match self.source.read(name, 0..length) {
            Ok(bytes) => Ok(Some(bytes)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(FileError::access(&self.folder().join(name), &error)),
        }
    }

    /// Returns the file of a slice in an encoding, whether or not the manifest lists it; `None` if there is no such
    /// file. Reads only the preamble.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be read or its preamble is damaged.
    pub(super) fn find(&self, encoding: Encoding, slice: &str) -> Result<Option<TableFile>, FileError> {
        let mut listed = Listed { encoding, slice: slice.to_owned(), length: 0, checksum: 0 };
        let Some(bytes) = self.read_if_exists(&listed.name(), PREAMBLE)? else { return Ok(None) };
        let preamble = Preamble::from_bytes(encoding, &bytes)
            .ok_or_else(|| self.wrong(&listed, "a damaged preamble", "that of a table"))?;
        (listed.length, listed.checksum) = (preamble.end, crc32fast::hash(&bytes));
        Ok(Some(listed.into()))
    }

    /// Reads the preamble of a file, and checks it and the length of the file against the manifest's entry `file`.
    pub(super) fn preamble(&self, file: &Listed) -> Result<Preamble, FileError> {
        let bytes = self.read_exact(file, 0..PREAMBLE)?;
        let preamble = Preamble::from_bytes(file.encoding, &bytes)
            .filter(|preamble| preamble.end == file.length && crc32fast::hash(&bytes) == file.checksum)
            .ok_or_else(|| self.wrong(file, "another preamble", "the one listed in the manifest"))?;
        // Reads the last byte and one beyond it, to detect a wrong length before the rows are needed.
        let end = self.read(file, preamble.end - 1..preamble.end + 1)?;
        match end.len() {
            1 => Ok(preamble),
            0 => Err(self.wrong(file, "too few bytes", preamble.end)),
            _ => Err(self.wrong(file, "too many bytes", preamble.end)),
        }
    }

    /// Returns head, model and index of a file. The first successful call reads and checks them; later calls read
    /// nothing.
    pub(super) fn open<'a, G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        file: &'a TableFile,
    ) -> Result<&'a Opened, FileError> {
        let TableFile { listed: file, opened: place, .. } = file;
        if let Some(opened) = place.get() {
            return Ok(opened);
        }
        let preamble = self.preamble(file)?;
        let [head, model, index] = self.read_parts(file, &preamble)?;
        let contradiction = || self.wrong(file, "parts that contradict each other", "a slice");
        let head = Head::from_bytes(&head).ok_or_else(contradiction)?;
        let (rules, positions, row_len) =
            (game.table_rules(slice), game.size(slice), file.encoding.row_len(game, slice));
        if head.rules != rules {
            return Err(self.wrong(file, format!("the rules '{}'", head.rules), format!("'{rules}'")));
        }
        if head.positions != positions || head.slice != slice.to_string() {
            let found = format!("{} positions of slice {}", head.positions, head.slice);
            return Err(self.wrong(file, found, format!("{positions} of {slice}")));
        }
        if head.row_len != row_len {
            let found = format!("rows of {} indices", head.row_len);
            return Err(self.wrong(file, found, row_len));
        }
        let model = file.encoding.read_model(game, &model).ok_or_else(contradiction)?;
        let rows = preamble.read_index(positions.div_ceil(row_len), &index).ok_or_else(contradiction)?;
        Ok(place.get_or_init(|| Opened { head, model, rows }))
    }

    /// Returns the rules in the head of a slice's file; `None` if there is no file.
    pub(super) fn rules(&self, encoding: Encoding, slice: &str) -> Result<Option<String>, FileError> {
        let Some(TableFile { listed, .. }) = self.find(encoding, slice)? else { return Ok(None) };
        let [head, ..] = self.read_parts(&listed, &self.preamble(&listed)?)?;
        let head = Head::from_bytes(&head);
        let head = head.ok_or_else(|| self.wrong(&listed, "a damaged head", "that of a table"))?;
        Ok(Some(head.rules))
    }

    /// Reads head, model and index, and checks their checksums.
    fn read_parts(&self, file: &Listed, preamble: &Preamble) -> Result<[Vec<u8>; 3], FileError> {
        let mut parts = [const { Vec::new() }; 3];
        for ((part, range), (_, checksum)) in parts.iter_mut().zip(preamble.ranges()).zip(preamble.parts) {
            *part = self.read_exact(file, range)?;
            if crc32fast::hash(part) != checksum {
                return Err(self.wrong(file, "damage before its rows", "the bytes written"));
            }
        }
        Ok(parts)
    }

    /// Reads all rows of a file and checks their checksums, but does not decode them. Leaves out the remaining rows
    /// once `stop` is set.
    pub(super) fn check_rows<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        file: &TableFile,
        stop: &AtomicBool,
    ) -> Result<(), FileError> {
        let opened = self.open(game, slice, file)?;
        for number in (0..opened.rows.len()).take_while(|_| !stop.load(Relaxed)) {
            self.read_row(&file.listed, opened, number)?;
        }
        Ok(())
    }

    /// Checks the whole file of a slice, without decoding its rows, and returns the counts in its head; `None` if there
    /// is no file.
    pub(super) fn intact_counts<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        encoding: Encoding,
    ) -> Result<Option<SliceCounts>, FileError> {
        let Some(file) = self.find(encoding, &slice.to_string())? else { return Ok(None) };
        self.check_rows(game, slice, &file, &AtomicBool::new(false))?;
        Ok(Some(self.open(game, slice, &file)?.head.counts))
    }

    /// Reads and decodes the row with this number; see [`RowModel::decode`].
    pub(super) fn decode_row<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        file: &TableFile,
        number: u64,
        results: &[u8],
    ) -> Result<Vec<u8>, FileError> {
        let opened = self.open(game, slice, file)?;
        let bytes = self.read_row(&file.listed, opened, number as usize)?;
        let row = opened.model.decode(game, slice, opened.range(number), results, &bytes);
        row.ok_or_else(|| self.wrong(&file.listed, format!("damage in row {number}"), "values"))
    }

    /// Reads the bytes of the row with this number, and checks their checksum.
    fn read_row(&self, file: &Listed, opened: &Opened, number: usize) -> Result<Vec<u8>, FileError> {
        let Some(place) = opened.rows.get(number).copied() else {
            return Err(self.wrong(file, "too few rows", "one for each position"));
        };
        let bytes = self.read_exact(file, place.start..place.start + u64::from(place.length))?;
        if place.fits(&bytes) {
            Ok(bytes)
        } else {
            Err(self.wrong(file, format!("damage in row {number}"), "values"))
        }
    }

    /// Reads all values of a slice into memory. `file` must be a full table, whose rows consist of whole blocks.
    pub(super) fn load<G: Sliced>(
        &self,
        game: &G,
        slice: G::Slice,
        file: &TableFile,
    ) -> Result<Cells, FileError> {
        let opened = self.open(game, slice, file)?;
        let cells = Cells::new(opened.head.positions);
        for number in 0..opened.rows.len() as u64 {
            let values = self.decode_row(game, slice, file, number, &[])?;
            let first = opened.range(number).start as usize / BLOCK;
            for (part, values) in values.chunks(BLOCK).enumerate() {
                cells.store_block(first + part, values);
            }
        }
        Ok(cells)
    }

    /// Reads a range of bytes. Returns an error if the file ends within the range.
    fn read_exact(&self, file: &Listed, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        let wanted = range.end - range.start;
        let bytes = self.read(file, range)?;
        if bytes.len() as u64 == wanted {
            Ok(bytes)
        } else {
            Err(self.wrong(file, "too few bytes", format!("{} of them", file.length)))
        }
    }

    /// Reads a range of bytes, or fewer bytes if the file ends within the range.
    fn read(&self, file: &Listed, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        let name = file.name();
        self.source.read(&name, range).map_err(|error| FileError::access(&self.folder().join(name), &error))
    }

    /// Returns the error for a file whose content is `found` instead of `expected`.
    pub(super) fn wrong(&self, file: &Listed, found: impl Display, expected: impl Display) -> FileError {
        FileError::content(&self.folder().join(file.name()), found.to_string(), expected.to_string())
    }
}

impl From<Listed> for TableFile {
    /// Describes a listed file, without opening it. The slot of its first row is the checksum, which differs from file
    /// to file, so that the rows of different files spread over the cache.
    fn from(listed: Listed) -> Self {
        Self { first_slot: listed.checksum.into(), listed, opened: OnceLock::new() }
    }
}
