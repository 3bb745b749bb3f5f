//! Texts of positions and moves, and drawings.

mod actions;
mod moves;
mod positions;

use plywright::{Action, Notation, ParseMoveError, ParsePositionError, Scene};

use crate::game::Santorini;
use crate::moves::Move;
use crate::scene;
use crate::state::State;

impl Notation for Santorini {
    /// Reads 25 heights in reading order, then the player to move. The god, the stored state and the workers
    /// of each player follow, as in `0000000000000000000000000/1/mortal:B3,D3/mortal:C4,C2`. Accepts any pair
    /// of gods that is allowed.
    fn parse_position(&self, text: &str) -> Result<State, ParsePositionError> {
        positions::read(text)
    }

    fn position_text(&self, state: &State) -> String {
        positions::write(state, self.mark_before)
    }

    fn move_text(&self, state: &State, mv: Move) -> String {
        let mut text = String::new();
        // Errors are ignored, because writing to a string cannot fail.
        let _ = moves::write(&mut text, state, &self.after(state, mv));
        text
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, ParseMoveError> {
        moves::read(*self, state, text)
    }

    fn actions(&self, state: &State, mv: Move) -> Vec<Vec<Action>> {
        actions::of(state, &self.after(state, mv))
    }

    fn scene(&self, state: &State) -> Scene {
        scene::of(state)
    }

    fn drawing(&self, state: &State) -> String {
        scene::draw(state)
    }
}
