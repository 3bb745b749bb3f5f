//! Reading and writing records in the default format, which has the form of PGN.

mod read;
mod write;

pub use read::RecordReader;
pub(super) use read::{MAX_RECORD, MoveText, SUFFIXES, append};
pub(super) use write::Variation;
