//! The position during a turn.

use crate::square::Square;
use crate::squares::{Squares, surroundings};
use crate::state::State;
use crate::stored::Stored;
use plywright::Side;

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
    /// Whether each side's god marks one of its workers.
    pub(crate) marks: [bool; 2],
    /// A worker chosen on one of these squares must end on one of them.
    pub(crate) must_stay_adjacent: Squares,
}

impl TurnState {
    /// The state at the beginning of a turn. No worker is chosen yet, so its squares have no meaning.
    #[inline]
    pub(crate) fn new(state: &State, marks: [bool; 2], must_stay_adjacent: Squares) -> Self {
        let none = Square::new(0);
        Self {
            state: *state,
            origin: none,
            at: none,
            site: none,
            climbed: false,
            descended: false,
            is_by_choice: false,
            marks,
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
        self.relocate(self.state.side, self.at, to);
        self.at = to;
    }

    /// Whether a side's god has marked the worker on a square.
    #[inline]
    pub(crate) fn is_marked(&self, side: Side, worker: Square) -> bool {
        self.marks[side.index()] && self.state.stored(side).squares().contains(worker)
    }

    /// Moves a worker and its mark, if it has one. The squares may be equal.
    #[inline]
    pub(crate) fn relocate(&mut self, side: Side, from: Square, to: Square) {
        if self.is_marked(side, from) {
            self.state.stored[side.index()] = Stored::new(Squares::of(to), self.state.stored(side).number());
        }
        let workers = &mut self.state.workers[side.index()];
        *workers = workers.without(from).with(to);
    }

    /// Swaps an own worker with an enemy.
    pub(crate) fn swap(&mut self, own: Square, enemy: Square) {
        self.relocate(self.state.side, own, enemy);
        self.relocate(!self.state.side, enemy, own);
    }

    /// Returns the state without a worker and its mark, if it has one.
    pub(crate) fn removing(&self, side: Side, at: Square) -> Self {
        let mut next = *self;
        if self.is_marked(side, at) {
            let stored = self.state.stored(side);
            next.state.stored[side.index()] = Stored::new(stored.squares().without(at), stored.number());
        }
        next.state.workers[side.index()].remove(at);
        next
    }

    /// Returns the state after an enemy is forced to another square. Updates the squares on which a worker
    /// stays adjacent to enemies.
    #[inline]
    pub(crate) fn forcing(&self, from: Square, to: Square) -> Self {
        let mut next = *self;
        next.relocate(!self.state.side, from, to);
        if !self.must_stay_adjacent.is_empty() {
            next.must_stay_adjacent = surroundings(next.state.others());
        }
        next
    }

    /// Returns the state with a new stored state of this side's god.
    #[inline]
    pub(crate) fn storing(&self, stored: Stored) -> Self {
        let mut next = *self;
        next.state.stored[self.state.side.index()] = stored;
        next
    }

    /// Whether the chosen worker is next to an enemy if it must be.
    #[inline]
    pub(crate) fn stays_adjacent(&self) -> bool {
        let adjacent = self.must_stay_adjacent;
        adjacent.is_empty() || !adjacent.contains(self.origin) || adjacent.contains(self.at)
    }
}
