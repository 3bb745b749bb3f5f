//! What the interfaces of the UCI family share. The Universal Game Interface was made after the Universal Chess Interface and
//! differs from it by a few words, so one reader and one writer serve both; [`Keywords`] has the words.

mod go;
mod read;
mod write;

use plywright::Score;

pub(crate) use go::read_go;
pub(crate) use read::{option_assignment, read, shared_request};
pub(crate) use write::{identity, option, write};

/// The words in which the interfaces differ.
#[derive(Debug)]
pub(crate) struct Keywords {
    /// Asks who the engine is.
    pub(crate) handshake: &'static str,
    /// Ends the answer to that.
    pub(crate) introduced: &'static str,
    /// Begins a new game.
    pub(crate) new_game: &'static str,
    /// The clocks in `go`: both sides' time, then both sides' increment.
    pub(crate) clocks: [&'static str; 4],
    /// How a distance to the end is counted.
    pub(crate) mate: fn(Score) -> Option<i32>,
    /// What `help` prints.
    pub(crate) help: &'static str,
}
