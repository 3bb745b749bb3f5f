//! Reads records from a stream, one at a time. Memory use does not depend on the length of the file.

use std::io::BufRead;
use std::str::FromStr;
use std::time::Duration;

use plywright::{Side, shorten};

use super::{EngineScore, GameRecord, GameResult, Ply, PlyNote, RecordError, RecordProblem, Tags};

/// Form of a tag, for error messages.
const TAG: &str = "[Name \"value\"]";

/// Iterator over the records of a stream. A malformed record yields an error with its line number, and
/// reading continues with the next record.
#[derive(Debug)]
pub struct RecordReader<R> {
    input: R,
    /// The current line, without its line end.
    line: String,
    /// Whether `line` still has to be parsed.
    is_pending: bool,
    number: u64,
    offset: u64,
    end_of_last: u64,
    /// Whether the current line is the last one and has no line end.
    is_cut: bool,
    /// Whether reading the input failed. The iterator then ends.
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
            is_cut: false,
            has_failed: false,
        }
    }

    /// Returns the byte offset at which the last complete record ends.
    pub fn end_of_last(&self) -> u64 {
        self.end_of_last
    }

    fn malformed(&self, message: impl Into<String>) -> RecordError {
        RecordError { line: self.number, problem: RecordProblem::Malformed(message.into()) }
    }

    fn incomplete(line: u64, message: impl Into<String>) -> RecordError {
        RecordError { line, problem: RecordProblem::Incomplete(message.into()) }
    }

    /// Creates the error for a line that is not UTF-8 or not a tag. If the file was cut off inside the line,
    /// the record counts as incomplete instead of malformed.
    fn wrong_line(&self, message: String) -> RecordError {
        if self.is_cut { Self::incomplete(self.number, message) } else { self.malformed(message) }
    }

    fn no_result(&self) -> RecordError {
        Self::incomplete(self.number, "the record ends without a result, expected 1-0, 0-1, 1/2-1/2 or *")
    }

    /// Reads the next line if the current one has been parsed. Returns `false` at the end of the file.
    fn look(&mut self) -> Result<bool> {
        if self.is_pending {
            return Ok(true);
        }
        self.number += 1;
        let mut bytes = Vec::new();
        let read = self.input.read_until(b'\n', &mut bytes);
        let read = read.map_err(|error| RecordError { line: self.number, problem: error.into() })?;
        self.offset += read as u64;
        self.is_cut = bytes.last().is_some_and(|byte| *byte != b'\n');
        while bytes.last().is_some_and(u8::is_ascii_whitespace) {
            bytes.pop();
        }
        self.line = String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            self.wrong_line(format!("the line is not UTF-8 from byte {valid} on"))
        })?;
        self.is_pending = read > 0;
        Ok(read > 0)
    }

    fn record(&mut self) -> Result<Option<GameRecord>> {
        let Some(tags) = self.tags()? else { return Ok(None) };
        let mut record = GameRecord { tags, ..GameRecord::default() };
        self.moves(&mut record)?;
        let result = record.result.to_string();
        if let Some(tag) = record.tags.get("Result").filter(|tag| *tag != result) {
            let tag = shorten(tag);
            return Err(
                self.malformed(format!("the game ends with '{result}', but its tag Result has '{tag}'"))
            );
        }
        self.end_of_last = self.offset;
        Ok(Some(record))
    }

    /// Reads the tags of the next record. Returns `None` at the end of the file.
    fn tags(&mut self) -> Result<Option<Tags>> {
        let mut tags = Tags::default();
        while self.look()? {
            let line = self.line.trim_start();
            if line.starts_with('[') {
                let tag = parse_tag(line);
                self.is_pending = tag.is_some();
                tags.0.push(tag.ok_or_else(|| {
                    self.wrong_line(format!("'{}' is not a tag, expected {TAG}", shorten(&self.line)))
                })?);
            } else if !line.is_empty() && !line.starts_with('%') {
                if tags.0.is_empty() {
                    let line = shorten(line);
                    return Err(self.malformed(format!("'{line}' stands before any tag, expected {TAG}")));
                }
                return Ok(Some(tags));
            }
            self.is_pending = false;
        }
        if tags.0.is_empty() { Ok(None) } else { Err(self.no_result()) }
    }

    /// Reads the moves up to the result. A tag after an empty line starts another record, even inside an open
    /// comment.
    fn moves(&mut self, record: &mut GameRecord) -> Result<()> {
        let mut text =
            MoveText { record, side: Side::First, comment: None, variations: 0, variation: String::new() };
        let (mut is_behind_empty, mut opened_at) = (true, 0);
        while self.look()? {
            let line = self.line.as_str();
            if line.starts_with('[') && (text.is_plain() || is_behind_empty && parse_tag(line).is_some()) {
                break;
            }
            self.is_pending = false;
            is_behind_empty = line.is_empty();
            if text.is_plain() {
                opened_at = self.number;
            }
            if !(text.is_plain() && line.starts_with('%')) && text.line(line) {
                return Ok(());
            }
        }
        Err(if text.is_plain() {
            self.no_result()
        } else {
            Self::incomplete(opened_at, "a comment or variation that begins here is not closed")
        })
    }

    /// Skips to the next tag that follows an empty line, where another record may start.
    fn recover(&mut self) {
        let mut is_behind_empty = false;
        loop {
            self.is_pending = false;
            match self.look() {
                Ok(true) if is_behind_empty && self.line.starts_with('[') => return,
                Ok(true) => is_behind_empty = self.line.is_empty(),
                Ok(false) | Err(RecordError { problem: RecordProblem::Read(_), .. }) => return,
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
            Err(RecordError { problem: RecordProblem::Read(_), .. }) => self.has_failed = true,
            Err(RecordError { problem: RecordProblem::Malformed(_), .. }) => self.recover(),
            // A record that ended early may have been ended by a tag of the next record. That line stays
            // pending.
            _ => {}
        }
        record.transpose()
    }
}

/// Parses `[Name "value"]`.
fn parse_tag(line: &str) -> Option<(String, String)> {
    let (name, rest) = line.strip_prefix('[')?.strip_suffix(']')?.trim().split_once([' ', '\t'])?;
    let quoted = rest.trim().strip_prefix('"')?.strip_suffix('"')?;
    let mut value = String::with_capacity(quoted.len());
    let mut letters = quoted.chars();
    while let Some(letter) = letters.next() {
        match letter {
            '\\' => value.push(letters.next()?),
            '"' => return None,
            _ => value.push(letter),
        }
    }
    Some((name.to_owned(), value))
}

/// Parser of the moves of a record.
struct MoveText<'a> {
    record: &'a mut GameRecord,
    side: Side,
    /// Text of the open comment; `None` outside comments.
    comment: Option<String>,
    /// Nesting depth of open variations.
    variations: usize,
    /// Text so far of the outermost open variation, including nested ones.
    variation: String,
}

/// Suffixes of moves, in the order of the glyphs `$1` to `$6`.
const SUFFIXES: [&str; 6] = ["!", "?", "!!", "??", "!?", "?!"];

impl MoveText<'_> {
    /// Whether the text is outside comments and variations.
    fn is_plain(&self) -> bool {
        self.comment.is_none() && self.variations == 0
    }

    /// Parses a line. Returns `true` when the result has been read.
    fn line(&mut self, line: &str) -> bool {
        let mut rest = line.trim_start();
        while !rest.is_empty() {
            let behind = if let Some(comment) = &mut self.comment {
                let inside = rest.split('}').next().unwrap_or(rest);
                comment.push_str(inside);
                comment.push(' ');
                let Some(behind) = rest[inside.len()..].strip_prefix('}') else { return false };
                self.close_comment();
                behind
            } else if let Some(behind) = rest.strip_prefix('{') {
                self.comment = Some(String::new());
                behind
            } else if let Some(comment) = rest.strip_prefix(';') {
                self.comment = Some(comment.to_owned());
                self.close_comment();
                return false;
            } else {
                let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
                if self.word(&rest[..end]) {
                    return true;
                }
                &rest[end..]
            };
            rest = behind.trim_start();
        }
        false
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
            self.record.plies.push(Ply { side: self.side, text: text.to_owned(), ..Ply::default() });
        }
        let glyph = SUFFIXES.iter().position(|known| *known == suffix).map(|index| format!("${}", index + 1));
        if let Some(last) = self.record.plies.last_mut() {
            append(&mut last.glyphs, if text.starts_with('$') { text } else { "" });
            append(&mut last.glyphs, &glyph.unwrap_or_default());
        }
        false
    }

    /// Appends words to the open variation. Stores the variation when its last parenthesis is closed.
    fn extend_variation(&mut self, words: &str) {
        append(&mut self.variation, words);
        if self.variations == 0 {
            let variation = std::mem::take(&mut self.variation);
            if let Some(last) = self.record.plies.last_mut() {
                append(&mut last.variations, &variation);
            }
        }
    }

    fn close_comment(&mut self) {
        let comment = self.comment.take().unwrap_or_default();
        let comment = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        if self.variations > 0 {
            let comment = comment.replace('{', "(").replace('}', ")");
            return self.extend_variation(&format!("{{{comment}}}"));
        }
        match (comment.parse(), self.record.plies.last_mut()) {
            (Ok(note), Some(ply)) if ply.note == PlyNote::default() => ply.note = note,
            _ => append(&mut self.record.comment, &comment),
        }
    }
}

/// Appends words to a text, separated by a space.
fn append(text: &mut String, words: &str) {
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
