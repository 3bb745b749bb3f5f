//! Reads and writes records in the default format, a form of PGN. The reader accepts what PGN's standard allows for
//! import, and additions of other programs.

mod draft;
mod movetext;
mod note;
mod read;
mod scan;
mod signs;
mod tags;
mod write;

pub(super) use movetext::MAX_DEPTH;
pub use read::RecordReader;
pub(super) use signs::SUFFIXES;
pub(super) use write::variation_text;
