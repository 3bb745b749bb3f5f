//! The written form of positions and moves, and the drawing of the board.

mod captures;
mod drawing;
mod fields;
mod moves;
mod read;
mod write;

use plywright::{Action, ActionForm, Notation, ParseMoveError, ParsePositionError};

use crate::game::Mill;
use crate::moves::Move;
use crate::state::State;

impl Notation for Mill {
    fn parse_position(&self, text: &str) -> Result<State, ParsePositionError> {
        self.read_position(text).map(|(state, _)| state)
    }

    fn position_text(&self, state: &State) -> String {
        self.write_position(state)
    }

    fn position_warning(&self, text: &str, _state: &State) -> Option<String> {
        self.read_position(text).ok().and_then(|(_, oddities)| oddities.summary())
    }

    fn move_text(&self, _state: &State, mv: Move) -> String {
        self.write_move(mv)
    }

    fn parse_move(&self, state: &State, text: &str) -> Result<Move, ParseMoveError> {
        self.read_move(state, text)
    }

    fn actions(&self, _state: &State, mv: Move, _form: ActionForm) -> Vec<Vec<Action>> {
        vec![vec![self.action_at_board(mv)]]
    }

    fn drawing(&self, state: &State) -> String {
        self.draw(state)
    }
}
