//! An opening, and how it is set up and written.

use std::fmt;

use plywright::engine::{DynGame, Setup, SetupError};
use plywright::game::DynLine;

/// Word for the game's start position in an opening file.
pub(crate) const START: &str = "startpos";

/// An opening: a position and moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Position in which the moves of the opening begin.
    pub setup: Setup,
    /// Moves played from the position.
    pub moves: Vec<String>,
}

impl fmt::Display for Opening {
    /// Writes a line of a file of openings.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.setup {
            Setup::Start => START,
            Setup::Text(text) | Setup::Named(text) => text,
        })?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, " moves {}", self.moves.join(" ")) }
    }
}

impl Opening {
    /// Returns the game after the opening.
    pub(crate) fn line(&self, game: &dyn DynGame) -> Result<Box<dyn DynLine>, SetupError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        game.set_up(&self.setup, &moves)
    }
}
