//! Variations: alternatives to a move, each a line of moves with its own annotations.

use plywright::engine::{DynGame, SetupError};
use plywright::game::DynLine;

use super::{GameRecord, GameResult, Ply, numbered};

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
    /// Returns an error if the start position or a move of the game is illegal. The error has the number of the move,
    /// from 1.
    pub fn follow(&mut self, game: &dyn DynGame) -> Result<(), SetupError> {
        let mut line = game.set_up(&self.setup(), &[])?;
        set_sides(&mut self.plies, &mut *line)
    }
}

/// Plays moves in `game` and sets their sides. Does the same in their variations, up to an illegal move, and takes them
/// back. Returns an error at the first illegal move outside the variations.
fn set_sides(plies: &mut [Ply], game: &mut dyn DynLine) -> Result<(), SetupError> {
    for (number, ply) in (1..).zip(plies) {
        ply.side = game.side();
        let before = game.plies();
        for line in &mut ply.variations {
            let _ = set_sides(&mut line.plies, game);
            while game.plies() > before {
                game.undo();
            }
        }
        game.replay(&[&ply.text]).map_err(|error| numbered(error, number))?;
    }
    Ok(())
}
