//! Variations: alternatives to a move, each a line of moves with its own annotations.

use plywright::engine::{DynGame, SetupError};
use plywright::game::DynLine;

use super::{GameRecord, GameResult, Ply, numbered, pgn};

impl Ply {
    /// Parses variations of this move in the form of PGN, each in parentheses, and adds them. In a variation, moves
    /// before the first move number belong to the side of this move.
    ///
    /// # Errors
    /// Returns a message if the text is anything but whole variations.
    pub fn add_variations(&mut self, text: &str) -> Result<(), String> {
        self.variations.extend(pgn::variations(text, self.side)?);
        Ok(())
    }
}

impl GameRecord {
    /// Whether the record has neither moves nor comments nor a result.
    pub(super) fn is_blank(&self) -> bool {
        let has_comments = !self.before.is_empty() || !self.comment.is_empty();
        self.plies.is_empty() && !has_comments && self.result == GameResult::Unknown
    }

    /// Plays the record by the rules of `game` to set the side of each move, also in variations. A variation with an
    /// illegal move is not an error: later moves of the variation keep the sides that the file gave them.
    ///
    /// # Errors
    /// Returns an error if the start position or a move of the game is illegal. Moves are numbered from 1.
    pub fn follow(&mut self, game: &dyn DynGame) -> Result<(), SetupError> {
        let mut line = game.set_up(&self.setup(), &[])?;
        let (played, illegal) = set_sides(&mut self.plies, &mut *line);
        illegal.map_or(Ok(()), |error| Err(numbered(error, played + 1)))
    }
}

/// Plays moves in `game` and sets their sides. Does the same in their variations, which are taken back. Stops at the
/// first illegal move. Returns the number of moves played, and the error of the illegal move.
fn set_sides(plies: &mut [Ply], game: &mut dyn DynLine) -> (usize, Option<SetupError>) {
    for (index, ply) in plies.iter_mut().enumerate() {
        ply.side = game.side();
        for line in &mut ply.variations {
            let (played, _) = set_sides(&mut line.plies, game);
            for _ in 0..played {
                game.undo();
            }
        }
        if let Err(error) = game.replay(&[&ply.text]) {
            return (index, Some(error));
        }
    }
    (plies.len(), None)
}
