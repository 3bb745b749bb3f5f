//! Writes records in the form of PGN, from which a reader gets the same record as far as PGN can express it.

use std::borrow::Cow;
use std::fmt;

use plywright::Side;

use super::scan::{Scanner, Token, is_short_number};
use super::signs;
use crate::record::{GameRecord, GameResult, Ply, PlyNote, append};

/// Maximum number of columns of a line of moves.
const WIDTH: usize = 100;

/// Replaces control characters except tabs, because PGN does not allow them and terminals would obey them. White space
/// among them becomes a space, and so does U+001A, the end-of-file character of old systems. All others become U+FFFD.
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
            let mut name = tag_name(name);
            // A repeated name gets an underscore if it is that of the first tag, because a reader would begin the next
            // record there.
            if first.as_ref() == Some(&name) {
                name.push('_');
            }
            first.get_or_insert_with(|| name.clone());
            // Backslashes and quotes are escaped, as PGN requires.
            let value = printable(value).replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut words = Words::default();
        words.push_line(self, 0);
        words.push(&self.result.to_string());
        writeln!(f, "{}\n", words.wrapped(WIDTH))
    }
}

/// Returns a tag's name as PGN allows it: white space, control characters, quotes and brackets become underscores.
/// Names from other formats may have them.
fn tag_name(name: &str) -> String {
    let is_refused = |letter: char| letter.is_whitespace() || letter.is_control() || "\"[]".contains(letter);
    if name.is_empty() { "_".to_owned() } else { name.replace(is_refused, "_") }
}

impl GameRecord {
    /// Returns a text for each move of the game: its variations in the form of PGN, each in parentheses. The text is
    /// empty for a move without variations. Move numbers follow from the sides of the moves, which
    /// [`GameRecord::follow`] sets by the rules.
    pub fn variation_texts(&self) -> Vec<String> {
        let (mut numbers, mut texts) = (Numbers::default(), Vec::new());
        for ply in &self.plies {
            numbers.next(ply.side, false);
            let mut text = String::new();
            for line in ply.variations.iter().filter(|line| !line.is_blank()) {
                append(&mut text, &variation_text(line, numbers.before(ply.side)));
            }
            texts.push(text);
        }
        texts
    }
}

/// Returns a variation as text, in parentheses. `number` is the number of turns of the first side before the variation,
/// from which move numbers continue.
pub(in crate::record) fn variation_text(line: &GameRecord, number: usize) -> String {
    let mut words = Words::default();
    words.push_variation(line, number);
    words.wrapped(usize::MAX)
}

/// Counts move numbers, which are the numbers of the first side's turns. A turn is all moves that a side makes in a
/// row.
#[derive(Default)]
struct Numbers {
    number: usize,
    /// Side of the last move; `None` before the first move.
    side: Option<Side>,
}

impl Numbers {
    /// Counts the next move, which `side` makes. Returns its number as text if it begins a turn or `is_needed`.
    fn next(&mut self, side: Side, is_needed: bool) -> Option<String> {
        if self.side == Some(side) {
            return is_needed.then(|| self.text(side));
        }
        self.side = Some(side);
        self.number += usize::from(side == Side::First || self.number == 0);
        Some(self.text(side))
    }

    fn text(&self, side: Side) -> String {
        format!("{}{}", self.number, if side == Side::First { "." } else { "..." })
    }

    /// Returns the number of the first side's turns before the turn of the last move, which `side` made.
    fn before(&self, side: Side) -> usize {
        self.number - usize::from(side == Side::First)
    }
}

/// The words of a record's moves: move numbers, moves, glyphs and the words of comments. Lines are wrapped between
/// them.
#[derive(Default)]
struct Words {
    words: Vec<String>,
    /// Parentheses before the next word.
    opened: String,
}

/// Whether the line must end after a word. Only a comment behind a semicolon has spaces: it reaches to the line's end.
fn ends_line(word: &str) -> bool {
    word.contains(' ')
}

impl Words {
    fn push(&mut self, word: &str) {
        self.words.push(std::mem::take(&mut self.opened) + word);
    }

    /// Returns the words in lines of at most `width` columns. A line exceeds the width only if a single word does.
    fn wrapped(&self, width: usize) -> String {
        let (mut text, mut column, mut has_ended) = (String::new(), 0_usize, false);
        for word in &self.words {
            let length = word.chars().count();
            if column > 0 {
                let breaks = has_ended || column.saturating_add(1 + length) > width;
                text.push(if breaks { '\n' } else { ' ' });
                column = if breaks { 0 } else { column + 1 };
            }
            column += length;
            text.push_str(word);
            has_ended = ends_line(word);
        }
        text
    }

    /// Adds the moves of a record with their annotations. `number` is the number of turns of the first side before
    /// them.
    fn push_line(&mut self, record: &GameRecord, number: usize) {
        let mut numbers = Numbers { number, side: None };
        // Among other moves, a reader takes a short number for a move only behind a move number.
        let has_words = record.plies.iter().any(|ply| !is_short_number(&ply.text));
        self.push_comment(&record.before);
        for (index, ply) in record.plies.iter().enumerate() {
            let is_ambiguous = has_words && is_short_number(&ply.text);
            if let Some(number) = numbers.next(ply.side, is_ambiguous) {
                self.push(&number);
            }
            self.push(&move_word(&ply.text));
            for glyph in ply.glyphs.split_whitespace().filter(|glyph| is_glyph(glyph)) {
                self.push(glyph);
            }
            self.push_comment(&ply.note.to_string());
            self.push_comment(&ply.comment);
            if index + 1 == record.plies.len() {
                self.push_comment(&record.comment);
            }
            for line in ply.variations.iter().filter(|line| !line.is_blank()) {
                self.push_variation(line, numbers.before(ply.side));
            }
        }
        if record.plies.is_empty() {
            self.push_comment(&record.comment);
        }
    }

    fn push_variation(&mut self, line: &GameRecord, number: usize) {
        self.opened.push('(');
        self.push_line(line, number);
        if line.result != GameResult::Unknown {
            self.push(&line.result.to_string());
        }
        if self.opened.pop().is_some() {
            // No word followed the parenthesis, so it was not written and needs no closing one.
            return;
        }
        match self.words.last_mut() {
            Some(word) if !ends_line(word) => word.push(')'),
            _ => self.push(")"),
        }
    }

    /// Adds a comment in braces, unless it is empty. A comment with a closing brace is written after a semicolon
    /// instead, and ends its line.
    fn push_comment(&mut self, comment: &str) {
        let comment = printable(comment);
        let words = comment.split_whitespace().collect::<Vec<_>>().join(" ");
        if words.contains('}') {
            self.push(&format!("; {words}"));
        } else if !words.is_empty() {
            for word in format!("{{{words}}}").split(' ') {
                self.push(word);
            }
        }
    }
}

/// Returns the text of a move as a word that a reader takes for a move. Any other text, such as that of an illegal move
/// from another format, gets an underscore before it, and each character that is neither a letter nor a digit becomes
/// an underscore.
fn move_word(text: &str) -> Cow<'_, str> {
    let text = printable(text);
    let is_word = Scanner::default().next(&text, false) == Some(Token::Word(&text));
    if is_word && text.parse::<GameResult>().is_err() && signs::glyph_of(&text).is_none() {
        return text;
    }
    Cow::Owned(format!("_{}", text.replace(|letter: char| !letter.is_alphanumeric(), "_")))
}

/// Whether a reader takes the word for a glyph. Records from other formats may have any words as glyphs.
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
