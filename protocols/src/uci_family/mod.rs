//! Common parts of the interfaces of the UCI family. The Universal Game Interface derives from the Universal
//! Chess Interface and differs in a few words, so one reader and one writer serve both. [`Keywords`] holds
//! the words.

mod go;
mod keywords;
mod read;
mod write;

pub(crate) use keywords::Keywords;
pub(crate) use read::{option_assignment, read, shared_request};
pub(crate) use write::{identity, option, write};
