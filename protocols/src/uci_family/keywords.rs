//! The words of an interface of the UCI family.

use plywright::Score;

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
