//! The part of a record that has been read so far. The reader adds token by token.

use plywright::shorten;

use super::movetext::MoveText;
use super::scan::{Scanner, Token};
use super::tags::{self, Heading};
use crate::record::{GameRecord, GameResult, Place, append};

/// Form of a tag, for error messages.
const TAG: &str = "[Name \"value\"]";

/// The tags and moves of a record so far.
#[derive(Debug)]
pub(super) struct Draft {
    pub(super) heading: Heading,
    pub(super) text: MoveText,
}

/// Reason why a token cannot be part of a record.
pub(super) enum Fault {
    /// The token begins another record, but this one is not complete.
    Incomplete,
    /// The text at this place is wrong.
    Wrong(Place, String),
}

impl Draft {
    /// Starts a record with these tags, which the reader found at the end of the previous record.
    pub(super) fn new(tags: Vec<(String, String)>) -> Self {
        Self { heading: Heading::new(tags), text: MoveText::default() }
    }

    /// Whether the result has been read, and no comment or variation is open.
    pub(super) fn is_whole(&self) -> bool {
        self.text.is_over && self.text.opened().is_none()
    }

    /// Whether nothing has been read, not even a comment.
    pub(super) fn is_empty(&self) -> bool {
        self.heading.is_empty() && self.text.is_empty()
    }

    /// Whether only whole comments have been read. Also true if nothing has been read.
    pub(super) fn has_only_comments(&self) -> bool {
        self.heading.is_empty() && !self.text.has_begun && self.text.opened().is_none()
    }

    /// Adds a token that `scanner` has just found in `line`, after `empty_lines` empty lines. If the token begins a
    /// tag, reads the whole tag and moves `scanner` behind it. Returns `false` if the token belongs to the next record.
    pub(super) fn take(
        &mut self,
        token: Token<'_>,
        line: &str,
        scanner: &mut Scanner,
        empty_lines: u64,
    ) -> Result<bool, Fault> {
        let place = scanner.place;
        match token {
            Token::Tag if self.is_whole() => return Ok(false),
            Token::Tag if self.text.has_begun => return Err(Fault::Incomplete),
            Token::Tag => {
                let (name, value, length) = tags::parse(&line[scanner.at..]).map_err(|byte| {
                    let message = format!("'{}' is not a tag, expected {TAG}", shorten(line));
                    Fault::Wrong(scanner.place_of(line, scanner.at + byte), message)
                })?;
                scanner.at += length;
                return Ok(self.heading.push(&name, &value, empty_lines));
            }
            // Some files write the result twice. Any other word begins the next record.
            Token::Word(word) if self.is_whole() => return Ok(self.text.repeats_result(word)),
            Token::Word(word) if self.heading.is_empty() && !self.text.has_begun && !begins_game(word) => {
                let found = shorten(&line[scanner.begin..]);
                let message = format!("'{found}' stands before any tag, expected {TAG}");
                return Err(Fault::Wrong(place, message));
            }
            Token::Comment { .. } => {}
            _ if !self.text.has_begun && !self.heading.close() => return Ok(false),
            _ => {}
        }
        self.text.take(token, place).map(|()| true).map_err(|message| Fault::Wrong(place, message))
    }

    /// Returns the record. Some programs' records are corrected; see [`GameRecord::correct_others`].
    pub(super) fn finish(self) -> GameRecord {
        let mut record = self.with_result();
        record.correct_others();
        record
    }

    /// Returns the record. Its result is the one after the moves; if there is none, that of the tag `Result`. If the
    /// two differ, the tag is corrected, and the comment quotes its old value, except `*`, `?` and an empty one.
    fn with_result(self) -> GameRecord {
        let is_over = self.text.is_over;
        let mut record = GameRecord { tags: self.heading.tags, ..self.text.finish() };
        let Some(tag) = record.tags.get("Result").map(str::to_owned) else { return record };
        let in_tag = tag.parse::<GameResult>();
        if !is_over {
            record.result = in_tag.unwrap_or_default();
            return record;
        }
        let says_nothing = in_tag == Ok(GameResult::Unknown) || ["", "?"].contains(&tag.as_str());
        if in_tag != Ok(record.result) && !says_nothing {
            let comment = if record.plies.is_empty() { &mut record.before } else { &mut record.comment };
            append(comment, &format!("the tag Result is '{tag}'"));
        }
        record.tags.set("Result", record.result.to_string());
        record
    }
}

/// Whether `word` can begin a game without tags: it begins with a digit, like a move number, or is a result.
fn begins_game(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_digit()) || word.parse::<GameResult>().is_ok()
}
