//! The legal moves: which there are, how many, and whether a given one is among them.

use plywright::{Moves, Side};

use crate::game::Mill;
use crate::moves::{Action, Move};
use crate::points::Points;
use crate::square::Square;
use crate::state::State;

impl Mill {
    /// The empty points.
    #[inline]
    pub(crate) fn empty(&self, state: &State) -> Points {
        self.board.points().without(state.occupied())
    }

    /// May the side to move take its stones to any empty point?
    #[inline]
    pub(crate) fn flies(&self, state: &State) -> bool {
        self.flies_as(state, state.side)
    }

    /// Has `side` so few stones that it flies?
    #[inline]
    pub(crate) fn flies_as(&self, state: &State, side: Side) -> bool {
        self.rules.may_fly && state.total(side) <= self.rules.fly_piece_count
    }

    /// Where the stone on `from` may go.
    #[inline]
    pub(crate) fn reach(&self, state: &State, from: Square) -> Points {
        let empty = self.empty(state);
        if self.flies(state) { empty } else { self.board.neighbours(from) & empty }
    }

    /// The stones that the side to move may remove: those outside mills, or all if there are none outside.
    #[inline]
    pub(crate) fn removable(&self, state: &State) -> Points {
        let stones = state.opposing();
        let outside = stones.without(self.board.closing(stones));
        if outside.is_empty() { stones } else { outside }
    }

    /// Appends all legal moves of a game that goes on.
    #[inline]
    pub(crate) fn list(&self, state: &State, out: &mut Moves<Move>) {
        if state.pending() != 0 {
            out.extend(self.removable(state).iter().map(Move::remove));
        } else if state.places() {
            out.extend(self.empty(state).iter().map(Move::place));
        } else {
            self.list_slides(state, out);
        }
    }

    #[inline]
    fn list_slides(&self, state: &State, out: &mut Moves<Move>) {
        let empty = self.empty(state);
        let flies = self.flies(state);
        for from in state.own() {
            let reach = if flies { empty } else { self.board.neighbours(from) & empty };
            out.extend(reach.iter().map(|to| Move::slide(from, to)));
        }
    }

    /// How many legal moves a game that goes on has.
    #[inline]
    pub(crate) fn number_of_moves(&self, state: &State) -> u32 {
        if state.pending() != 0 {
            return self.removable(state).count();
        }
        if state.places() {
            return self.empty(state).count();
        }
        let empty = self.empty(state);
        if self.flies(state) {
            state.own().count() * empty.count()
        } else {
            self.board.count_slides(state.own(), empty)
        }
    }

    /// Appends the moves that remove a stone or win the right to.
    pub(crate) fn list_tactical(&self, state: &State, out: &mut Moves<Move>) {
        if state.pending() != 0 {
            out.extend(self.removable(state).iter().map(Move::remove));
            return;
        }
        if state.opposing().is_empty() {
            return;
        }
        let own = state.own();
        let closing = self.board.closing(own) & self.empty(state);
        if state.places() {
            out.extend(closing.iter().map(Move::place));
            return;
        }
        let flies = self.flies(state);
        for to in closing {
            let movers = if flies { own } else { self.board.neighbours(to) & own };
            for from in movers {
                if self.board.closes_mill(own.without(from.bit()), to) {
                    out.push(Move::slide(from, to));
                }
            }
        }
    }

    /// Is the move legal in a game that goes on?
    #[inline]
    pub(crate) fn allows(&self, state: &State, mv: Move) -> bool {
        let removes = state.pending() != 0;
        match mv.action() {
            Action::Place(to) => !removes && state.places() && self.empty(state).has(to),
            Action::Slide(from, to) => {
                !removes && !state.places() && state.own().has(from) && self.reach(state, from).has(to)
            }
            Action::Remove(at) => removes && self.removable(state).has(at),
        }
    }

    /// Does the legal move close a mill that earns a removal?
    #[inline]
    pub(crate) fn earns_removal(&self, state: &State, mv: Move) -> bool {
        let closes = match mv.action() {
            Action::Place(to) => self.board.closes_mill(state.own(), to),
            Action::Slide(from, to) => self.board.closes_mill(state.own().without(from.bit()), to),
            Action::Remove(_) => false,
        };
        closes && !state.opposing().is_empty()
    }
}
