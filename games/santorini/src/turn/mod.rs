//! The turn: the operations from which gods' powers are built.
//!
//! A turn is enumerated in stages: choose a worker, step (`steps`), build (`building`), end. The enumerating methods of
//! [`Turn`], such as [`Turn::each_step`], take the position during the turn, a [`TurnState`], and call a closure with
//! the position after each choice. They apply the restrictions, so a power need not know the opponent's god. The
//! [`Recorder`] receives the finished turns, and the acts: the actions by which a person enters a turn.

mod building;
pub(crate) mod collector;
pub(crate) mod recorder;
mod steps;
pub(crate) mod turn_state;

use plywright::Side;

use crate::card::Card;
use crate::moves::Move;
use crate::square::Square;
use crate::squares::{Squares, surroundings};
use crate::state::State;
use crate::stored::Stored;
use recorder::{Act, Demand, Recorder};
use turn_state::{Restrictions, TurnState};

/// An enumeration of the turns of the side to move.
pub(crate) struct Turn<'a, R> {
    /// The side whose turn it is.
    pub(crate) me: Side,
    pub(crate) restrictions: Restrictions,
    /// The position at the beginning of the turn.
    pub(crate) start: State,
    /// The card of the god whose turn it is.
    card: &'static Card,
    /// The card of the opponent's god.
    enemy: &'static Card,
    recorder: &'a mut R,
}

impl<'a, R: Recorder> Turn<'a, R> {
    /// Creates the enumeration of the turns of a position. The side to move must have its workers on the
    /// board, and the game must not be over. The cards are those of its god and of the opponent's god.
    pub(crate) fn new(
        state: &State,
        [card, enemy]: [&'static Card; 2],
        restrictions: Restrictions,
        recorder: &'a mut R,
    ) -> Self {
        Self { me: state.side, restrictions, start: *state, card, enemy, recorder }
    }

    /// Whether this side's god has not yet used its once-only power. Only for gods that store nothing else.
    pub(crate) fn is_power_unused(&self) -> bool {
        self.start.stored(self.me) == Stored::NOTHING
    }

    /// Records an act, continues with `go_on`, and removes the act again.
    #[inline]
    pub(crate) fn with_act(&mut self, act: Act, go_on: impl FnOnce(&mut Self)) {
        self.recorder.act(act);
        go_on(self);
        self.recorder.undo_act();
    }

    /// Lets the recorder remove positions after far walks; see [`Recorder::select`].
    pub(crate) fn select(&mut self, walks: &mut Vec<TurnState>) {
        self.recorder.select(walks);
    }

    /// Returns the workers of this side that no restriction makes immobile.
    pub(crate) fn movers(&self, now: &TurnState) -> Squares {
        now.state.own() - self.restrictions.immobile
    }

    /// Enumerates the turns in which one of `workers` is chosen, and continues each with `go_on`.
    #[inline]
    pub(crate) fn each_worker(
        &mut self,
        now: &TurnState,
        workers: Squares,
        mut go_on: impl FnMut(&mut Self, &TurnState),
    ) {
        for worker in workers {
            if self.recorder.is_done() {
                return;
            }
            self.with_selected(&now.with_worker(worker), &mut go_on);
        }
    }

    /// Records the choice of the worker on `chosen.at`, and calls `go_on` with `chosen`.
    #[inline]
    pub(crate) fn with_selected(&mut self, chosen: &TurnState, go_on: impl FnOnce(&mut Self, &TurnState)) {
        self.with_act(Act::Select(chosen.at), |turn| go_on(turn, chosen));
    }

    // Moving and removing workers. If a god stores the square of a worker (`Card::marks_worker`), this mark moves with
    // the worker.

    /// Whether the god of `side` stores the square of the worker.
    #[inline]
    fn is_marked(&self, now: &TurnState, side: Side, worker: Square) -> bool {
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

    /// Moves the chosen worker to a square without a step: `climbed` and `descended` do not change.
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

    /// Returns the state without the worker of `side` on the square `at`. If the god marks the worker
    /// ([`Card::marks_worker`]), the mark is removed too.
    pub(crate) fn without_worker(&self, now: &TurnState, side: Side, at: Square) -> TurnState {
        let mut next = *now;
        if self.is_marked(now, side, at) {
            let stored = now.state.stored(side);
            next.state.stored[side.index()] = Stored::new(stored.squares().without(at), stored.number());
        }
        next.state.workers[side.index()].remove(at);
        next
    }

    // Ending the turn.

    /// Ends the turn: passes it to the recorder, or drops it if the chosen worker breaks `must_stay_adjacent`.
    #[inline]
    pub(crate) fn end(&mut self, now: &TurnState) {
        self.deliver(now, None);
    }

    /// Ends the turn with a win: passes it to the recorder, or drops it if the chosen worker breaks
    /// `must_stay_adjacent`.
    pub(crate) fn win(&mut self, now: &TurnState) {
        self.deliver(now, Some(self.me));
    }

    /// Ends the turn. Not inlined, because that would make the turns of all gods longer and no faster.
    #[inline(never)]
    fn deliver(&mut self, now: &TurnState, winner: Option<Side>) {
        if now.stays_adjacent() {
            let mv = Move::between(&self.start, &State { winner, ..now.state });
            self.recorder.take(mv, self.demand(now));
        }
    }

    /// Returns whether a turn that ends with `now` obeys the restriction `must_climb`.
    #[inline]
    fn demand(&self, now: &TurnState) -> Demand {
        if !self.restrictions.must_climb || (now.climbed && now.climb_is_optional) {
            Demand::None
        } else if now.climbed {
            Demand::Met
        } else {
            Demand::Missed
        }
    }
}
