//! Common parts of the interfaces of the UCI family. The Universal Game Interface derives from the Universal
//! Chess Interface and differs in a few words, so one reader and one writer serve both. [`Keywords`] holds
//! the words.

mod go;
mod read;
mod write;

use plywright::Score;

pub(crate) use read::{invalid, option_assignment, read, shared_request};
pub(crate) use write::{identity, option, write};

/// Keywords in which the interfaces differ.
#[derive(Debug)]
pub(crate) struct Keywords {
    /// Requests the engine's identity and options.
    pub(crate) handshake: &'static str,
    /// Last line of the answer to `handshake`.
    pub(crate) introduced: &'static str,
    /// Starts a new game.
    pub(crate) new_game: &'static str,
    /// Clocks in `go`: the time of each side, then the increment of each side.
    pub(crate) clocks: [&'static str; 4],
    /// Converts a score to the distance to the end, in the interface's unit.
    pub(crate) mate: fn(Score) -> Option<i32>,
    /// What `help` prints.
    pub(crate) help: &'static str,
}
