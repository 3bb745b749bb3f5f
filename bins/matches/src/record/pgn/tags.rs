//! Reads tags, and decides which of them belong to one game.

use std::collections::HashSet;

use crate::record::Tags;

/// Parses the tag `[Name "value"]` at the start of a text. Returns its name, its value and its length in bytes. A quote
/// ends the value only before `]`, so quotes inside it need no backslash.
///
/// # Errors
/// Returns a byte index for the error message: that of the value if the value is wrong or missing, otherwise 0.
pub(super) fn parse(text: &str) -> Result<(String, String, usize), usize> {
    let inside = text.strip_prefix('[').ok_or(0_usize)?.trim_start();
    let end = inside.find(|letter: char| letter.is_whitespace() || letter == '"').ok_or(0_usize)?;
    let (name, quoted) = inside.split_at(end);
    let quoted = quoted.trim_start();
    let value_at = text.len() - quoted.len();
    let mut letters = quoted.strip_prefix('"').ok_or(value_at)?.chars();
    let mut value = String::new();
    loop {
        match letters.next().ok_or(value_at)? {
            '\\' if letters.as_str().starts_with(['"', '\\']) => value.extend(letters.next()),
            '"' => {
                if let Some(rest) = letters.as_str().trim_start().strip_prefix(']') {
                    return Ok((name.to_owned(), value, text.len() - rest.len()));
                }
                value.push('"');
            }
            letter => value.push(letter),
        }
    }
}

/// The tags before the moves of a game, in sections with empty lines between them. A section begins the next game if it
/// follows several empty lines or repeats a name of an earlier section. So does a tag that repeats the first name of
/// its own section. The game of the earlier tags then has no moves.
#[derive(Debug, Default)]
pub(super) struct Heading {
    /// Tags of the game.
    pub(super) tags: Tags,
    /// Names in `tags`, to detect a repeated name.
    names: HashSet<String>,
    /// Tags since the last empty line, which may belong to the next game.
    section: Vec<(String, String)>,
    /// Tags of the next game.
    pub(super) rest: Vec<(String, String)>,
}

impl Heading {
    /// Creates a heading from tags that were read before it was clear that the previous game had ended.
    pub(super) fn new(section: Vec<(String, String)>) -> Self {
        Self { section, ..Self::default() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.tags.0.is_empty() && self.section.is_empty()
    }

    /// Adds a tag. `empty_lines` is the number of empty lines directly before it. If the tag belongs to the next game,
    /// does not add it and returns `false`.
    pub(super) fn push(&mut self, name: &str, value: &str, empty_lines: u64) -> bool {
        let restarts = self.section.first().is_some_and(|(first, _)| first == name);
        if restarts || empty_lines > 0 {
            let is_next = !self.close() || (!self.tags.0.is_empty() && (restarts || empty_lines > 1));
            if is_next {
                return false;
            }
        }
        self.section.push((name.to_owned(), value.to_owned()));
        true
    }

    /// Ends the section. Returns `false` if its tags belong to the next game; they are then added to `rest`.
    pub(super) fn close(&mut self) -> bool {
        let section = std::mem::take(&mut self.section);
        let repeats = section.iter().any(|(name, _)| self.names.contains(name));
        if repeats {
            self.rest.extend(section);
        } else {
            self.names.extend(section.iter().map(|(name, _)| name.clone()));
            self.tags.0.extend(section);
        }
        !repeats
    }
}
