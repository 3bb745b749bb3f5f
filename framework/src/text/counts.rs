//! Readers for parts of position texts that several games share: the side to move after the board, and boards of
//! numbers, such as the seeds in houses.

use super::notation::ParsePositionError;
use crate::rules::Side;

/// Splits the text of a position at its last space into the text of the board and the side to move. The word for the
/// side must equal one of `words`, which are those of the first and the second side.
///
/// ```
/// use plywright::{Side, split_side};
/// assert_eq!(split_side("4,4/4,4 n", ["s", "n"]), Ok(("4,4/4,4", Side::Second)));
/// assert!(split_side("4,4/4,4", ["s", "n"]).is_err());
/// ```
///
/// # Errors
///
/// Returns an error if the side is missing or unknown.
pub fn split_side<'a>(text: &'a str, words: [&str; 2]) -> Result<(&'a str, Side), ParsePositionError> {
    let (board, found) = text.trim().rsplit_once(' ').unwrap_or((text, ""));
    let side = Side::BOTH.into_iter().find(|side| words[side.index()] == found).ok_or_else(|| {
        ParsePositionError::new("side to move", found, format!("{} after the board", words.join(" or ")))
    })?;
    Ok((board.trim(), side))
}

/// Reads a board of counts, such as the seeds in the houses of each side. It consists of `rows` lists, separated by
/// `/`. Each list has `columns` numbers, separated by `,`. All numbers add up to `total`.
///
/// ```
/// use plywright::read_counts;
/// assert_eq!(read_counts("2,2,0/1,2,1", 2, 3, 8), Ok(vec![vec![2, 2, 0], vec![1, 2, 1]]));
/// assert!(read_counts("2,2,0/1,2,2", 2, 3, 8).is_err());
/// ```
///
/// # Errors
///
/// Returns an error if the number of lists, their lengths or the sum is wrong, or if an entry is not a number from 0 to
/// 255.
pub fn read_counts(
    text: &str,
    rows: usize,
    columns: usize,
    total: usize,
) -> Result<Vec<Vec<u8>>, ParsePositionError> {
    let wrong = || {
        let expected = format!("{rows} lists of {columns} numbers with / between them, together {total}");
        ParsePositionError::new("board", text, expected)
    };
    // Reading stops after one entry too many, so that a very long text is refused quickly.
    let numbers = |list: &str| list.split(',').take(columns + 1).map(|number| number.parse().ok()).collect();
    let lists: Option<Vec<Vec<u8>>> = text.split('/').take(rows + 1).map(numbers).collect();
    let lists = lists.ok_or_else(wrong)?;
    let sum: usize = lists.iter().flatten().map(|number| usize::from(*number)).sum();
    let fits = lists.len() == rows && lists.iter().all(|list| list.len() == columns) && sum == total;
    if fits { Ok(lists) } else { Err(wrong()) }
}
