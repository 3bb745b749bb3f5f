//! Moves and removals of workers during a turn. If a god stores the square of one of its workers
//! ([`Card::marks_worker`](crate::card::Card::marks_worker)), this mark moves with the worker.

use plywright::Side;

use super::Turn;
use super::recorder::Recorder;
use super::turn_state::TurnState;
use crate::square::Square;
use crate::squares::{Squares, surroundings};
use crate::stored::Stored;

impl<R: Recorder> Turn<'_, R> {
    /// Whether the god of `side` stores the square of the worker.
    #[inline]
    pub(super) fn is_marked(&self, now: &TurnState, side: Side, worker: Square) -> bool {
        let card = if side == self.me { self.card } else { self.enemy };
        card.marks_worker && now.state.stored(side).squares().contains(worker)
    }

    /// Moves a worker of `side`, and the mark if it has one. The squares may be equal.
    #[inline]
    pub(crate) fn relocate(&self, now: &mut TurnState, side: Side, from: Square, to: Square) {
        if self.is_marked(now, side, from) {
            now.state.stored[side.index()] = Stored::new(Squares::of(to), now.state.stored(side).number());
        }
        let workers = &mut now.state.workers[side.index()];
        *workers = workers.without(from).with(to);
    }

    /// Moves the chosen worker to a square without a step: moving up or down in this way does not count.
    #[inline]
    pub(crate) fn displace(&self, now: &mut TurnState, to: Square) {
        self.relocate(now, self.me, now.at, to);
        now.at = to;
    }

    /// Returns the state after a step of the chosen worker, before it slides on.
    #[inline]
    pub(crate) fn stepped(&self, chosen: &TurnState, to: Square) -> TurnState {
        let mut next = *chosen;
        next.climbed |= chosen.state.height(to) > chosen.height();
        next.descended |= chosen.state.height(to) < chosen.height();
        self.displace(&mut next, to);
        next
    }

    /// Returns the state after the enemy on `from` is forced to `to`. Updates `must_stay_adjacent`.
    #[inline]
    pub(crate) fn forced(&self, now: &TurnState, from: Square, to: Square) -> TurnState {
        let mut next = *now;
        self.relocate(&mut next, !self.me, from, to);
        if !now.must_stay_adjacent.is_empty() {
            next.must_stay_adjacent = surroundings(next.state.others());
        }
        next
    }

    /// Returns the state without the worker of `side` on the square `at`, and without its mark.
    pub(crate) fn without_worker(&self, now: &TurnState, side: Side, at: Square) -> TurnState {
        let mut next = *now;
        if self.is_marked(now, side, at) {
            let stored = now.state.stored(side);
            next.state.stored[side.index()] = Stored::new(stored.squares().without(at), stored.number());
        }
        next.state.workers[side.index()].remove(at);
        next
    }
}
