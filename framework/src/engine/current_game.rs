//! The current game: its positions and their keys.

use super::playable::Playable;
use super::request::SetupError;
use crate::rules::{Game, PositionHistory, State};
use crate::search::Turn;
use crate::text::ParseMoveError;

/// Positions of the current game, and the position history for the draw rules.
#[derive(Clone, Debug)]
pub(super) struct CurrentGame<G: Game> {
    /// All positions so far, the current one last; never empty.
    pub(super) states: Vec<G::State>,
    /// Keys of the positions in `states`, for the draw rules.
    pub(super) history: PositionHistory,
}

impl<G: Playable> CurrentGame<G> {
    pub(super) fn start(game: &G, state: G::State) -> Self {
        Self { history: PositionHistory::new(state.key(), game.halfmove_clock(&state)), states: vec![state] }
    }

    pub(super) fn present(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

    /// Whether the side to move is in the middle of its turn. Draw rules apply only at the end of a turn.
    pub(super) fn is_mid_turn(&self, game: &G) -> bool {
        match &self.states[..] {
            [.., before, present] => Turn::after(game, before.side(), present).continues(),
            _ => false,
        }
    }

    /// Whether the rules forbid the move because it repeats a position.
    pub(super) fn forbids(&self, game: &G, mv: G::Move) -> bool {
        game.draw_rules(self.present()).has_superko() && {
            let mut next = self.present().clone();
            game.play(&mut next, mv);
            self.history.would_repeat(next.key())
        }
    }

    pub(super) fn play(&mut self, game: &G, moves: &[&str]) -> Result<(), SetupError> {
        for (index, text) in moves.iter().enumerate() {
            let state = self.present();
            let mv =
                game.parse_move(state, text)
                    .and_then(|mv| {
                        if self.forbids(game, mv) { Err(ParseMoveError::repeating(text)) } else { Ok(mv) }
                    })
                    .map_err(|error| SetupError::Move { number: index + 1, error })?;
            let mut next = state.clone();
            game.play(&mut next, mv);
            self.history.push(next.key(), game.irreversible(state, mv));
            self.states.push(next);
        }
        Ok(())
    }
}
