//! The standard rules: Nine Men's Morris, on any board and with any number of stones.
//!
//! The sides place their stones in turn, then slide them along lines. A side with few stones left flies. A
//! stone that closes a mill earns the removal of an opposing stone, which is a separate move by the same
//! side. A side with too few stones has lost, and so has a side that cannot move. Every search and every
//! perft spends its time here.

use plywright::{Ending, Moves, Side};

use crate::board::{Board, Point, PointSet};
use crate::position::{Action, Move, Phase, State};
use crate::rules::{RuleSheet, Rules};

/// The standard rules: a board and the numbers that vary between such games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct StandardRules {
    pub(crate) board: &'static Board,
    /// Maximum number of stones with which a side flies after placing; 0 if nobody flies.
    flying_stones: u8,
    /// A side with fewer stones, on the board and in hand, has lost.
    least_stones: u8,
}

impl StandardRules {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self {
            board: rules.board(),
            flying_stones: if rules.may_fly { rules.fly_piece_count } else { 0 },
            least_stones: rules.pieces_at_least_count,
        }
    }

    /// The empty points.
    #[inline]
    pub(crate) fn empty(&self, state: &State) -> PointSet {
        self.board.points() - state.occupied()
    }

    /// Whether the stones of `side` can move to any empty point.
    #[inline]
    pub(crate) fn flies(&self, state: &State, side: Side) -> bool {
        state.hand(side) == 0 && state.total(side) <= self.flying_stones
    }

    /// Stones that the opponent may remove: all outside mills, or all if every stone stands in a mill.
    #[inline]
    pub(crate) fn removable(&self, stones: PointSet) -> PointSet {
        let outside = stones - self.board.mill_completions(stones);
        if outside.is_empty() { stones } else { outside }
    }

    /// The side that has lost by having too few stones. If both have too few, it is the side to move.
    #[inline]
    pub(crate) fn side_without_enough_stones(&self, state: &State) -> Option<Side> {
        let has_too_few = |side: &Side| state.total(*side) < self.least_stones;
        [state.side, !state.side].into_iter().find(has_too_few)
    }

    /// Points to which the stone on `from` can move.
    #[inline]
    fn reach(&self, state: &State, from: Point) -> PointSet {
        let empty = self.empty(state);
        if self.flies(state, state.side) { empty } else { self.board.neighbours(from) & empty }
    }

    /// Completes the arrival of a stone on `to`: grants a removal for a mill, otherwise ends the turn.
    #[inline]
    fn arrive(&self, state: &mut State, to: Point) {
        if self.board.closes_mill_in_table(state.own(), to) && !state.opposing().is_empty() {
            state.set_removals(state.side, 1);
        } else {
            end_turn(state);
        }
    }

    /// Completes a removal. Ends the turn if no further removal is due and possible, or if the game is over.
    /// In play one removal is due; a position set up from outside may have more.
    #[inline]
    fn finish_removal(&self, state: &mut State) {
        let due = state.pending() - 1;
        let continues =
            due != 0 && self.side_without_enough_stones(state).is_none() && !state.opposing().is_empty();
        state.set_removals(state.side, if continues { due } else { 0 });
        if !continues {
            end_turn(state);
        }
    }

    /// Whether the side to move, which has no removal to make, cannot move.
    #[inline]
    fn is_blocked(&self, state: &State) -> bool {
        let empty = self.empty(state);
        if state.places() {
            empty.is_empty()
        } else if self.flies(state, state.side) {
            empty.is_empty() || state.own().is_empty()
        } else {
            !self.board.adjacent(state.own()).intersects(empty)
        }
    }
}

impl RuleSheet for StandardRules {
    #[inline]
    fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        if let Some(loser) = self.side_without_enough_stones(state) {
            return Some(Ending::Win(!loser));
        }
        if state.pending() != 0 {
            out.extend(self.removable(state.opposing()).iter().map(Move::remove));
        } else if state.places() {
            out.extend(self.empty(state).iter().map(Move::place));
        } else {
            let empty = self.empty(state);
            let flies = self.flies(state, state.side);
            for from in state.own() {
                let reach = if flies { empty } else { self.board.neighbours(from) & empty };
                out.extend(reach.iter().map(|to| Move::slide(from, to)));
            }
        }
        if out.is_empty() { Some(Ending::Win(!state.side)) } else { None }
    }

    #[inline]
    fn ending(&self, state: &State) -> Option<Ending> {
        if let Some(loser) = self.side_without_enough_stones(state) {
            return Some(Ending::Win(!loser));
        }
        let cannot_move =
            if state.pending() != 0 { state.opposing().is_empty() } else { self.is_blocked(state) };
        cannot_move.then_some(Ending::Win(!state.side))
    }

    #[inline]
    fn count(&self, state: &State) -> u64 {
        if self.side_without_enough_stones(state).is_some() {
            return 0;
        }
        let count = if state.pending() != 0 {
            self.removable(state.opposing()).count()
        } else if state.places() {
            self.empty(state).count()
        } else if self.flies(state, state.side) {
            state.own().count() * self.empty(state).count()
        } else {
            self.board.count_slides(state.own(), self.empty(state))
        };
        count.into()
    }

    #[inline]
    fn is_legal(&self, state: &State, mv: Move) -> bool {
        if self.side_without_enough_stones(state).is_some() {
            return false;
        }
        let removes = state.pending() != 0;
        match mv.action() {
            Action::Place(to) => !removes && state.places() && self.empty(state).contains(to),
            Action::Slide(from, to) => {
                !removes
                    && !state.places()
                    && state.own().contains(from)
                    && self.reach(state, from).contains(to)
            }
            Action::Remove(at) => removes && self.removable(state.opposing()).contains(at),
        }
    }

    #[expect(clippy::inline_always, reason = "perft is a quarter slower when this is called instead")]
    #[inline(always)]
    fn play(&self, state: &mut State, mv: Move) {
        match mv.action() {
            Action::Place(to) => {
                state.place(to);
                self.arrive(state, to);
            }
            Action::Slide(from, to) => {
                state.slide(from, to);
                self.arrive(state, to);
            }
            Action::Remove(at) => {
                state.remove(!state.side, at);
                self.finish_removal(state);
            }
        }
    }

    #[inline]
    fn wins_stones(&self, state: &State, mv: Move) -> bool {
        let closes_mill = match mv.action() {
            Action::Place(to) => self.board.closes_mill_in_table(state.own(), to),
            Action::Slide(from, to) => self.board.closes_mill_in_table(state.own().without(from), to),
            Action::Remove(_) => return true,
        };
        closes_mill && !state.opposing().is_empty()
    }

    fn noisy(&self, state: &State, out: &mut Moves<Move>) {
        if state.pending() != 0 {
            out.extend(self.removable(state.opposing()).iter().map(Move::remove));
            return;
        }
        if state.opposing().is_empty() {
            return;
        }
        let own = state.own();
        let completions = self.board.mill_completions(own) & self.empty(state);
        if state.places() {
            out.extend(completions.iter().map(Move::place));
            return;
        }
        let flies = self.flies(state, state.side);
        for to in completions {
            let movers = if flies { own } else { self.board.neighbours(to) & own };
            for from in movers {
                if self.board.closes_mill_in_table(own.without(from), to) {
                    out.push(Move::slide(from, to));
                }
            }
        }
    }
}

/// Ends the turn: the other side is to move.
#[inline]
fn end_turn(state: &mut State) {
    state.pass_turn();
    if state.places() != (state.phase == Phase::Placing) {
        change_phase(state);
    }
}

/// Updates the phase when the side to move begins or ends placing. Once all stones are placed, the first
/// player moves.
#[cold]
fn change_phase(state: &mut State) {
    if state.hand == [0, 0] {
        state.set_side(Side::First);
    }
    state.set_phase_by_hand();
}
