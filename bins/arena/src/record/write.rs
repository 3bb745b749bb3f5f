//! Writes records.

use std::fmt;

use plywright::Side;

use super::{GameRecord, Ply, PlyNote};

/// Maximum number of columns in a line of moves. Only a single longer word exceeds it.
const WIDTH: usize = 100;

impl fmt::Display for GameRecord {
    /// Writes the record, followed by an empty line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in &self.tags.0 {
            // Backslashes and quotes are escaped, as PGN wants.
            let value = one_line(value).replace('\\', "\\\\").replace('"', "\\\"");
            writeln!(f, "[{name} \"{value}\"]")?;
        }
        writeln!(f)?;
        let mut lines = Lines { column: 0, f };
        let (mut number, mut side) = (0_usize, None);
        lines.comment(&self.before)?;
        for (index, ply) in self.plies.iter().enumerate() {
            if side != Some(ply.side) {
                number += usize::from(ply.side == Side::First || number == 0);
                lines.word(&format!("{number}{}", if ply.side == Side::First { "." } else { "..." }))?;
                side = Some(ply.side);
            }
            lines.word(&ply.text)?;
            lines.words(&ply.glyphs)?;
            lines.comment(&ply.note.to_string())?;
            lines.comment(&ply.comment)?;
            if index + 1 == self.plies.len() {
                lines.comment(&self.comment)?;
            }
            lines.words(&ply.variations)?;
        }
        if self.plies.is_empty() {
            lines.comment(&self.comment)?;
        }
        lines.word(&self.result.to_string())?;
        writeln!(f, "\n")
    }
}

/// Writer that wraps words into lines of at most [`WIDTH`] columns.
struct Lines<'a, 'b> {
    column: usize,
    f: &'a mut fmt::Formatter<'b>,
}

impl Lines<'_, '_> {
    fn word(&mut self, word: &str) -> fmt::Result {
        let length = word.chars().count();
        if self.column > 0 {
            let breaks = self.column + 1 + length > WIDTH;
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
        let comment = comment.replace('{', "(").replace('}', ")");
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

impl Ply {
    /// Creates a move of the opening, without data of a search.
    pub fn book(side: Side, text: impl Into<String>) -> Self {
        let note = PlyNote { is_book: true, ..PlyNote::default() };
        Self { side, text: text.into(), note, ..Self::default() }
    }
}

impl fmt::Display for PlyNote {
    /// Writes the note as the text of a comment, without braces. Writes nothing if the note has no data.
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

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
