//! File formats of game records. A reader recognises the format by the file's first characters, and a writer by
//! the ending of the file's name.

use std::io::{self, BufRead, Chain, Cursor, Read};
use std::path::Path;

use plywright::engine::DynGame;

use super::mif::{self, MifReader};
use super::sgf;
use super::{FormatError, GameRecord, MAX_RECORD, RecordError, RecordReader};

/// File format of game records. A new one is also named in `bins/plywright/src/commands/convert.rs`, the Python package
/// (`records.rs` and `_records.py`), the page (`index.html` and `types.d.ts`) and the fuzz targets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Tags and moves, as in Portable Game Notation.
    Pgn,
    /// Smart Game Format.
    Sgf,
    /// Mill Interchange Format (`MSTATE/1.0`): a state with its history.
    Mif,
}

/// Iterator over the records of a stream in any format. In SGF and MIF, it ends after the first error. In PGN, it
/// continues after most errors; see [`RecordReader`].
#[derive(Debug)]
pub struct Records<R> {
    reader: Reader<Again<R>>,
    has_ended: bool,
}

#[derive(Debug)]
enum Reader<R> {
    Pgn(Box<RecordReader<R>>),
    Sgf(sgf::Scanner<R>),
    Mif(MifReader<R>),
}

/// An input whose first bytes were read, and are read again.
type Again<R> = Chain<Cursor<Vec<u8>>, R>;

/// Returns the first bytes of an input, up to the one that shows its format, and the input from its start on. A pipe
/// may deliver these bytes in parts.
pub(crate) fn with_start<R: BufRead>(mut input: R) -> io::Result<(Vec<u8>, Again<R>)> {
    let mut start = Vec::new();
    loop {
        let part = input.fill_buf()?;
        let is_no_sign = |byte: u8| byte.is_ascii_whitespace() || b"\xef\xbb\xbf{".contains(&byte);
        let skipped = part.iter().take_while(|byte| is_no_sign(**byte)).count();
        let is_end = skipped < part.len() || part.is_empty() || start.len() as u64 > MAX_RECORD;
        let taken = part.len().min(skipped + 1);
        start.extend_from_slice(&part[..taken]);
        input.consume(taken);
        if is_end {
            return Ok((start.clone(), Cursor::new(start).chain(input)));
        }
    }
}

/// Reads records. The beginning determines the format; see [`Format::of_start`].
///
/// # Errors
/// Returns an error if the input cannot be read.
pub fn read<R: BufRead>(input: R) -> io::Result<Records<R>> {
    let (start, input) = with_start(input)?;
    let reader = match Format::of_start(&start) {
        Format::Sgf => Reader::Sgf(sgf::Scanner::new(input)),
        Format::Mif => Reader::Mif(MifReader::new(input)),
        Format::Pgn => Reader::Pgn(Box::new(RecordReader::new(input))),
    };
    Ok(Records { reader, has_ended: false })
}

/// Whether a file that begins with these bytes is taken for game records, rather than for a list of positions.
pub fn is_records(start: &[u8]) -> bool {
    first_byte(start).is_some_and(|first| b"[({".contains(first))
}

/// Whether the first brace in these bytes begins a JSON object, rather than a comment of PGN.
fn is_json(start: &[u8]) -> bool {
    let inside = start.iter().skip_while(|byte| **byte != b'{').skip(1);
    inside.copied().find(|byte| !byte.is_ascii_whitespace()).is_none_or(|byte| b"\"}".contains(&byte))
}

/// Returns the first byte after a byte order mark and white space.
fn first_byte(start: &[u8]) -> Option<&u8> {
    start.strip_prefix(b"\xef\xbb\xbf").unwrap_or(start).trim_ascii_start().first()
}

impl<R: BufRead> Records<R> {
    /// Returns the number, from 1, of the first line so far that was read as ISO 8859-1, because it is not UTF-8 and
    /// the file names no other encoding; `None` if there is none. In MIF, such a line is an error.
    pub fn line_in_latin_1(&self) -> Option<u64> {
        match &self.reader {
            Reader::Pgn(reader) => reader.line_in_latin_1,
            Reader::Sgf(reader) => reader.line_in_latin_1,
            Reader::Mif(_) => None,
        }
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<GameRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let record = match &mut self.reader {
            Reader::Pgn(reader) => return reader.next(),
            Reader::Sgf(reader) => reader.record(),
            Reader::Mif(reader) => reader.record(),
        };
        self.has_ended = record.is_err();
        record.transpose()
    }
}

/// Checks that a reader of this crate would accept the size of a record's text.
///
/// # Errors
/// Returns an error if the text is too large.
pub fn check_size(text: &str) -> Result<(), FormatError> {
    // A reader also counts empty lines before the record, so there is room for a few.
    const MAX: usize = MAX_RECORD as usize - 8;
    if text.len() <= MAX {
        return Ok(());
    }
    let error = format!("the record would have {} bytes, expected at most {MAX}", text.len());
    Err(FormatError::Unfit(error))
}

impl Format {
    /// Returns the format for a file name: SGF for `.sgf`, MIF for `.mif`, `.json` and `.jsonl`, otherwise
    /// PGN.
    pub fn of(path: &Path) -> Self {
        let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
        match ending.to_ascii_lowercase().as_str() {
            "sgf" => Self::Sgf,
            "mif" | "json" | "jsonl" => Self::Mif,
            _ => Self::Pgn,
        }
    }

    /// Returns the format of a file that begins with these bytes. The first character after a byte order mark and white
    /// space determines it: `(` is SGF, `{` is MIF if a quotation mark, `}` or nothing follows, and anything else is
    /// PGN.
    pub fn of_start(start: &[u8]) -> Self {
        match first_byte(start) {
            Some(b'(') => Self::Sgf,
            Some(b'{') if is_json(start) => Self::Mif,
            _ => Self::Pgn,
        }
    }

    /// Returns a record as text in this format. `game` must have the record's rules. Changes the record: sets the sides
    /// of its moves by [`GameRecord::follow`], and adds missing tags of its rules by [`GameRecord::name_rules`].
    ///
    /// # Errors
    /// Returns an error if the start position or a move is illegal, the format cannot express the record, or the
    /// text would be too large for a reader.
    pub fn write(self, record: &mut GameRecord, game: &dyn DynGame) -> Result<String, FormatError> {
        record.follow(game)?;
        record.name_rules(game);
        let text = match self {
            Self::Pgn => record.to_string(),
            Self::Sgf => sgf::write(record, game),
            Self::Mif => mif::write(record, game)?,
        };
        check_size(&text)?;
        Ok(text)
    }
}
