//! The file of subspace values.
//!
//! The value of a subspace is the value of a draw in it, for the side to move. It is higher if the subspace
//! is harder for the opponent. The file lists the values of a loss and a win, and the value of each subspace,
//! which lies between them. The entries of positions store values relative to the value of their subspace.

use std::fs;
use std::path::Path;

use plywright::FileError;

use super::entry::Scale;
use crate::tables::Slice;

/// Content of the file of subspace values.
pub(super) struct Values {
    pub(super) scale: Scale,
    pub(super) subspaces: Vec<(Slice, i32)>,
}

/// Name of the file of subspace values.
pub(super) const FILE: &str = "std.secval";

/// Maximum length of the file in bytes.
const MAX_LENGTH: u64 = 1 << 20;

/// Maximum number of stones that the file may name for a side on the board or in hand.
const MAX_STONES: i32 = 12;

/// Maximum absolute value of a loss or a win. The bound leaves room for the values of entries, which are
/// added to the values of subspaces.
const MAX_VALUE: i32 = 1 << 24;

/// Contents of the file of subspace values for the published solution.
pub(super) const PUBLISHED: &str = include_str!("../../data/std.secval");

/// Reads the file of subspace values.
pub(super) fn read(path: &Path) -> Result<Values, FileError> {
    let failed = |error| FileError::access(path, &error);
    let length = fs::metadata(path).map_err(failed)?.len();
    if length > MAX_LENGTH {
        return Err(FileError::content(path, format!("{length} bytes"), "a table of subspaces"));
    }
    let bytes = fs::read(path).map_err(failed)?;
    parse(&String::from_utf8_lossy(&bytes)).map_err(|(line, expected)| {
        FileError::content(path, format!("unexpected text in line {line}"), expected)
    })
}

/// Parses the text of the file. The first two lines hold the values of a loss and a win, the third the number
/// of subspaces. A line for each subspace follows. An error holds a line number, from 1, and the content
/// expected there.
fn parse(text: &str) -> Result<Values, (usize, &'static str)> {
    let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line.trim()));
    let mut labelled = |label: &'static str| {
        let (number, line) = lines.next().unwrap_or((1, ""));
        line.strip_prefix(label).and_then(|rest| rest.trim().parse().ok()).ok_or((number, label))
    };
    let loss: i32 = labelled("virt_loss_val:")?;
    let win: i32 = labelled("virt_win_val:")?;
    let promised: i32 = labelled("").map_err(|(line, _)| (line, "the number of subspaces"))?;
    if !(-MAX_VALUE..0).contains(&loss) || !(1..=MAX_VALUE).contains(&win) {
        return Err((1, "a loss below 0 and a win above 0"));
    }
    let mut subspaces = Vec::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let numbers: Option<Vec<i32>> = line.split_whitespace().map(|word| word.parse().ok()).collect();
        let subspace = match numbers.as_deref() {
            Some(&[ref stones @ .., value]) if stones.len() == 4 && loss < value && value < win => {
                let plausible = stones.iter().all(|count| (0..=MAX_STONES).contains(count));
                let pair = |at: usize| [stones[at] as u8, stones[at + 1] as u8];
                plausible.then(|| (Slice { board: pair(0), hand: pair(2) }, value))
            }
            _ => None,
        };
        subspaces.push(subspace.ok_or((number, "four numbers of stones and a value"))?);
    }
    if usize::try_from(promised) != Ok(subspaces.len()) {
        return Err((3, "the number of lines that follow"));
    }
    Ok(Values { scale: Scale { loss, win }, subspaces })
}
