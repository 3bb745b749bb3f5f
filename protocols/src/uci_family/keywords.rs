//! Keywords of an interface of the UCI family.

use plywright::Score;

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
