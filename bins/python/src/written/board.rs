//! Boards of games that are written in Python, from rows of letters.

use std::borrow::Cow;

use plywright::{Scene, Shape, Side};
use pyo3::prelude::*;

use crate::errors::OptionError;

/// Maximum number of rows and of columns. The name of a column is one letter.
const MAX_SIZE: usize = 26;

/// Reads the rows of a board, from the top, with a letter for each square. `signs` are the letters of the discs of both
/// sides. A dot stands for an empty square. Any other letter is a token. It belongs to the first side if it is a
/// capital, to the second side if it is a small letter, and otherwise to neither side.
///
/// # Errors
///
/// Returns an error if the rows have different lengths, or are too many or too long.
pub fn scene(text: &str, signs: &[String; 2]) -> PyResult<Scene> {
    let rows: Vec<&str> = text.trim_matches('\n').split(['/', '\n']).collect();
    let columns = rows[0].chars().count();
    if !(1..=MAX_SIZE).contains(&columns) || rows.len() > MAX_SIZE {
        let found = format!("scene returned {} rows of {columns} squares", rows.len());
        return Err(OptionError::new_err(format!("{found}, expected 1 to {MAX_SIZE} of each")));
    }
    if let Some(row) = rows.iter().find(|row| row.chars().count() != columns) {
        let row = plywright::shorten(row);
        return Err(OptionError::new_err(format!(
            "scene returned the row '{row}', expected {columns} squares as in the first row"
        )));
    }
    let piece = |letter: char| {
        if letter == '.' || letter == ' ' {
            return None;
        }
        let text = letter.to_string();
        if let Some(side) = Side::BOTH.into_iter().find(|side| signs[side.index()] == text) {
            return Some((Some(side), Shape::Disc));
        }
        let capital = letter.is_uppercase().then_some(Side::First);
        let side = capital.or_else(|| letter.is_lowercase().then_some(Side::Second));
        Some((side, Shape::Token(Cow::Owned(text))))
    };
    let mut scene = Scene::grid(columns as u8, rows.len() as u8).rows(&rows.concat(), piece);
    for (seat, sign) in scene.seats.iter_mut().zip(signs) {
        seat.sign = sign.chars().next();
    }
    Ok(scene)
}

/// Splits the text of a move, such as `a2a3`, into the names of its squares. A hyphen or the letter `x` may stand
/// between two names. Returns `None` if the text is empty or has other parts.
pub fn squares(text: &str) -> Option<Vec<&str>> {
    let mut names = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let digits = rest.strip_prefix(|letter: char| letter.is_ascii_lowercase())?;
        let end = digits.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(digits.len());
        if end == 0 {
            return None;
        }
        let (name, tail) = rest.split_at(1 + end);
        names.push(name);
        rest = tail.strip_prefix(['-', 'x']).unwrap_or(tail);
    }
    (!names.is_empty()).then_some(names)
}
