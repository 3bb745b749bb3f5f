//! What the interfaces of the UCI family share. The Universal Game Interface was made after the Universal
//! Chess Interface and differs from it by a few words, so one reader and one writer serve both; [`Keywords`]
//! has the words.

mod go;
mod keywords;
mod read;
mod write;

pub(crate) use keywords::Keywords;
pub(crate) use read::{option_assignment, read, shared_request};
pub(crate) use write::{identity, option, write};
