//! Compact tables: win, draw or loss of every position, in a fraction of a bit per position.
//!
//! Three techniques keep the tables small. Only some slices are stored
//! ([`Sliced::is_stored`](super::Sliced::is_stored)); values in other slices are derived by playing turns. A
//! small network, trained on the slice, predicts each value from patterns of cells. The values of similar
//! positions earlier in the same row refine the prediction. A range coder then encodes the values with the
//! predicted probabilities.
//!
//! Each row is encoded separately, so a lookup reads and decodes a single row. The decoder computes in
//! integers only, so every machine decodes the same values.

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
