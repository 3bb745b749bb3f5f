//! Compact tables: win, draw or loss of every position, in a fraction of a bit each.
//!
//! Three ideas make them small. A game stores only some slices ([`Sliced::is_stored`]); the values of the
//! others follow from their turns. A small network, trained on the slice, predicts a value from patterns of
//! cells ([`predictor`]). Values before it in the same row that belong to similar positions predict it too.
//! A range coder writes what both leave open.
//!
//! Rows are coded one by one, so that a lookup reads and unpacks a single row. All arithmetic of the decoder
//! is on integers: every machine decodes the same values.

mod coder;
mod file;
mod pack;
mod predictor;
mod reader;
mod row;
mod source;
mod training;

pub use pack::{compare, pack};
pub use reader::CompactTables;
pub use row::RowPosition;
pub use source::{Source, Stored};

use std::path::Path;

#[cfg(doc)]
use super::sliced::Sliced;

/// Whether a folder holds compact tables.
pub fn is_in(folder: &Path) -> bool {
    folder.join(file::MANIFEST).exists()
}

/// Winner under best play, from the point of view of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The side to move loses.
    Loss,
    /// Neither side can win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Wdl {
    /// All values in the order of their numbers.
    const ALL: [Self; 3] = [Self::Loss, Self::Draw, Self::Win];

    /// The value for the other side.
    pub const fn reversed(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

impl From<super::Value> for Wdl {
    fn from(value: super::Value) -> Self {
        match value {
            _ if value.is_win() => Self::Win,
            _ if value.is_loss() => Self::Loss,
            _ => Self::Draw,
        }
    }
}
