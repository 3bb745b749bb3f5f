//! Records of Mill in the Mill Interchange Format 1.0. A game is a state with its history (`MSTATE/1.0`). A
//! position (`MIFPOS/1.0`) is read as a game without moves.
//!
//! Games are written with their complete rules, under an identifier of this program. Some rules of Mill
//! cannot be written. Tags, comments, glyphs, search data and variations are written as annotations, which
//! other programs may ignore.

mod fields;
mod read;
mod rules;
mod write;

pub(super) use read::MifReader;
pub(super) use write::write;

/// Key under which this program's annotations are stored.
const NOTES: &str = "plywright";
