//! Compact tables: win, draw or loss of every position, in a fraction of a bit each.
//!
//! Three ideas make them small. A game stores only some slices ([`Sliced::is_stored`](super::Sliced::is_stored)); the values of the
//! others follow from their turns. A small network, trained on the slice, predicts a value from patterns of
//! cells. Values before it in the same row that belong to similar positions predict it too.
//! A range coder writes what both leave open.
//!
//! Rows are coded one by one, so that a lookup reads and unpacks a single row. All arithmetic of the decoder
//! is on integers: every machine decodes the same values.

mod file;
mod pack;
mod predictor;
mod probability;
mod reader;
mod row;
mod source;
mod training;

pub use pack::{compare, pack};
pub use reader::{CompactTables, is_in};
pub use source::{Source, Stored};
