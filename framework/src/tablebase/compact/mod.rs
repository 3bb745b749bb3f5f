//! Compact tables: win, draw or loss, usually in less than a bit per position, and optionally the distances of
//! long wins and losses.
//!
//! Some slices are not stored ([`Sliced::is_stored`](super::Sliced::is_stored)); their values are derived by
//! playing turns. A small network and the values of similar positions predict each value, and a range coder
//! encodes it with the predicted probabilities. Each row is encoded separately, so that it can be decoded
//! alone. The decoder computes in integers, so every machine decodes the same values.

mod distances;
mod file;
mod pack;
mod predictor;
mod probability;
mod reader;
mod row;
mod slice_files;
mod source;
mod training;

pub use pack::{Contents, compare, pack};
pub use reader::CompactTables;
pub(super) use slice_files::has_lost_manifest;
pub use slice_files::is_in;
pub use source::{Source, Stored};
