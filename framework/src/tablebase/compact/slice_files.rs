//! The files of compact tables: the manifest, and the files of the slices. All of a slice's file except its rows is
//! read at its first use.

use std::collections::HashMap;
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use super::super::error::TablebaseError;
use super::super::file::EXTENSION;
use super::super::sliced::Sliced;
use super::distances::Distances;
use super::file::{self, FILES, Head, Kind, MANIFEST, PREAMBLE, Preamble, RowPlace, TITLE};
use super::row::Model;
use super::source::Source;
use crate::text::{FileError, shorten};

/// Maximum length of the manifest in bytes.
const MAX_MANIFEST: u64 = 1 << 24;

/// Files of compact tables in a source.
#[derive(Debug)]
pub(super) struct Files(pub(super) Box<dyn Source>);

/// Contents of the manifest.
pub(super) struct Manifest {
    /// Description of the rules, a line each.
    pub(super) rules: Vec<String>,
    /// The files, by the word of their kind and the name of their slice.
    listed: HashMap<(&'static str, String), Listed>,
}

/// The files of a slice: its values, and possibly the distances of its long wins and losses.
#[derive(Debug)]
pub(super) struct SliceFiles {
    pub(super) values: SliceFile<Model>,
    pub(super) distances: Option<SliceFile<Distances>>,
}

/// A slice's file as listed in the manifest, with a model of type `M`.
#[derive(Debug)]
pub(super) struct SliceFile<M> {
    pub(super) listed: Listed,
    opened: OnceLock<Opened<M>>,
}

/// What the manifest says about a file.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) kind: Kind,
    name: String,
    length: u64,
    pub(super) checksum: u32,
}

/// Contents of a slice's file except its rows, read at the first use.
#[derive(Debug)]
pub(super) struct Opened<M> {
    pub(super) head: Head,
    pub(super) model: M,
    pub(super) rows: Vec<RowPlace>,
}

/// Whether a folder has the manifest of compact tables.
pub fn is_in(folder: &Path) -> bool {
    folder.join(MANIFEST).exists()
}

/// Whether a folder has files of compact tables but neither their manifest nor full tables.
pub(in crate::tablebase) fn has_lost_manifest(folder: &Path) -> bool {
    let has = |extension: &str| {
        let mut entries = fs::read_dir(folder).into_iter().flatten().flatten();
        entries.any(|entry| entry.path().extension().is_some_and(|found| found == extension))
    };
    !is_in(folder) && has(Kind::Values.extension()) && !has(EXTENSION)
}

impl Files {
    /// Reads the manifest.
    ///
    /// # Errors
    ///
    /// Returns an error if the manifest cannot be read or is invalid.
    pub(super) fn manifest(&self) -> Result<Manifest, FileError> {
        let path = self.path(MANIFEST);
        let bytes =
            self.0.read(MANIFEST, 0..MAX_MANIFEST).map_err(|error| FileError::access(&path, &error))?;
        let text = String::from_utf8_lossy(&bytes);
        let mut lines = text.lines();
        let wrong = |found: &str, expected: &str| FileError::content(&path, found, expected);
        let title = lines.next().unwrap_or_default();
        if title != TITLE {
            return Err(wrong(&format!("the title '{}'", shorten(title)), &format!("'{TITLE}'")));
        }
        let (mut rules, mut listed, mut count) = (Vec::new(), HashMap::new(), None);
        for line in lines {
            if let Some(line) = line.strip_prefix("rules ") {
                rules.push(line.to_owned());
                continue;
            }
            if let Some(number) = line.strip_prefix(FILES).and_then(|number| number.parse::<usize>().ok()) {
                count = Some(number);
                continue;
            }
            let (kind, slice, file) = Listed::from_line(line).ok_or_else(|| {
                wrong(&format!("the line '{}'", shorten(line)), "'slice' or 'plies', NAME, LENGTH, CHECKSUM")
            })?;
            if listed.insert((kind.word(), slice), file).is_some() {
                return Err(wrong(&format!("the line '{}'", shorten(line)), "each file once"));
            }
        }
        if let Some(count) = count.filter(|count| *count != listed.len()) {
            let (found, expected) = (format!("{} files", listed.len()), count.to_string());
            return Err(wrong(&found, &expected));
        }
        Ok(Manifest { rules, listed })
    }

    /// Returns the folder that error messages name.
    pub(super) fn folder(&self) -> PathBuf {
        PathBuf::from(self.0.place())
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder().join(file)
    }

    pub(super) fn check_rows(&self, file: &Listed, rows: &[RowPlace]) -> Result<(), TablebaseError> {
        for number in 0..rows.len() {
            self.row_bytes(file, rows, number)?;
        }
        Ok(())
    }

    /// Reads the bytes of the row with this number, and checks their checksum.
    pub(super) fn row_bytes(
        &self,
        file: &Listed,
        rows: &[RowPlace],
        number: usize,
    ) -> Result<Vec<u8>, FileError> {
        let place = rows.get(number).copied();
        let place = place.ok_or_else(|| self.wrong(file, "too few rows", "one for each position"))?;
        let bytes = self.bytes(file, place.start..place.start + u64::from(place.length))?;
        if place.fits(&bytes) {
            Ok(bytes)
        } else {
            Err(self.wrong(file, format!("damage in row {number}"), "values"))
        }
    }

    /// Returns the contents of a file, whose model `model` reads.
    pub(super) fn opened<'a, G: Sliced, M>(
        &self,
        game: &G,
        slice: G::Slice,
        file: &'a SliceFile<M>,
        model: impl Fn(&[u8]) -> Option<M>,
    ) -> Result<&'a Opened<M>, TablebaseError> {
        match file.opened.get() {
            Some(opened) => Ok(opened),
            None => {
                self.read(game, slice, &file.listed, model).map(|opened| file.opened.get_or_init(|| opened))
            }
        }
    }

    pub(super) fn preamble(&self, file: &Listed) -> Result<Preamble, TablebaseError> {
        let bytes = self.bytes(file, 0..PREAMBLE)?;
        let preamble = Preamble::from_bytes(file.kind, &bytes)
            .filter(|preamble| preamble.end == file.length && crc32fast::hash(&bytes) == file.checksum)
            .ok_or_else(|| self.wrong(file, "another preamble", "the one listed in the manifest"))?;
        // Reads the last byte of the file, to detect a truncated file before its rows are needed.
        self.bytes(file, preamble.end - 1..preamble.end)?;
        Ok(preamble)
    }

    /// Reads and checks all of a file except its rows.
    fn read<G: Sliced, M>(
        &self,
        game: &G,
        slice: G::Slice,
        file: &Listed,
        read_model: impl Fn(&[u8]) -> Option<M>,
    ) -> Result<Opened<M>, TablebaseError> {
        let preamble = self.preamble(file)?;
        let [head, model, index] = preamble.ranges();
        let part = |number: usize, range: Range<u64>| {
            let bytes = self.bytes(file, range)?;
            let intact = crc32fast::hash(&bytes) == preamble.parts[number].1;
            intact
                .then_some(bytes)
                .ok_or_else(|| self.wrong(file, "damage before its rows", "the bytes written"))
        };
        let contradiction = || self.wrong(file, "parts that contradict each other", "a slice");
        let head = Head::from_bytes(&part(0, head)?).ok_or_else(contradiction)?;
        let (rules, positions) = (game.table_rules(slice), game.size(slice));
        if (&head.rules, head.positions) != (&rules, positions) {
            let found = format!("{} positions under the rules '{}'", head.positions, head.rules);
            return Err(self.wrong(file, found, format!("{positions} under '{rules}'")).into());
        }
        let (found, expected) = (head.row_len, game.row_len(slice));
        if found != expected {
            return Err(self.wrong(file, format!("rows of {found} indices"), format!("{expected}")).into());
        }
        let model = read_model(&part(1, model)?).ok_or_else(contradiction)?;
        let rows = head.positions.div_ceil(head.row_len);
        let rows = file::read_index(&preamble, rows, &part(2, index)?).ok_or_else(contradiction)?;
        Ok(Opened { head, model, rows })
    }

    fn bytes(&self, file: &Listed, range: Range<u64>) -> Result<Vec<u8>, FileError> {
        let wanted = range.end - range.start;
        let read = self.0.read(&file.name, range);
        let bytes = read.map_err(|error| FileError::access(&self.path(&file.name), &error))?;
        let is_whole = bytes.len() as u64 == wanted;
        is_whole
            .then_some(bytes)
            .ok_or_else(|| self.wrong(file, "too few bytes", format!("{} of them", file.length)))
    }

    pub(super) fn wrong(
        &self,
        file: &Listed,
        found: impl Into<String>,
        expected: impl Into<String>,
    ) -> FileError {
        FileError::content(&self.path(&file.name), found, expected)
    }
}

impl Manifest {
    /// Removes the files of a slice and returns them; `None` if it has no values.
    pub(super) fn take(&mut self, slice: &str) -> Option<SliceFiles> {
        let mut listed = |kind: Kind| self.listed.remove(&(kind.word(), slice.to_owned()));
        let values = listed(Kind::Values)?.into();
        Some(SliceFiles { values, distances: listed(Kind::Distances).map(SliceFile::from) })
    }

    /// Checks that no file is left after the files of all slices of the game were taken.
    ///
    /// # Errors
    ///
    /// Returns an error about a file that is left.
    pub(super) fn check_empty(&self, files: &Files) -> Result<(), FileError> {
        match self.listed.values().next() {
            Some(file) => {
                let found = format!("the file '{}'", file.name);
                Err(FileError::content(&files.path(MANIFEST), found, "files of the game's slices"))
            }
            None => Ok(()),
        }
    }
}

impl Listed {
    /// Reads a line of the manifest. Returns the kind of file, the name of its slice, and the file.
    fn from_line(line: &str) -> Option<(Kind, String, Self)> {
        let [word, slice, length, checksum] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
        let kind = Kind::ALL.into_iter().find(|kind| kind.word() == word)?;
        let length = length.parse().ok()?;
        let checksum = u32::from_str_radix(checksum, 16).ok()?;
        Some((kind, slice.to_owned(), Self { kind, name: kind.file_name(slice), length, checksum }))
    }
}

impl<M> From<Listed> for SliceFile<M> {
    fn from(listed: Listed) -> Self {
        Self { listed, opened: OnceLock::new() }
    }
}
