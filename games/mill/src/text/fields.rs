//! Fields of a position text: their names, letters, numbers and signs.

use std::ops::RangeInclusive;

use plywright::ParsePositionError;

use crate::board::Point;

/// Maximum value of the two counters, plies and moves.
pub(super) const MAX_COUNT: i64 = u16::MAX as i64;

/// Characters of the board field, one for each point.
pub(super) mod sign {
    pub(in crate::text) const WHITE: char = 'O';
    pub(in crate::text) const BLACK: char = '@';
    pub(in crate::text) const MARKED: char = 'X';
    pub(in crate::text) const EMPTY: char = '*';
}

/// Maximum number of points in a group of the board field.
pub(super) const GROUP: usize = 8;

/// Names of the fields for error messages, in the order of the text.
pub(super) const NAMES: [&str; 17] = [
    "board",
    "side to move",
    "phase",
    "action",
    "white stones on the board",
    "white stones in hand",
    "black stones on the board",
    "black stones in hand",
    "stones for White to remove",
    "stones for Black to remove",
    "start of White's last mill",
    "end of White's last mill",
    "start of Black's last mill",
    "end of Black's last mill",
    "mask of mills",
    "plies since the last placing or removal",
    "move number",
];

/// The field, after the regular ones, which says that points are numbered from 0. Readers ignore its case.
const FROM_0: &str = "ids:nodes";

/// Indices of the fields in a position text.
pub(super) mod at {
    pub(in crate::text) const BOARD: usize = 0;
    pub(in crate::text) const SIDE: usize = 1;
    pub(in crate::text) const PHASE: usize = 2;
    pub(in crate::text) const ACTION: usize = 3;
    /// Number of White's stones on the board. Black's number is two fields later.
    pub(in crate::text) const ON_BOARD: usize = 4;
    /// Number of White's stones in hand. Black's number is two fields later.
    pub(in crate::text) const IN_HAND: usize = 5;
    /// Number of White's pending removals. Black's number is in the next field.
    pub(in crate::text) const REMOVALS: usize = 8;
    /// First of the four fields for the starts and ends of last mills.
    pub(in crate::text) const LAST_MILLS: usize = 10;
    pub(in crate::text) const MASK: usize = 14;
    pub(in crate::text) const HALFMOVE_CLOCK: usize = 15;
    pub(in crate::text) const FULLMOVE: usize = 16;
}

/// The fields of a position text. Fields at the end may be missing.
pub(super) struct Fields<'a> {
    words: Vec<&'a str>,
    /// Number of the first point in this text: 0 with the field `ids:nodes`, otherwise [`Point::FIRST_NUMBER`].
    first_number: u8,
}

impl<'a> Fields<'a> {
    pub(super) fn split(text: &'a str) -> Self {
        let words: Vec<&str> = text.split_whitespace().collect();
        let starts_at_0 = words.iter().skip(NAMES.len()).any(|word| is_from_0(word));
        Self { words, first_number: if starts_at_0 { 0 } else { Point::FIRST_NUMBER } }
    }

    pub(super) fn first_number(&self) -> u8 {
        self.first_number
    }

    pub(super) fn len(&self) -> usize {
        self.words.len()
    }

    pub(super) fn get(&self, field: usize) -> Option<&'a str> {
        self.words.get(field).copied()
    }

    /// Creates an error that names the field, quotes its text and says what was expected. A missing field is
    /// quoted as empty text.
    pub(super) fn error(&self, field: usize, expected: impl Into<String>) -> ParsePositionError {
        let part = NAMES.get(field).map_or_else(|| format!("field {}", field + 1), |name| (*name).to_owned());
        ParsePositionError::new(part, self.get(field).unwrap_or(""), expected)
    }

    /// Parses a field as a number, and fails if its text is not a number in `range`. Returns `None` if the text of the
    /// position ends before the field.
    pub(super) fn number(
        &self,
        field: usize,
        range: &RangeInclusive<i64>,
    ) -> Result<Option<i64>, ParsePositionError> {
        let Some(word) = self.get(field) else { return Ok(None) };
        match word.parse() {
            Ok(number) if range.contains(&number) => Ok(Some(number)),
            _ => {
                let (min, max) = (range.start(), range.end());
                Err(self.error(field, format!("a whole number from {min} to {max}")))
            }
        }
    }

    /// Parses the number of one of the first `count` points. Returns `None` for a number that stands for no point: -1,
    /// and also 0 if the numbers begin at 8. For any other text, the error says what was expected.
    pub(super) fn point(&self, word: &str, count: u32) -> Result<Option<Point>, String> {
        let first = i64::from(self.first_number);
        let end = first + i64::from(count);
        match word.parse::<i64>() {
            Ok(number) if (first..end).contains(&number) => Ok(Some(Point::new((number - first) as usize))),
            Ok(-1 | 0) => Ok(None),
            _ => {
                let none = if first == 0 { -1 } else { 0 };
                Err(format!("{none} or a point's number from {first} to {}", end - 1))
            }
        }
    }

    /// Parses a field as one of the letters in `choices`, and fails if it is none of them. Returns `None` if the text
    /// ends before the field.
    pub(super) fn letter(&self, field: usize, choices: &str) -> Result<Option<char>, ParsePositionError> {
        let Some(word) = self.get(field) else { return Ok(None) };
        let mut letters = word.chars();
        match (letters.next(), letters.next()) {
            (Some(letter), None) if choices.contains(letter) => Ok(Some(letter)),
            _ => {
                let list: Vec<String> = choices.chars().map(String::from).collect();
                Err(self.error(field, format!("one of {}", list.join(", "))))
            }
        }
    }
}

/// Whether a field after the regular ones says that points are numbered from 0.
pub(super) fn is_from_0(word: &str) -> bool {
    word.eq_ignore_ascii_case(FROM_0)
}
