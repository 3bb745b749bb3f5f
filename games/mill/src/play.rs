//! Playing a move.

use crate::game::Mill;
use crate::moves::{Action, Move};
use crate::square::Square;
use crate::state::State;

impl Mill {
    /// Plays a legal move.
    #[inline]
    pub(crate) fn apply(&self, state: &mut State, mv: Move) {
        match mv.action() {
            Action::Place(to) => self.place(state, to),
            Action::Slide(from, to) => self.slide(state, from, to),
            Action::Remove(at) => self.remove(state, at),
        }
    }

    #[inline]
    fn place(&self, state: &mut State, to: Square) {
        let side = state.side;
        state.put(side, to);
        state.spend(side);
        state.rule50 = 0;
        self.after_arrival(state, to);
    }

    #[inline]
    fn slide(&self, state: &mut State, from: Square, to: Square) {
        let side = state.side;
        state.lift(side, from);
        state.put(side, to);
        state.rule50 = state.rule50.saturating_add(1);
        self.after_arrival(state, to);
    }

    /// A stone has come to `to`: a closed mill earns a removal by the same side, else the turn ends.
    #[inline]
    fn after_arrival(&self, state: &mut State, to: Square) {
        if self.board.closes_mill(state.own(), to) && !state.opposing().is_empty() {
            state.set_removals(state.side, 1);
        } else {
            state.end_turn();
        }
    }

    /// Takes a stone of the opponent. The turn ends with the last removal that is due and possible, and with the game.
    #[inline]
    fn remove(&self, state: &mut State, at: Square) {
        let victim = !state.side;
        state.lift(victim, at);
        state.total[victim.index()] -= 1;
        state.rule50 = 0;
        let due = state.pending() - 1;
        if due > 0 && !state.opposing().is_empty() && self.without_enough_stones(state).is_none() {
            state.set_removals(state.side, due);
        } else {
            state.set_removals(state.side, 0);
            state.end_turn();
        }
    }
}
