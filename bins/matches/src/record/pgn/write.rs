//! Writes records in the form of PGN.

use std::borrow::Cow;
use std::fmt;

use plywright::Side;

use super::scan::{Scanner, Token};
use super::signs;
use crate::record::{GameRecord, GameResult, Ply, PlyNote, append};

const WIDTH: usize = 100;

/// Replaces control characters, which PGN does not allow and terminals would obey. White space other than
/// tabs becomes a space, and other control characters become U+FFFD. The end-of-file character of old systems
/// counts as white space.
pub(super) fn printable(text: &str) -> Cow<'_, str> {
    let is_control = |letter: char| letter.is_control() && letter != '\t';
    if !text.contains(is_control) {
        return Cow::Borrowed(text);
    }
    let shown = text.chars().map(|letter| match letter {
        _ if !is_control(letter) => letter,
        '\u{1a}' => ' ',
        _ if letter.is_whitespace() => ' ',
        _ => '\u{fffd}',
    });
    Cow::Owned(shown.collect())
}

impl fmt::Display for GameRecord {
    /// Writes the record, followed by an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut first = None;
        for (name, value) in &self.tags.0 {
            // In PGN, white space or a quote ends a name, and brackets are not allowed. Names from other formats may
            // contain these characters, which become underscores.
            let ends =
                |letter: char| letter.is_whitespace() || letter.is_control() || "\"[]".contains(letter);
            let mut name = name.replace(ends, "_");
            // The name of the first tag begins another record, so it is written once.
            if name.is_empty() || first.as_ref() == Some(&name) {
                name.push('_');
            }
            if first.as_ref() == Some(&name) {
                name.push('_');
            }
            first.get_or_insert_with(|| name.clone());
            // Backslashes and quotes are escaped, as PGN requires.
            let value = printable(value).replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut lines = Lines::new(f, WIDTH);
        lines.line(self, 0)?;
        lines.word(&self.result.to_string())?;
        lines.end_word()?;
        writeln!(f, "\n")
    }
}

impl GameRecord {
    /// Returns the variations of each move as text in the form of PGN, each in parentheses.
    pub fn variation_texts(&self) -> Vec<String> {
        let mut numbers = Numbers::default();
        let texts = self.plies.iter().map(|ply| {
            numbers.next(ply.side);
            let number = numbers.before(ply.side);
            let mut text = String::new();
            for line in ply.variations.iter().filter(|line| !line.is_blank()) {
                append(&mut text, &Variation { line, number }.to_string());
            }
            text
        });
        texts.collect()
    }
}

/// A line of moves to write as a variation, in parentheses.
pub(in crate::record) struct Variation<'a> {
    pub(in crate::record) line: &'a GameRecord,
    /// Number of the first side's turns before the line.
    pub(in crate::record) number: usize,
}

impl fmt::Display for Variation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines::new(f, usize::MAX);
        lines.variation(self.line, self.number)?;
        lines.end_word()
    }
}

/// Move numbers: they count the first side's turns.
#[derive(Default)]
struct Numbers {
    number: usize,
    side: Option<Side>,
}

impl Numbers {
    /// Goes to the next move. Returns its number if it begins a turn.
    fn next(&mut self, side: Side) -> Option<String> {
        if self.side == Some(side) {
            return None;
        }
        self.side = Some(side);
        self.number += usize::from(side == Side::First || self.number == 0);
        Some(format!("{}{}", self.number, if side == Side::First { "." } else { "..." }))
    }

    /// Returns the number of the first side's turns before the last move, which `side` made.
    fn before(&self, side: Side) -> usize {
        self.number - usize::from(side == Side::First)
    }
}

/// Writer that wraps words into lines of at most `width` columns. Only a longer word and parentheses behind a
/// word exceed the width.
struct Lines<'a, 'b> {
    f: &'a mut fmt::Formatter<'b>,
    width: usize,
    /// Number of columns of the line so far, without the word.
    column: usize,
    /// The last word. It is written when the next one begins, because parentheses may follow it.
    word: String,
    /// Parentheses before the next word.
    opened: String,
    /// Whether the line must end after the word, which is a comment up to the end of the line.
    ends_line: bool,
    /// Whether the line must end before the word.
    has_ended: bool,
}

impl<'a, 'b> Lines<'a, 'b> {
    fn new(f: &'a mut fmt::Formatter<'b>, width: usize) -> Self {
        Self {
            f,
            width,
            column: 0,
            word: String::new(),
            opened: String::new(),
            ends_line: false,
            has_ended: false,
        }
    }

    /// Writes the moves of a record with their annotations. `number` is the number of the first side's turns
    /// before the moves.
    fn line(&mut self, record: &GameRecord, number: usize) -> fmt::Result {
        let mut numbers = Numbers { number, side: None };
        self.comment(&record.before)?;
        for (index, ply) in record.plies.iter().enumerate() {
            if let Some(number) = numbers.next(ply.side) {
                self.word(&number)?;
            }
            self.word(&move_word(&ply.text))?;
            for glyph in ply.glyphs.split_whitespace().filter(|glyph| is_glyph(glyph)) {
                self.word(glyph)?;
            }
            self.comment(&ply.note.to_string())?;
            self.comment(&ply.comment)?;
            if index + 1 == record.plies.len() {
                self.comment(&record.comment)?;
            }
            for line in ply.variations.iter().filter(|line| !line.is_blank()) {
                self.variation(line, numbers.before(ply.side))?;
            }
        }
        if record.plies.is_empty() { self.comment(&record.comment) } else { Ok(()) }
    }

    fn variation(&mut self, line: &GameRecord, number: usize) -> fmt::Result {
        self.opened.push('(');
        self.line(line, number)?;
        if line.result != GameResult::Unknown {
            self.word(&line.result.to_string())?;
        }
        if self.opened.pop().is_some() {
            // Nothing was written, for example because the comment is blank.
            return Ok(());
        }
        if self.ends_line {
            self.word(")")?;
        } else {
            self.word.push(')');
        }
        Ok(())
    }

    /// Adds a word. A space, or a line end if the line is full, separates it from the word before.
    fn word(&mut self, word: &str) -> fmt::Result {
        self.end_word()?;
        self.word = std::mem::take(&mut self.opened) + word;
        Ok(())
    }

    /// Writes the last word.
    fn end_word(&mut self) -> fmt::Result {
        let word = std::mem::take(&mut self.word);
        let length = word.chars().count();
        if self.column > 0 {
            let breaks = self.has_ended || self.column.saturating_add(1 + length) > self.width;
            self.f.write_str(if breaks { "\n" } else { " " })?;
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.column += length;
        self.f.write_str(&word)?;
        self.has_ended = std::mem::take(&mut self.ends_line);
        Ok(())
    }

    /// Adds a comment, unless it is empty. A closing brace would end a comment in braces, so a comment with
    /// one is written up to the end of a line.
    fn comment(&mut self, comment: &str) -> fmt::Result {
        let comment = printable(comment);
        let words: Vec<&str> = comment.split_whitespace().collect();
        if comment.contains('}') {
            self.word(&format!("; {}", words.join(" ")))?;
            self.ends_line = true;
            return Ok(());
        }
        let count = words.len();
        for (index, word) in words.iter().enumerate() {
            let opening = if index == 0 { "{" } else { "" };
            let closing = if index + 1 == count { "}" } else { "" };
            self.word(&format!("{opening}{word}{closing}"))?;
        }
        Ok(())
    }
}

/// Returns the text of a move. An illegal move of another format may have any text: if a reader would not take
/// it for a move, its signs are replaced.
fn move_word(text: &str) -> Cow<'_, str> {
    let text = printable(text);
    let is_word = Scanner::default().next(&text) == Some(Token::Word(&text));
    if is_word && text.parse::<GameResult>().is_err() && signs::glyph_of(&text).is_none() {
        return text;
    }
    Cow::Owned(format!("_{}", text.replace(|letter: char| !letter.is_alphanumeric(), "_")))
}

/// Whether a reader takes the word as a glyph. Other formats and clients may have other words.
fn is_glyph(word: &str) -> bool {
    let is_number = |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    word.strip_prefix('$').is_some_and(is_number) || word.chars().all(|letter| matches!(letter, '!' | '?'))
}

impl Ply {
    /// Creates a move of the opening, without data of a search.
    pub fn book(side: Side, text: impl Into<String>) -> Self {
        let note = PlyNote { is_book: true, ..PlyNote::default() };
        Self { side, text: text.into(), note, ..Self::default() }
    }
}
