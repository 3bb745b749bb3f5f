//! Exact values of a position and of each of its moves.

use std::cmp::Reverse;

use super::folder::Tablebase;
use super::sliced::Sliced;
use crate::rules::{Moves, Score};
use crate::search::{Oracle, Value, value_of_move, value_of_position};
use crate::text::Notation;

/// Exact values of a position and of its moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Probed {
    /// Value for the side to move; `None` if it is unknown or the game is over.
    pub value: Option<Value>,
    /// Text of each legal move and its value for the side that plays it, best first, unknown ones last.
    pub moves: Vec<(String, Option<Value>)>,
}

impl<G: Sliced> Oracle<G> for Tablebase<G> {
    fn probe(&self, _game: &G, state: &G::State) -> Option<Score> {
        self.value(state).ok().flatten().map(Value::score)
    }
}

/// Looks up a position and the positions after each of its moves.
pub fn probe<G: Notation>(game: &G, oracle: &dyn Oracle<G>, state: &G::State) -> Probed {
    let mut moves = Moves::new();
    game.moves(state, &mut moves);
    let valued = |mv| (game.move_text(state, mv), value_of_move(game, oracle, state, mv));
    let mut moves: Vec<_> = moves.into_iter().map(valued).collect();
    moves.sort_by_key(|(_, value)| Reverse(*value));
    Probed { value: value_of_position(game, oracle, state), moves }
}
