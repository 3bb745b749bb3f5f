//! The position in the midst of a turn.

use crate::square::Square;
use crate::squares::{Squares, surroundings};
use crate::state::State;

/// The position in the midst of a turn, and what the rest of the turn needs to know of its
/// beginning.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnState {
    /// The board as it is now. The side to move is still the one whose turn it is.
    pub(crate) state: State,
    /// Where the chosen worker stood when it was chosen.
    pub(crate) origin: Square,
    /// Where the chosen worker stands now.
    pub(crate) at: Square,
    /// The square last built on.
    pub(crate) site: Square,
    /// Whether a worker has moved up in this turn.
    pub(crate) climbed: bool,
    /// Whether a worker has stepped down in this turn.
    pub(crate) descended: bool,
    /// Whether a power is in use that nobody can be made to use.
    pub(crate) is_by_choice: bool,
    /// A worker chosen on one of these squares must end on one of them.
    pub(crate) must_stay_adjacent: Squares,
}

impl TurnState {
    /// The beginning of a turn. No worker is chosen yet: the squares of one mean nothing.
    #[inline]
    pub(crate) fn new(state: &State, must_stay_adjacent: Squares) -> Self {
        let none = Square::new(0);
        Self {
            state: *state,
            origin: none,
            at: none,
            site: none,
            climbed: false,
            descended: false,
            is_by_choice: false,
            must_stay_adjacent,
        }
    }

    /// The same with a worker chosen.
    #[inline]
    pub(crate) fn with_worker(&self, worker: Square) -> Self {
        Self { origin: worker, at: worker, ..*self }
    }

    /// The same with a power in use that nobody can be made to use.
    #[inline]
    pub(crate) fn by_choice(&self) -> Self {
        Self { is_by_choice: true, ..*self }
    }

    /// Height on which the chosen worker stands.
    #[inline]
    pub(crate) fn height(&self) -> u8 {
        self.state.height(self.at)
    }

    /// The workers of the side to move that are not the chosen one.
    #[inline]
    pub(crate) fn unmoved(&self) -> Squares {
        self.state.own().without(self.at)
    }

    /// The same with the chosen worker on another square, by a step.
    #[inline]
    pub(crate) fn stepped(&self, to: Square) -> Self {
        let mut next = *self;
        next.climbed |= self.state.height(to) > self.height();
        next.descended |= self.state.height(to) < self.height();
        next.displace(to);
        next
    }

    /// Puts the chosen worker on another square, by whatever force.
    #[inline]
    pub(crate) fn displace(&mut self, to: Square) {
        self.state.relocate(self.state.side, self.at, to);
        self.at = to;
    }

    /// Moves an enemy. A worker that must stay adjacent to enemies looks for them where they are
    /// now.
    #[inline]
    pub(crate) fn force(&mut self, from: Square, to: Square) {
        self.state.relocate(!self.state.side, from, to);
        if !self.must_stay_adjacent.is_empty() {
            self.must_stay_adjacent = surroundings(self.state.others());
        }
    }

    /// Whether the chosen worker is adjacent to the opponent's workers, if it must be.
    #[inline]
    pub(crate) fn stays_adjacent(&self) -> bool {
        let adjacent = self.must_stay_adjacent;
        adjacent.is_empty() || !adjacent.contains(self.origin) || adjacent.contains(self.at)
    }
}
