//! The standard rules: Nine Men's Morris with any numbers of stones, with or without flying, on boards with
//! at most four lines through each point.
//!
//! This is the hot path of searches and perft. The [`Duty`] of the side to move decides which moves are
//! legal. Closing a mill earns a removal, which is a separate move by the same side.

use plywright::{Ending, Moves, Side};

use crate::board::{Board, Point, PointSet};
use crate::position::{Action, Move, Phase, State};
use crate::rules::Rules;

/// Kind of action that the side to move must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Duty {
    Remove,
    Place,
    /// Move a stone to any empty point.
    Fly,
    /// Move a stone to an empty neighbouring point.
    Slide,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct StandardRules {
    pub(crate) board: &'static Board,
    /// Maximum number of stones with which a side flies after placing; 0 if nobody flies.
    flying_stones: u8,
    /// Minimum number of stones of a side, on the board and in hand. A side with fewer has lost.
    min_stones: u8,
    removes_from_mills: bool,
    removes_several: bool,
}

impl StandardRules {
    pub(crate) fn new(rules: &Rules) -> Self {
        Self {
            board: rules.board(),
            flying_stones: if rules.may_fly { rules.fly_piece_count } else { 0 },
            min_stones: rules.pieces_at_least_count,
            removes_from_mills: rules.may_remove_from_mills_always,
            removes_several: rules.may_remove_multiple,
        }
    }

    /// Returns the duty of the side to move. If the game is over, the duty has no meaning.
    #[expect(clippy::inline_always, reason = "perft takes 2 to 3 % more time without it")]
    #[inline(always)]
    pub(crate) fn duty(&self, state: &State) -> Duty {
        if state.pending() != 0 {
            Duty::Remove
        } else if state.places() {
            Duty::Place
        } else if self.flies(state, state.side) {
            Duty::Fly
        } else {
            Duty::Slide
        }
    }

    #[inline]
    pub(crate) fn flies(&self, state: &State, side: Side) -> bool {
        self.flies_with(state.hand(side), state.total(side))
    }

    /// Whether a side with these numbers of stones flies. `total` counts the stones on the board and in hand.
    #[inline]
    pub(crate) const fn flies_with(&self, hand: u8, total: u8) -> bool {
        hand == 0 && total <= self.flying_stones
    }

    /// Returns the number of stones that a turn removes by closing `mills` mills. Only the tables and the rules of
    /// `family` call it, because a turn under the standard rules removes at most one.
    #[inline]
    pub(crate) const fn removals_for(&self, mills: u8) -> u8 {
        if self.removes_several || mills == 0 { mills } else { 1 }
    }

    /// Returns the stones of a side that the opponent may remove: the stones outside mills, or all stones if all are in
    /// mills or the rules do not protect mills. `stones` are all stones of the side.
    #[inline]
    pub(crate) fn removable(&self, stones: PointSet) -> PointSet {
        self.removable_of(stones, self.board.mill_completions(stones))
    }

    /// Like [`StandardRules::removable`], for a caller that has already computed the stones in mills. `in_mills` may
    /// also contain points without stones of the side.
    #[inline]
    pub(crate) fn removable_of(&self, stones: PointSet, in_mills: PointSet) -> PointSet {
        let outside = stones - in_mills;
        if outside.is_empty() || self.removes_from_mills { stones } else { outside }
    }

    #[inline]
    pub(crate) fn empty(&self, state: &State) -> PointSet {
        self.board.points() - state.occupied()
    }

    /// Returns the side that has lost because it has too few stones; the side to move if both have too few,
    /// `None` if neither has.
    #[inline]
    pub(crate) fn side_without_enough_stones(&self, state: &State) -> Option<Side> {
        let has_too_few = |side: &Side| state.total(*side) < self.min_stones;
        [state.side, !state.side].into_iter().find(has_too_few)
    }

    /// Applies the rules to a stone that has come to `to`. Grants a removal if the stone closes a mill and the opponent
    /// has a stone on the board; otherwise ends the turn.
    #[inline]
    fn arrive(&self, state: &mut State, to: Point) {
        if self.board.closes_usual_mill(state.own(), to) && !state.opposing().is_empty() {
            state.set_removals(state.side, 1);
        } else {
            end_turn(state);
        }
    }

    /// Subtracts a removal from those due. Ends the turn unless another removal is due and possible, which can happen
    /// only after a position was read from a text.
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

    #[inline]
    pub(crate) fn moves(&self, state: &State, out: &mut Moves<Move>) -> Option<Ending> {
        if let Some(loser) = self.side_without_enough_stones(state) {
            return Some(Ending::Win(!loser));
        }
        let empty = self.empty(state);
        match self.duty(state) {
            Duty::Remove => out.extend(self.removable(state.opposing()).iter().map(Move::remove)),
            Duty::Place => out.extend(empty.iter().map(Move::place)),
            Duty::Fly => {
                for from in state.own() {
                    out.extend(empty.iter().map(|to| Move::slide(from, to)));
                }
            }
            Duty::Slide => {
                for from in state.own() {
                    let reach = self.board.neighbours(from) & empty;
                    out.extend(reach.iter().map(|to| Move::slide(from, to)));
                }
            }
        }
        if out.is_empty() { Some(Ending::Win(!state.side)) } else { None }
    }

    #[inline]
    pub(crate) fn ending(&self, state: &State) -> Option<Ending> {
        if let Some(loser) = self.side_without_enough_stones(state) {
            return Some(Ending::Win(!loser));
        }
        let empty = self.empty(state);
        let cannot_move = match self.duty(state) {
            Duty::Remove => state.opposing().is_empty(),
            Duty::Place => empty.is_empty(),
            Duty::Fly => empty.is_empty() || state.own().is_empty(),
            Duty::Slide => !self.board.adjacent(state.own()).intersects(empty),
        };
        cannot_move.then_some(Ending::Win(!state.side))
    }

    /// Returns the number of legal moves; 0 if the game is over.
    #[inline]
    pub(crate) fn count(&self, state: &State) -> u64 {
        if self.side_without_enough_stones(state).is_some() {
            return 0;
        }
        let empty = self.empty(state);
        let count = match self.duty(state) {
            Duty::Remove => self.removable(state.opposing()).count(),
            Duty::Place => empty.count(),
            Duty::Fly => state.own().count() * empty.count(),
            Duty::Slide => self.board.count_slides(state.own(), empty),
        };
        count.into()
    }

    /// Whether a move is legal. `mv` may be any move, even a move with points that the board does not have.
    #[inline]
    pub(crate) fn is_legal(&self, state: &State, mv: Move) -> bool {
        let (own, empty) = (state.own(), self.empty(state));
        self.side_without_enough_stones(state).is_none()
            && match (self.duty(state), mv.action()) {
                (Duty::Remove, Action::Remove(at)) => self.removable(state.opposing()).contains(at),
                (Duty::Place, Action::Place(to)) => empty.contains(to),
                (Duty::Fly, Action::Slide(from, to)) => own.contains(from) && empty.contains(to),
                (Duty::Slide, Action::Slide(from, to)) => {
                    own.contains(from) && (self.board.neighbours(from) & empty).contains(to)
                }
                _ => false,
            }
    }

    #[expect(clippy::inline_always, reason = "perft is a quarter slower when this is called instead")]
    #[inline(always)]
    pub(crate) fn play(&self, state: &mut State, mv: Move) {
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

    /// Whether a legal move removes a stone or earns a removal.
    #[inline]
    pub(crate) fn wins_stones(&self, state: &State, mv: Move) -> bool {
        let closes_mill = match mv.action() {
            Action::Place(to) => self.board.closes_usual_mill(state.own(), to),
            Action::Slide(from, to) => self.board.closes_usual_mill(state.own().without(from), to),
            Action::Remove(_) => return true,
        };
        closes_mill && !state.opposing().is_empty()
    }

    /// Appends the legal moves that remove a stone or earn a removal. The game must not be over.
    pub(crate) fn noisy(&self, state: &State, out: &mut Moves<Move>) {
        let (duty, own) = (self.duty(state), state.own());
        if duty == Duty::Remove {
            out.extend(self.removable(state.opposing()).iter().map(Move::remove));
            return;
        }
        if state.opposing().is_empty() {
            return;
        }
        let completions = self.board.mill_completions(own) & self.empty(state);
        if duty == Duty::Place {
            out.extend(completions.iter().map(Move::place));
            return;
        }
        for to in completions {
            let movers = if duty == Duty::Fly { own } else { self.board.neighbours(to) & own };
            for from in movers {
                if self.board.closes_usual_mill(own.without(from), to) {
                    out.push(Move::slide(from, to));
                }
            }
        }
    }
}

#[inline]
fn end_turn(state: &mut State) {
    state.pass_turn();
    if state.places() != (state.phase == Phase::Placing) {
        change_phase(state);
    }
}

/// Updates the phase for the side to move. When both hands have become empty, the first side is to move.
#[cold]
fn change_phase(state: &mut State) {
    if state.hand == [0, 0] {
        state.set_side(Side::First);
    }
    state.set_phase_by_hand();
}
