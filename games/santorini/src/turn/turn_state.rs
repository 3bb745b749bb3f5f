//! The position during a turn.

use crate::square::Square;
use crate::squares::{Squares, surroundings};
use crate::state::State;

/// The position during a turn, and the facts about its beginning that later stages need.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnState {
    /// The current board. The side to move is still the side whose turn it is.
    pub(crate) state: State,
    /// The first square of the chosen worker.
    pub(crate) origin: Square,
    /// The current square of the chosen worker.
    pub(crate) at: Square,
    /// The square last built on.
    pub(crate) site: Square,
    /// Whether a worker has moved up in this turn.
    pub(crate) climbed: bool,
    /// Whether a worker has stepped down in this turn.
    pub(crate) descended: bool,
    /// Whether an optional power is in use.
    pub(crate) is_by_choice: bool,
    /// A worker chosen on one of these squares must end on one of them.
    pub(crate) must_stay_adjacent: Squares,
}

impl TurnState {
    /// The state at the beginning of a turn. No worker is chosen yet, so its squares have no meaning.
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

    /// Returns the state with a worker chosen.
    #[inline]
    pub(crate) fn with_worker(&self, worker: Square) -> Self {
        Self { origin: worker, at: worker, ..*self }
    }

    /// Returns the state with an optional power in use.
    #[inline]
    pub(crate) fn by_choice(&self) -> Self {
        Self { is_by_choice: true, ..*self }
    }

    /// Height on which the chosen worker stands.
    #[inline]
    pub(crate) fn height(&self) -> u8 {
        self.state.height(self.at)
    }

    /// The other workers of the side to move.
    #[inline]
    pub(crate) fn unmoved(&self) -> Squares {
        self.state.own().without(self.at)
    }

    /// Returns the state after a step of the chosen worker.
    #[inline]
    pub(crate) fn stepped(&self, to: Square) -> Self {
        let mut next = *self;
        next.climbed |= self.state.height(to) > self.height();
        next.descended |= self.state.height(to) < self.height();
        next.displace(to);
        next
    }

    /// Moves the chosen worker to another square by any means.
    #[inline]
    pub(crate) fn displace(&mut self, to: Square) {
        self.state.relocate(self.state.side, self.at, to);
        self.at = to;
    }

    /// Moves an enemy, and updates the squares on which a worker stays adjacent to enemies.
    #[inline]
    pub(crate) fn force(&mut self, from: Square, to: Square) {
        self.state.relocate(!self.state.side, from, to);
        if !self.must_stay_adjacent.is_empty() {
            self.must_stay_adjacent = surroundings(self.state.others());
        }
    }

    /// Whether the chosen worker is next to an enemy if it must be.
    #[inline]
    pub(crate) fn stays_adjacent(&self) -> bool {
        let adjacent = self.must_stay_adjacent;
        adjacent.is_empty() || !adjacent.contains(self.origin) || adjacent.contains(self.at)
    }
}
