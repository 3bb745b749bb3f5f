//! Boards of games that are written in Python, from rows of letters.

use std::borrow::Cow;

use plywright::{OwnedShape, Scene, Shape, Side};
use pyo3::prelude::*;

use crate::errors::OptionError;

/// Maximum number of rows and of columns. The name of a column is one letter.
const MAX_SIZE: usize = 26;

/// Reads the rows of a board, from the top, with a letter for each square. A slash or a line feed stands between two
/// rows. `signs` are the letters of the discs of both sides; [`piece_of`] says what other letters mean.
///
/// # Errors
///
/// Returns an error if the rows have different lengths or are empty, or if they are too many or too long.
pub fn scene(text: &str, signs: &[String; 2]) -> PyResult<Scene> {
    let rows = read_rows(text)?;
    let columns = rows[0].chars().count();
    let piece = |letter: char| piece_of(letter, signs);
    let mut scene = Scene::grid(columns as u8, rows.len() as u8).rows(&rows.concat(), piece);
    for (seat, sign) in scene.seats.iter_mut().zip(signs) {
        seat.sign = sign.chars().next();
    }
    Ok(scene)
}

/// Splits a text into rows. Line feeds before the first row and after the last one are ignored. Returns an error if the
/// rows differ in length, or if their length or their number is 0 or above [`MAX_SIZE`].
fn read_rows(text: &str) -> PyResult<Vec<&str>> {
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
    Ok(rows)
}

/// Returns the piece for a letter; `None` for a dot or a space, which stand for an empty square. A letter of `signs` is
/// a disc of its side. Any other letter is a token. It belongs to the first side if it is a capital, to the second side
/// if it is a small letter, and otherwise to neither side.
fn piece_of(letter: char, signs: &[String; 2]) -> Option<OwnedShape> {
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
}
