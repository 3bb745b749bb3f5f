//! The file of subspace values.
//!
//! The value of a subspace is the value of a draw by play that stays in the subspace, for the side to move. It lies
//! between the values of a loss and a win, which the file holds too.

use std::fs;
use std::path::Path;

use plywright::FileError;

use super::entry::Scale;
use crate::tables::Slice;

pub(super) struct Values {
    pub(super) scale: Scale,
    pub(super) subspaces: Vec<(Slice, i32)>,
}

pub(super) const FILE: &str = "std.secval";

/// Maximum length of the file in bytes.
const MAX_LENGTH: u64 = 1 << 20;

/// Maximum number of a side's stones on the board, and maximum number in its hand.
const MAX_STONES: i32 = 12;

/// Maximum absolute value of a loss or a win. The difference of two values then fits into 16 bits.
const MAX_VALUE: i32 = 1 << 14;

/// Text of the published file of subspace values of Nine Men's Morris.
pub(super) const PUBLISHED: &str = include_str!("../../data/std.secval");

pub(super) fn read(path: &Path) -> Result<Values, FileError> {
    let failed = |error| FileError::access(path, &error);
    let length = fs::metadata(path).map_err(failed)?.len();
    if length > MAX_LENGTH {
        let expected = format!("at most {MAX_LENGTH} bytes");
        return Err(FileError::content(path, format!("{length} bytes"), expected));
    }
    let bytes = fs::read(path).map_err(failed)?;
    parse(&String::from_utf8_lossy(&bytes)).map_err(|(line, expected)| {
        FileError::content(path, format!("unexpected text in line {line}"), expected)
    })
}

/// Parses the values of a loss and a win, the number of subspaces, and a line for each subspace. An error holds the
/// number of a line, from 1, and what was expected there. If one of the first three lines is missing, or a loss or win
/// is out of range, this is line 1.
fn parse(text: &str) -> Result<Values, (usize, String)> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut labelled = |label: &str| {
        let (number, line) = lines.next().unwrap_or((1, ""));
        let value = line.strip_prefix(label).and_then(|rest| rest.trim().parse().ok());
        value.ok_or_else(|| (number, label.to_owned()))
    };
    let loss: i32 = labelled("virt_loss_val:")?;
    let win: i32 = labelled("virt_win_val:")?;
    // The third line has no label.
    let promised: i32 = labelled("").map_err(|(line, _)| (line, "the number of subspaces".to_owned()))?;
    if !(-MAX_VALUE..0).contains(&loss) || !(1..=MAX_VALUE).contains(&win) {
        return Err((1, format!("a loss from -{MAX_VALUE} to -1 and a win from 1 to {MAX_VALUE}")));
    }
    let mut subspaces = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let subspace = parse_subspace(line).filter(|(_, value)| loss < *value && *value < win);
        let expected =
            || format!("four numbers of stones up to {MAX_STONES} and a value between {loss} and {win}");
        subspaces.push(subspace.ok_or_else(|| (number, expected()))?);
    }
    if usize::try_from(promised) != Ok(subspaces.len()) {
        return Err((3, "the number of lines that follow".to_owned()));
    }
    Ok(Values { scale: Scale { loss, win }, subspaces })
}

/// Parses two numbers of stones on the board, two numbers of stones in hand, and a value; the side to move comes first.
/// `None` if the line does not hold exactly these five numbers, or if a number of stones is out of range.
fn parse_subspace(line: &str) -> Option<(Slice, i32)> {
    let numbers: Vec<i32> = line.split_whitespace().map(|word| word.parse().ok()).collect::<Option<_>>()?;
    let [stones @ .., value]: [i32; 5] = numbers.try_into().ok()?;
    if !stones.iter().all(|count| (0..=MAX_STONES).contains(count)) {
        return None;
    }
    let [own, other, own_hand, other_hand] = stones.map(|count| count as u8);
    Some((Slice { board: [own, other], hand: [own_hand, other_hand] }, value))
}
