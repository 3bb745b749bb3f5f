//! Reads records in the form of PGN from a stream, one at a time. The memory that this needs does not depend on the
//! length of the file, and the time is linear in it.

use std::io::{BufRead, Read};

use super::draft::{Draft, Fault};
use super::movetext::NOT_CLOSED;
use super::scan::Scanner;
use super::tags;
use super::write::printable;
use crate::encoding::{Encoding, decoded};
use crate::record::{GameRecord, MAX_RECORD, Place, RecordError, RecordProblem};

const NO_RESULT: &str = "the record ends without a result, expected 1-0, 0-1, 1/2-1/2 or *";

/// Iterator over the records of a stream. A malformed or incomplete record yields an error with its place,
/// and reading continues with the next record. After a read error or a record that is too large, the iterator
/// ends.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    /// The current line, without white space at its end.
    line: String,
    /// Position in the line. Its place has the number of the line, from 1; 0 before the first line.
    scanner: Scanner,
    /// Whether a part of the line still has to be parsed.
    is_pending: bool,
    /// Number of empty lines directly before the next token.
    empty_lines: u64,
    /// Tags that were read after a game without moves and belong to the next one.
    held: Vec<(String, String)>,
    /// Byte offset of the start of the current line.
    line_start: u64,
    /// Byte offset of the end of the current line.
    line_end: u64,
    /// Byte offset of the end of the last complete record that was read; 0 if there is none. The reader is one record
    /// ahead, so this may be the record after the one it returned last.
    pub end_of_last: u64,
    /// Byte offset at which the current record begins.
    begin: u64,
    /// Whether the current line has no line end, because the file ends in it.
    is_cut: bool,
    /// Whether the iterator has ended after an error.
    has_failed: bool,
    /// Number, from 1, of the first line so far that is not UTF-8; `None` if there is none. Such lines are read as
    /// ISO 8859-1.
    pub line_in_latin_1: Option<u64>,
    /// The next part of the file. It is read early, because a comment after the last record belongs to that record.
    ahead: Option<Part>,
}

/// What a reader finds next in a file.
#[derive(Debug)]
enum Part {
    Record(GameRecord),
    /// A comment at the end of the file. If no record precedes it, the reader returns `error`.
    Closing {
        comment: String,
        error: RecordError,
    },
    Faulty(RecordError),
}

type Result<T> = std::result::Result<T, RecordError>;

impl<R: BufRead> RecordReader<R> {
    /// Creates a reader that starts at the input's current position.
    pub fn new(input: R) -> Self {
        Self {
            input,
            line: String::new(),
            scanner: Scanner::default(),
            is_pending: false,
            empty_lines: 0,
            held: Vec::new(),
            line_start: 0,
            line_end: 0,
            end_of_last: 0,
            begin: 0,
            is_cut: false,
            has_failed: false,
            line_in_latin_1: None,
            ahead: None,
        }
    }

    /// Returns the byte offset of the first byte that is not parsed yet. Within a line, the offset is exact only if the
    /// line is printable UTF-8.
    fn reached(&self) -> u64 {
        if self.is_pending { self.line_start + self.scanner.at as u64 } else { self.line_end }
    }

    /// Reads the next line if the current one has been parsed. Returns `false` at the end of the file.
    fn next_line(&mut self) -> Result<bool> {
        if self.is_pending {
            return Ok(true);
        }
        self.scanner.start(self.scanner.place.line + 1);
        self.line.clear();
        let place = self.scanner.place;
        let mut bytes = Vec::new();
        let left = (self.begin + MAX_RECORD).saturating_sub(self.line_end);
        let read = self.input.by_ref().take(left).read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| RecordError { place, problem: error.into() })?;
        if read as u64 == left {
            return Err(RecordError { place, problem: RecordProblem::TooLarge });
        }
        self.line_start = self.line_end;
        self.line_end += read as u64;
        self.is_cut = bytes.last().is_some_and(|byte| *byte != b'\n');
        let (line, is_latin_1) = decoded(bytes, Encoding::Utf8);
        if is_latin_1 {
            self.line_in_latin_1.get_or_insert(place.line);
        }
        self.line.push_str(printable(line.trim_start_matches('\u{feff}')).trim_end());
        self.is_pending = read > 0;
        Ok(read > 0)
    }

    /// Reads the next part of the file; `None` at the end of the file. After a record with an error, the next call
    /// reads the next record. After a failure to read, or a record that is too large, all further calls return `None`.
    fn read_next(&mut self) -> Option<Part> {
        if self.has_failed {
            return None;
        }
        self.read_part().unwrap_or_else(|error| {
            self.has_failed |= matches!(error.problem, RecordProblem::Read(_) | RecordProblem::TooLarge);
            Some(Part::Faulty(error))
        })
    }

    fn read_part(&mut self) -> Result<Option<Part>> {
        self.begin = self.reached();
        let mut draft = Draft::new(std::mem::take(&mut self.held));
        let read = self.read_into(&mut draft);
        if let Err(RecordError { problem: RecordProblem::Malformed(_), .. }) = &read {
            self.recover(draft.text.has_begun);
        }
        let is_end = !read?;
        if is_end && draft.is_empty() {
            return Ok(None);
        }
        let has_next = !draft.heading.close();
        if is_end && !draft.is_whole() && !has_next {
            let error = self.error(Fault::Incomplete, &draft);
            if !draft.has_only_comments() {
                return Err(error);
            }
            return Ok(Some(Part::Closing { comment: draft.finish().before, error }));
        }
        self.held = std::mem::take(&mut draft.heading.rest);
        self.end_of_last = self.reached();
        Ok(Some(Part::Record(draft.finish())))
    }

    /// Reads tokens into `draft` until its record ends. Returns `false` if the file ends first.
    fn read_into(&mut self, draft: &mut Draft) -> Result<bool> {
        while self.next_line()? {
            if self.scanner.at == 0 && self.skips_line(draft)? {
                self.is_pending = false;
                continue;
            }
            let Some(token) = self.scanner.next(&self.line, draft.text.comment.is_some()) else {
                (self.is_pending, self.empty_lines) = (false, 0);
                if draft.is_whole() && !self.is_comment_next() {
                    return Ok(true);
                }
                continue;
            };
            match draft.take(token, &self.line, &mut self.scanner, self.empty_lines) {
                Ok(true) => self.empty_lines = 0,
                Ok(false) => {
                    self.scanner.at = self.scanner.begin;
                    return Ok(true);
                }
                Err(fault) => {
                    // A line that begins another record is kept for that record.
                    self.is_pending = matches!(fault, Fault::Incomplete);
                    return Err(self.error(fault, draft));
                }
            }
        }
        Ok(false)
    }

    /// Whether the whole line is skipped: an empty line, which is counted, or a line that `%` escapes. Returns an error
    /// if the line is a tag after an empty line while a comment or variation is open: the record is then incomplete.
    fn skips_line(&mut self, draft: &Draft) -> Result<bool> {
        if self.line.is_empty() {
            self.empty_lines += 1;
            return Ok(true);
        }
        let is_open = draft.text.opened().is_some();
        if is_open && self.empty_lines > 0 && tags::parse(&self.line).is_ok() {
            return Err(self.error(Fault::Incomplete, draft));
        }
        Ok(self.line.trim_start().starts_with('%') && draft.text.comment.is_none())
    }

    /// Whether the next line begins with a comment, which then belongs to the game before it.
    fn is_comment_next(&mut self) -> bool {
        matches!(self.input.fill_buf(), Ok([b'{' | b';', ..]))
    }

    /// Creates the error for a fault. The record is incomplete, not malformed, if the file ends within the line.
    fn error(&self, fault: Fault, draft: &Draft) -> RecordError {
        let here = Place { column: 1, ..self.scanner.place };
        let (place, problem) = match (fault, draft.text.opened()) {
            (Fault::Wrong(place, message), _) if self.is_cut => (place, RecordProblem::Incomplete(message)),
            (Fault::Wrong(place, message), _) => (place, RecordProblem::Malformed(message)),
            (Fault::Incomplete, Some(place)) => (place, RecordProblem::Incomplete(NOT_CLOSED.to_owned())),
            (Fault::Incomplete, None) => (here, RecordProblem::Incomplete(NO_RESULT.to_owned())),
        };
        RecordError { place, problem }
    }

    /// Skips to the next line where another record may begin: a line that begins with `[` and follows an empty line. If
    /// the faulty record had moves, any line that begins with a tag counts too. Leaves a read error to the next call.
    fn recover(&mut self, had_moves: bool) {
        self.empty_lines = 0;
        loop {
            match self.next_line() {
                Ok(true) if self.empty_lines > 0 && self.line.starts_with('[') => return,
                Ok(true) if had_moves && tags::parse(&self.line).is_ok() => return,
                Ok(true) => self.empty_lines = if self.line.is_empty() { self.empty_lines + 1 } else { 0 },
                Ok(false) | Err(RecordError { problem: RecordProblem::Read(_), .. }) => return,
                Err(_) => {
                    self.has_failed = true;
                    return;
                }
            }
            self.is_pending = false;
        }
    }
}

impl<R: BufRead> Iterator for RecordReader<R> {
    type Item = Result<GameRecord>;

    /// Returns the next record. A comment after the last record becomes part of it.
    fn next(&mut self) -> Option<Self::Item> {
        let mut record = match self.ahead.take().or_else(|| self.read_next())? {
            Part::Record(record) => record,
            Part::Closing { error, .. } | Part::Faulty(error) => return Some(Err(error)),
        };
        match self.read_next() {
            Some(Part::Closing { comment, .. }) => {
                record.add_comment(&comment);
                record.end_moves();
                self.end_of_last = self.reached();
            }
            next => self.ahead = next,
        }
        Some(Ok(record))
    }
}
