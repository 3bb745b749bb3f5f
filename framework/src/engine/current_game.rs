//! The current game: its positions and their history for the draw rules.

use super::playable::Playable;
use super::request::SetupError;
use crate::rules::{Game, PositionHistory, State};
use crate::search::Turn;
use crate::text::ParseMoveError;

#[derive(Clone, Debug)]
pub(super) struct CurrentGame<G: Game> {
    /// All positions so far, the current one last; never empty.
    pub(super) states: Vec<G::State>,
    pub(super) history: PositionHistory,
}

impl<G: Playable> CurrentGame<G> {
    pub(super) fn start(game: &G, state: G::State) -> Self {
        Self { history: PositionHistory::new(state.key(), game.halfmove_clock(&state)), states: vec![state] }
    }

    pub(super) fn present(&self) -> &G::State {
        &self.states[self.states.len() - 1]
    }

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

    /// On an error, plays none of the moves.
    pub(super) fn play(&mut self, game: &G, moves: &[&str]) -> Result<(), SetupError> {
        let before = self.states.len();
        let played = moves.iter().enumerate().try_for_each(|(index, text)| {
            let fail = |error| SetupError::Move { number: index + 1, error };
            let mv = game.parse_move(self.present(), text).map_err(fail)?;
            if self.forbids(game, mv) {
                return Err(fail(ParseMoveError::repeating(text)));
            }
            let irreversible = game.irreversible(self.present(), mv);
            let mut next = self.present().clone();
            game.play(&mut next, mv);
            self.history.push(next.key(), irreversible);
            self.states.push(next);
            Ok(())
        });
        if played.is_err() {
            while self.states.len() > before {
                self.undo();
            }
        }
        played
    }

    pub(super) fn undo(&mut self) -> bool {
        let is_possible = self.states.len() > 1;
        if is_possible {
            self.states.pop();
            self.history.pop();
        }
        is_possible
    }
}
