//! Reads records in the form of PGN from a stream, one at a time. Memory use does not depend on the length of
//! the file.

use std::io::{BufRead, Read};
use std::str::FromStr;
use std::time::Duration;

use plywright::{Side, shorten};

use crate::record::{
    EngineScore, GameRecord, GameResult, Place, Ply, PlyNote, RecordError, RecordProblem, Tags,
};

/// For error messages.
const TAG: &str = "[Name \"value\"]";
/// Maximum size of a record in bytes.
pub(in crate::record) const MAX_RECORD: u64 = 1 << 26;

/// Iterator over the records of a stream. A malformed or incomplete record yields an error with its place,
/// and reading continues with the next record. After a read error or a record that is too large, the iterator
/// ends.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    /// The current line, without white space at its end.
    line: String,
    /// Whether `line` still has to be parsed.
    is_pending: bool,
    number: u64,
    offset: u64,
    end_of_last: u64,
    /// Byte offset at which the current record begins.
    begin: u64,
    /// Whether the current line is the last one and has no line end.
    is_cut: bool,
    /// Whether the iterator has ended after an error.
    has_failed: bool,
}

type Result<T> = std::result::Result<T, RecordError>;

impl<R: BufRead> RecordReader<R> {
    /// Creates a reader that starts at the input's current position.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line: String::new(),
            is_pending: false,
            number: 0,
            offset: 0,
            end_of_last: 0,
            begin: 0,
            is_cut: false,
            has_failed: false,
        }
    }

    /// Returns the byte offset at which the last complete record ends; 0 before the first one.
    pub fn end_of_last(&self) -> u64 {
        self.end_of_last
    }

    fn malformed(&self, column: usize, message: impl Into<String>) -> RecordError {
        RecordError { place: self.place(column), problem: RecordProblem::Malformed(message.into()) }
    }

    fn incomplete(place: Place, message: impl Into<String>) -> RecordError {
        RecordError { place, problem: RecordProblem::Incomplete(message.into()) }
    }

    fn place(&self, byte: usize) -> Place {
        Place { line: self.number, column: column_of(&self.line, byte) }
    }

    /// Creates the error for a line that is not UTF-8 or not a tag. If the file was cut off inside the line,
    /// the record counts as incomplete.
    fn wrong_line(&self, byte: usize, message: String) -> RecordError {
        if self.is_cut { Self::incomplete(self.place(byte), message) } else { self.malformed(byte, message) }
    }

    fn no_result(&self) -> RecordError {
        let message = "the record ends without a result, expected 1-0, 0-1, 1/2-1/2 or *";
        Self::incomplete(self.place(0), message)
    }

    /// Reads the next line if the current one has been parsed. Returns `false` at the end of the file.
    fn look(&mut self) -> Result<bool> {
        if self.is_pending {
            return Ok(true);
        }
        self.number += 1;
        self.line.clear();
        let mut bytes = Vec::new();
        let left = (self.begin + MAX_RECORD).saturating_sub(self.offset);
        let read = self.input.by_ref().take(left).read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| RecordError { place: self.place(0), problem: error.into() })?;
        if read as u64 == left {
            let error = format!("a record of more than {MAX_RECORD} bytes");
            return Err(RecordError { place: self.place(0), problem: RecordProblem::TooLarge(error) });
        }
        let bytes =
            if self.offset == 0 { bytes.strip_prefix(BYTE_ORDER_MARK).unwrap_or(&bytes) } else { &bytes };
        self.offset += read as u64;
        self.is_cut = bytes.last().is_some_and(|byte| *byte != b'\n');
        match str::from_utf8(bytes) {
            Ok(line) => self.line.push_str(line.trim_ascii_end()),
            Err(error) => {
                let valid = error.valid_up_to();
                self.line = String::from_utf8_lossy(bytes).into_owned();
                return Err(self.wrong_line(valid, "the line is not UTF-8 from here on".to_owned()));
            }
        }
        self.is_pending = read > 0;
        Ok(read > 0)
    }

    fn record(&mut self) -> Result<Option<GameRecord>> {
        self.begin = self.offset - if self.is_pending { self.line.len() as u64 } else { 0 };
        let Some(tags) = self.tags()? else { return Ok(None) };
        let mut record = GameRecord { tags, ..GameRecord::default() };
        let end = self.moves(&mut record)?;
        let result = record.result.to_string();
        if let Some(tag) = record.tags.get("Result").filter(|tag| *tag != result) {
            let tag = shorten(tag);
            let message = format!("the game ends with '{result}', but its tag Result has '{tag}'");
            return Err(self.malformed(end, message));
        }
        self.end_of_last = self.offset;
        Ok(Some(record))
    }

    /// Reads the tags of the next record. Returns `None` at the end of the file.
    fn tags(&mut self) -> Result<Option<Tags>> {
        let mut tags = Tags::default();
        while self.look()? {
            let line = self.line.trim_start();
            let indent = self.line.len() - line.len();
            if line.starts_with('[') {
                let read = parse_tags(line, &mut tags);
                self.is_pending = read.is_ok();
                read.map_err(|byte| {
                    let found = shorten(&self.line);
                    self.wrong_line(indent + byte, format!("'{found}' is not a tag, expected {TAG}"))
                })?;
            } else if !line.is_empty() && !line.starts_with('%') {
                if tags.0.is_empty() {
                    let line = shorten(line);
                    let message = format!("'{line}' stands before any tag, expected {TAG}");
                    return Err(self.malformed(indent, message));
                }
                return Ok(Some(tags));
            }
            self.is_pending = false;
        }
        if tags.0.is_empty() { Ok(None) } else { Err(self.no_result()) }
    }

    /// Reads the moves up to the result. Returns the index of the result's first byte in its line. A line
    /// that begins with `[` starts another record; in an open comment or variation, only a tag after an empty
    /// line does.
    fn moves(&mut self, record: &mut GameRecord) -> Result<usize> {
        let mut text = MoveText::new(record, Side::First);
        let mut is_behind_empty = true;
        while self.look()? {
            let line = self.line.as_str();
            let is_tag = |line| parse_tags(line, &mut Tags::default()).is_ok();
            if line.starts_with('[') && (text.is_plain() || is_behind_empty && is_tag(line)) {
                break;
            }
            self.is_pending = false;
            is_behind_empty = line.is_empty();
            if !(text.is_plain() && line.starts_with('%'))
                && let Some(end) = text.line(line, self.number)
            {
                text.finish();
                return Ok(end);
            }
        }
        Err(if text.is_plain() {
            self.no_result()
        } else {
            Self::incomplete(text.opened, "a comment or variation that begins here is not closed")
        })
    }

    /// Skips to the next line that begins with `[` and follows an empty line, where another record may start.
    fn recover(&mut self) {
        let mut is_behind_empty = false;
        loop {
            self.is_pending = false;
            match self.look() {
                Ok(true) if is_behind_empty && self.line.starts_with('[') => return,
                Ok(true) => is_behind_empty = self.line.is_empty(),
                Ok(false) | Err(RecordError { problem: RecordProblem::Read(_), .. }) => return,
                Err(RecordError { problem: RecordProblem::TooLarge(_), .. }) => {
                    return self.has_failed = true;
                }
                Err(_) => is_behind_empty = false,
            }
        }
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<GameRecord>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_failed {
            return None;
        }
        let record = self.record();
        match &record {
            Err(RecordError { problem: RecordProblem::Read(_) | RecordProblem::TooLarge(_), .. }) => {
                self.has_failed = true;
            }
            Err(RecordError { problem: RecordProblem::Malformed(_), .. }) => self.recover(),
            // A tag of the next record may have ended the record early. The line of that tag stays pending.
            _ => {}
        }
        record.transpose()
    }
}

const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Returns the column of a byte in a line, in characters from 1.
pub(in crate::record) fn column_of(line: &str, byte: usize) -> u64 {
    line.char_indices().take_while(|(index, _)| *index < byte).count() as u64 + 1
}

/// Parses the tags of a line, each `[Name "value"]`.
///
/// # Errors
/// Returns the index of the byte where a tag is wrong.
fn parse_tags(line: &str, tags: &mut Tags) -> std::result::Result<(), usize> {
    let mut rest = line;
    while !rest.is_empty() {
        let begin = line.len() - rest.len();
        let inside = rest.strip_prefix('[').ok_or(begin)?.trim_start();
        let (name, quoted) = inside.split_once([' ', '\t']).ok_or(begin)?;
        let quoted = quoted.trim_start();
        let value_at = line.len() - quoted.len();
        let mut letters = quoted.strip_prefix('"').ok_or(value_at)?.chars();
        let mut value = String::new();
        loop {
            match letters.next().ok_or(value_at)? {
                '\\' => value.push(letters.next().ok_or(value_at)?),
                '"' => break,
                letter => value.push(letter),
            }
        }
        let behind = letters.as_str().trim_start();
        let end = line.len() - behind.len();
        rest = behind.strip_prefix(']').ok_or(end)?.trim_start();
        tags.0.push((name.to_owned(), value));
    }
    Ok(())
}

pub(in crate::record) struct MoveText<'a> {
    record: &'a mut GameRecord,
    side: Side,
    /// Text of the open comment; `None` outside comments.
    comment: Option<String>,
    /// Nesting depth of open variations.
    variations: usize,
    /// Text so far of the outermost open variation, including nested ones.
    variation: String,
    /// Place of the open outermost comment or variation.
    opened: Place,
    /// Place of the current word.
    place: Place,
}

/// Suffixes of moves, in the order of the glyphs `$1` to `$6`.
pub(in crate::record) const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl<'a> MoveText<'a> {
    /// Moves before the first move number are of `side`.
    pub(in crate::record) fn new(record: &'a mut GameRecord, side: Side) -> Self {
        let (opened, place) = (Place::default(), Place::default());
        Self { record, side, comment: None, variations: 0, variation: String::new(), opened, place }
    }

    /// Whether the text is outside comments and variations.
    pub(in crate::record) fn is_plain(&self) -> bool {
        self.comment.is_none() && self.variations == 0
    }

    /// Parses a line. If the line has a result, returns the index of the result's first byte.
    pub(in crate::record) fn line(&mut self, line: &str, number: u64) -> Option<usize> {
        let mut rest = line.trim_start();
        while !rest.is_empty() {
            let byte = line.len() - rest.len();
            self.place = Place { line: number, column: column_of(line, byte) };
            if self.is_plain() {
                self.opened = self.place;
            }
            let behind = if let Some(comment) = &mut self.comment {
                let inside = rest.split('}').next().unwrap_or(rest);
                comment.push_str(inside);
                comment.push(' ');
                let behind = rest[inside.len()..].strip_prefix('}')?;
                self.close_comment();
                behind
            } else if let Some(behind) = rest.strip_prefix('{') {
                self.comment = Some(String::new());
                behind
            } else if let Some(comment) = rest.strip_prefix(';') {
                self.comment = Some(comment.to_owned());
                self.close_comment();
                return None;
            } else {
                let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
                if self.word(&rest[..end]) {
                    return Some(byte);
                }
                &rest[end..]
            };
            rest = behind.trim_start();
        }
        None
    }

    /// Ends the text. In a record without moves, the comment belongs before the first move.
    pub(in crate::record) fn finish(self) {
        if self.record.plies.is_empty() {
            self.record.before = std::mem::take(&mut self.record.comment);
        }
    }

    /// Parses a word. Returns `true` if it is the game's result.
    fn word(&mut self, word: &str) -> bool {
        if self.variations > 0 || word.starts_with('(') {
            let count = |bracket| word.matches(bracket).count();
            self.variations = (self.variations + count('(')).saturating_sub(count(')'));
            self.extend_variation(word);
            return false;
        }
        if let Ok(result) = word.parse::<GameResult>() {
            self.record.result = result;
            return true;
        }
        let digits = word.find(|c: char| !c.is_ascii_digit()).unwrap_or(word.len());
        let dots = word[digits..].len() - word[digits..].trim_start_matches('.').len();
        let text = if digits > 0 && dots > 0 {
            self.side = if dots > 1 { Side::Second } else { Side::First };
            &word[digits + dots..]
        } else {
            word
        };
        let (text, suffix) = text.split_at(text.trim_end_matches(['!', '?']).len());
        if !text.is_empty() && !text.starts_with('$') {
            // More moves follow, so the comment belongs to the previous move instead of the end of the game.
            let comment = std::mem::take(&mut self.record.comment);
            match self.record.plies.last_mut() {
                Some(last) => last.comment = comment,
                None => self.record.before = comment,
            }
            let (side, text, place) = (self.side, text.to_owned(), self.place);
            self.record.plies.push(Ply { side, text, place, ..Ply::default() });
        }
        let glyph = SUFFIXES.iter().position(|known| *known == suffix).map(|index| format!("${}", index + 1));
        if let Some(last) = self.record.plies.last_mut() {
            append(&mut last.glyphs, if text.starts_with('$') { text } else { "" });
            append(&mut last.glyphs, &glyph.unwrap_or_else(|| suffix.to_owned()));
        }
        false
    }

    /// Appends words to the open variation. Stores the variation when its last parenthesis is closed. A
    /// variation before the first move becomes part of the comment.
    fn extend_variation(&mut self, words: &str) {
        append(&mut self.variation, words);
        if self.variations == 0 {
            let variation = std::mem::take(&mut self.variation);
            match self.record.plies.last_mut() {
                Some(last) => append(&mut last.variations, &variation),
                None => append(&mut self.record.comment, &variation.replace('}', "")),
            }
        }
    }

    fn close_comment(&mut self) {
        let comment = self.comment.take().unwrap_or_default();
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.variations > 0 {
            return self.extend_variation(&format!("{{{comment}}}"));
        }
        match (comment.parse::<PlyNote>(), self.record.plies.last_mut()) {
            (Ok(note), Some(ply)) if ply.note == PlyNote::default() && note.is_written_as(&comment) => {
                ply.note = note;
            }
            _ => append(&mut self.record.comment, &comment),
        }
    }
}

impl PlyNote {
    /// Whether the comment is search data, not a human comment that looks like it, such as a year. Search
    /// data of other programs has both a score and a depth.
    fn is_written_as(&self, comment: &str) -> bool {
        self.score.is_some() && self.depth.is_some() || self.to_string() == comment
    }
}

/// Appends words, separated by a space.
pub(in crate::record) fn append(text: &mut String, words: &str) {
    if !text.is_empty() && !words.is_empty() {
        text.push(' ');
    }
    text.push_str(words);
}

impl FromStr for PlyNote {
    type Err = ();

    /// Parses a comment with search data, such as `-0.35/8 0.102s` or `book`. Any other comment is an error.
    fn from_str(comment: &str) -> std::result::Result<Self, ()> {
        let mut note = Self::default();
        for word in comment.split(' ') {
            if word == "book" {
                note.is_book = true;
            } else if let Some(seconds) = word.strip_suffix('s').and_then(|text| text.parse::<f64>().ok()) {
                note.time = Some(Duration::try_from_secs_f64(seconds).map_err(|_| ())?);
            } else {
                let (score, depth) = word.split_once('/').map_or((word, None), |(a, b)| (a, Some(b)));
                note.score = Some(parse_score(score).ok_or(())?);
                note.depth = depth.map(str::parse).transpose().map_err(|_| ())?;
            }
        }
        Ok(note)
    }
}

fn parse_score(text: &str) -> Option<EngineScore> {
    if let Some(moves) = text.strip_prefix("+M") {
        Some(EngineScore::WinIn(moves.parse().ok()?))
    } else if let Some(moves) = text.strip_prefix("-M") {
        Some(EngineScore::LossIn(moves.parse().ok()?))
    } else if let Ok(points) = text.parse() {
        Some(EngineScore::Points(points))
    } else {
        let score = text.parse::<f64>().ok().filter(|score| score.abs() < 1e6)?;
        Some(EngineScore::Centi((score * 100.0).round() as i32))
    }
}
