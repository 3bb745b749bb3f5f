//! An opening: the position and the first moves with which a game of a match begins.

use std::fmt;

use plywright::engine::{DynGame, Setup, SetupError};
use plywright::game::DynLine;

/// Word that stands for the game's start position in a file of openings.
pub(crate) const START: &str = "startpos";

/// An opening: a position and moves from it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    /// Position in which the moves of the opening begin.
    pub setup: Setup,
    /// Texts of the moves, in the order in which they are played from `setup`.
    pub moves: Vec<String>,
}

impl fmt::Display for Opening {
    /// Writes the opening as a line of a file of openings: its position (`startpos` for the start), then the word
    /// `moves` and the moves, if there are any.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match &self.setup {
            Setup::Start => START,
            Setup::Text(text) | Setup::Named(text) => text,
        })?;
        if self.moves.is_empty() { Ok(()) } else { write!(f, " moves {}", self.moves.join(" ")) }
    }
}

impl Opening {
    /// Returns a game in which the moves of the opening have been played, or an error if the position or a move of the
    /// opening is illegal.
    pub(crate) fn line(&self, game: &dyn DynGame) -> Result<Box<dyn DynLine>, SetupError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).collect();
        game.set_up(&self.setup, &moves)
    }
}
