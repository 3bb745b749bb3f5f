//! The manifest of tables: a text with their rules and their files.
//!
//! Its lines are:
//!
//! 1. the title, with the version of the format;
//! 2. a line `rules` for each text of [`Sliced::table_rules`];
//! 3. a line `file` for each file, with the file's name, its length and the checksum of its preamble;
//! 4. a line `checksum`, with the checksum of the lines before it.
//!
//! An archive begins with its manifest.

use std::path::Path;

use super::error::TablebaseError;
use super::rows::Encoding;
use super::sliced::Sliced;
use crate::text::{FileError, shorten, write_atomically};

/// Name of the manifest in a folder.
pub(super) const MANIFEST: &str = "manifest.txt";
/// Beginning of the manifest's first line, before the version.
const TITLE: &str = "plywright-tables ";
/// Version of the format of manifest and files. Must increase with every change that older readers would misread.
const VERSION: u32 = 1;
const RULES: &str = "rules ";
const FILE: &str = "file ";
const CHECKSUM: &str = "checksum ";

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manifest {
    /// Texts of [`Sliced::table_rules`], each for one or more slices.
    pub(super) rules: Vec<String>,
    pub(super) files: Vec<Listed>,
}

/// What the manifest says about a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Listed {
    pub(super) encoding: Encoding,
    /// Name of the slice.
    pub(super) slice: String,
    /// Length of the file in bytes.
    pub(super) length: u64,
    /// CRC-32 of the preamble, which has the checksums of the parts between it and the rows.
    pub(super) checksum: u32,
}

impl Manifest {
    /// Reads the text of a manifest. `path` is its file, for error messages.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is damaged or of another version.
    pub(super) fn parse(path: &Path, text: &str) -> Result<Self, TablebaseError> {
        let wrong = |found: String, expected: &str| {
            Err(TablebaseError::from(FileError::content(path, found, expected)))
        };
        let title = text.lines().next().unwrap_or_default();
        let Some(version) = title.strip_prefix(TITLE).and_then(|version| version.parse().ok()) else {
            return wrong(format!("the title '{}'", shorten(title)), &format!("'{TITLE}{VERSION}'"));
        };
        if version != VERSION {
            return Err(TablebaseError::Version { path: path.to_owned(), found: version, expected: VERSION });
        }
        let end = text.rfind(&format!("\n{CHECKSUM}")).map_or(text.len(), |end| end + 1);
        let (body, checksum) = text.split_at(end);
        if checksum != checksum_line(body) {
            return wrong("damage".to_owned(), "lines that agree with its checksum");
        }
        let mut manifest = Self::default();
        for line in body.lines().skip(1) {
            if let Some(rules) = line.strip_prefix(RULES) {
                manifest.rules.push(rules.to_owned());
            } else if let Some(file) = line.strip_prefix(FILE).and_then(Listed::parse) {
                manifest.files.push(file);
            } else {
                return wrong(format!("the line '{}'", shorten(line)), "rules or a file");
            }
        }
        Ok(manifest)
    }

    pub(super) fn text(&self) -> String {
        let mut lines = vec![format!("{TITLE}{VERSION}\n")];
        for rules in &self.rules {
            lines.push(format!("{RULES}{rules}\n"));
        }
        for file in &self.files {
            lines.push(format!("{FILE}{} {} {:08x}\n", file.name(), file.length, file.checksum));
        }
        let text = lines.concat();
        let checksum = checksum_line(&text);
        text + &checksum
    }

    pub(super) fn write(&self, folder: &Path) -> Result<(), FileError> {
        let path = folder.join(MANIFEST);
        write_atomically(&path, self.text().as_bytes()).map_err(|error| FileError::access(&path, &error))
    }
}

impl Listed {
    /// Reads the text after [`FILE`] in a line of the manifest: the file's name, its length and its checksum. `None` if
    /// the text has another form.
    fn parse(line: &str) -> Option<Self> {
        let [name, length, checksum] = line.split(' ').collect::<Vec<_>>()[..] else { return None };
        let (encoding, slice) = Encoding::of_file(name)?;
        let (length, checksum) = (length.parse().ok()?, u32::from_str_radix(checksum, 16).ok()?);
        Some(Self { encoding, slice: slice.to_owned(), length, checksum })
    }

    pub(super) fn name(&self) -> String {
        self.encoding.file_name(&self.slice)
    }
}

fn checksum_line(body: &str) -> String {
    format!("{CHECKSUM}{:08x}\n", crc32fast::hash(body.as_bytes()))
}

/// Returns the texts of [`Sliced::table_rules`] for all slices of a game, sorted and without duplicates.
pub(super) fn rules_of<G: Sliced>(game: &G) -> Vec<String> {
    let slices = game.groups(None).into_iter().flatten();
    sorted_set(slices.map(|slice| game.table_rules(slice)).collect())
}

/// Sorts texts and drops duplicates. It is a function of its own, so that the sort is compiled once and not for each
/// game.
fn sorted_set(mut texts: Vec<String>) -> Vec<String> {
    texts.sort_unstable();
    texts.dedup();
    texts
}
