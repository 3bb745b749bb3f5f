//! Writes records in the form of PGN.

use std::fmt;

use plywright::Side;

use super::read::MoveText;
use crate::record::{GameRecord, Ply, PlyNote};

const WIDTH: usize = 100;

impl fmt::Display for GameRecord {
    /// Writes the record, followed by an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags.0 {
            // A name ends at the first blank, so a name from another format is written as one word.
            let name = name.replace(|letter: char| letter.is_whitespace() || letter.is_control(), "_");
            let name = if name.is_empty() { "_" } else { &name };
            // Backslashes and quotes are escaped, as PGN requires.
            let value = value.replace(char::is_control, " ").replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut lines = Lines { column: 0, width: WIDTH, f };
        lines.line(self, 0)?;
        lines.word(&self.result.to_string())?;
        writeln!(f, "\n")
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
        f.write_str("(")?;
        Lines { column: 0, width: usize::MAX, f }.line(self.line, self.number)?;
        f.write_str(")")
    }
}

/// Writer that wraps words into lines of at most `width` columns. Only a longer word exceeds the width.
struct Lines<'a, 'b> {
    column: usize,
    width: usize,
    f: &'a mut fmt::Formatter<'b>,
}

impl Lines<'_, '_> {
    /// Writes the moves of a record with their annotations. `number` is the number of the first side's turns
    /// before the moves.
    fn line(&mut self, record: &GameRecord, mut number: usize) -> fmt::Result {
        let mut side = None;
        self.comment(&record.before)?;
        for (index, ply) in record.plies.iter().enumerate() {
            if side != Some(ply.side) {
                number += usize::from(ply.side == Side::First || number == 0);
                self.word(&format!("{number}{}", if ply.side == Side::First { "." } else { "..." }))?;
                side = Some(ply.side);
            }
            self.word(&ply.text)?;
            ply.glyphs
                .split_whitespace()
                .filter(|word| adds_no_move(word))
                .try_for_each(|word| self.word(word))?;
            self.comment(&ply.note.to_string())?;
            self.comment(&ply.comment)?;
            if index + 1 == record.plies.len() {
                self.comment(&record.comment)?;
            }
            if adds_no_move(&ply.variations) {
                self.words(&ply.variations)?;
            }
        }
        if record.plies.is_empty() { self.comment(&record.comment) } else { Ok(()) }
    }

    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 {
            let breaks = self.column.saturating_add(1 + length) > self.width;
            self.f.write_str(if breaks { "\n" } else { " " })?;
            self.column = if breaks { 0 } else { self.column + 1 };
        }
        self.column += length;
        self.f.write_str(word)
    }

    fn words(&mut self, text: &str) -> fmt::Result {
        text.split_whitespace().try_for_each(|word| self.word(word))
    }

    fn comment(&mut self, comment: &str) -> fmt::Result {
        // A closing brace would end the comment, so parentheses replace the braces.
        let is_paired = comment.contains('}');
        let comment =
            if is_paired { comment.replace('{', "(").replace('}', ")") } else { comment.to_owned() };
        let mut words = comment.split_whitespace().peekable();
        let mut opening = "{";
        while let Some(word) = words.next() {
            let closing = if words.peek().is_none() { "}" } else { "" };
            self.word(&format!("{opening}{word}{closing}"))?;
            opening = "";
        }
        Ok(())
    }
}

/// Whether a reader parses `words` after a move as annotations of that move. Glyphs and variations from other
/// formats and from clients may have words that would be read as moves.
fn adds_no_move(words: &str) -> bool {
    let mut record = GameRecord { plies: vec![Ply::default()], ..GameRecord::default() };
    let mut text = MoveText::new(&mut record, Side::First);
    let has_ended = text.line(words, 0).is_some();
    let is_plain = text.is_plain();
    !has_ended && is_plain && record.plies.len() == 1 && record.comment.is_empty()
}

impl Ply {
    /// Creates a move of the opening, without data of a search.
    pub fn book(side: Side, text: impl Into<String>) -> Self {
        let note = PlyNote { is_book: true, ..PlyNote::default() };
        Self { side, text: text.into(), note, ..Self::default() }
    }
}

impl fmt::Display for PlyNote {
    /// Writes the text of the comment, without braces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_book {
            return f.write_str("book");
        }
        let mut parts = Vec::new();
        if let Some(score) = self.score {
            let depth = self.depth.map(|depth| format!("/{depth}")).unwrap_or_default();
            parts.push(format!("{score}{depth}"));
        }
        if let Some(time) = self.time {
            parts.push(format!("{:.3}s", time.as_secs_f64()));
        }
        f.write_str(&parts.join(" "))
    }
}
