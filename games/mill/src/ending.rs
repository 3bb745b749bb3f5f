//! How a game ends by its position.

use plywright::{Ending, Side};

use crate::game::Mill;
use crate::state::State;

impl Mill {
    /// How the game ended, if it did.
    #[inline]
    pub(crate) fn ended(&self, state: &State) -> Option<Ending> {
        if let Some(loser) = self.without_enough_stones(state) {
            return Some(Ending::Win(!loser));
        }
        if self.is_stuck(state) { Some(Ending::Win(!state.side)) } else { None }
    }

    /// The side that has too few stones left to win; the side to move where both have.
    #[inline]
    pub(crate) fn without_enough_stones(&self, state: &State) -> Option<Side> {
        let least = self.rules.pieces_at_least_count;
        if state.total[0] >= least && state.total[1] >= least {
            return None;
        }
        Some(if state.total(state.side) < least { state.side } else { !state.side })
    }

    /// Is the side to move without a legal move?
    #[inline]
    fn is_stuck(&self, state: &State) -> bool {
        if state.pending() != 0 {
            return self.removable(state).is_empty();
        }
        let empty = self.empty(state);
        if state.places() || self.flies(state) {
            empty.is_empty() || !state.places() && state.own().is_empty()
        } else {
            (self.board.beside(state.own()) & empty).is_empty()
        }
    }
}
