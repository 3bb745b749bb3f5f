//! Playing a move under the family rules.

use plywright::Moves;

use super::FamilyRules;
use super::line_captures::Capture;
use crate::board::{Point, PointSet};
use crate::position::{Action, Move, Phase, State};
use crate::rules::{MillWhilePlacing, Stalemate};

impl FamilyRules {
    #[cold]
    #[inline(never)]
    pub(crate) fn play(&self, state: &mut State, mv: Move) {
        match mv.action() {
            Action::Place(to) => {
                state.place(to);
                self.arrive(state, None, to);
            }
            Action::Slide(from, to) => {
                state.slide(from, to);
                self.arrive(state, Some(from), to);
            }
            Action::Remove(at) => self.remove(state, at),
        }
    }

    /// Whether a legal move takes a stone from the board or from the opponent's hand, wins by a mill, leaves the mover
    /// a removal, or makes the opponent remove its own stones. Plays the move to find out.
    #[cold]
    pub(crate) fn wins_stones(&self, state: &State, mv: Move) -> bool {
        let mut after = *state;
        self.play(&mut after, mv);
        let (own, other) = (state.side.index(), state.side.other().index());
        matches!(mv.action(), Action::Remove(_))
            || after.removals[own] != 0
            || after.removals[other] < 0
            || self.ending_by_mill(&after).is_some()
            || after.total[other] < state.total[other]
    }

    /// Lists in `out`, which must be empty, the legal moves for which [`FamilyRules::wins_stones`] holds. The game must
    /// not be over.
    #[cold]
    pub(crate) fn noisy(&self, state: &State, out: &mut Moves<Move>) {
        self.moves(state, out);
        out.retain(|mv| self.wins_stones(state, *mv));
    }

    /// Applies the rules to a stone that has come to `to`, from the point `from`, or from the hand if `from` is `None`:
    /// captures, mills and the end of the turn.
    fn arrive(&self, state: &mut State, from: Option<Point>, to: Point) {
        let capture = self.capture(state, from, to);
        if capture.is_leap {
            state.set_removals(state.side, 1);
            state.set_targets(capture.targets);
            return;
        }
        let mills = self.closed_mills(state, state.own(), to);
        if self.rules.mill_wins && mills.number > 0 {
            self.end_turn(state);
        } else if mills.number > 0 && !state.opposing().is_empty() {
            self.record(state, &mills, from, to);
            let due = self.standard.removals_for(mills.number).cast_signed();
            if from.is_none() {
                self.close_mills_while_placing(state, due, &capture);
            } else {
                self.grant_removals(state, due, capture.targets);
            }
        } else if !capture.targets.is_empty() {
            self.grant_removals(state, capture.due, capture.targets);
        } else {
            if from.is_some() {
                state.set_last_mill(state.side, [0, 0]);
            }
            self.end_turn(state);
        }
    }

    /// Gives the side to move `due` removals, including those of a capture of `targets`. Ends the turn if no stone can
    /// be removed.
    fn grant_removals(&self, state: &mut State, due: i8, targets: PointSet) {
        state.set_removals(state.side, due);
        state.set_targets(targets);
        if self.removable(state).is_empty() {
            state.set_removals(state.side, 0);
            state.set_targets(PointSet::EMPTY);
            self.end_turn(state);
        }
    }

    /// Applies the rule for closing mills by placing a stone. The mills earn `due` removals.
    fn close_mills_while_placing(&self, state: &mut State, due: i8, capture: &Capture) {
        match self.rules.mill_while_placing {
            MillWhilePlacing::RemoveFromBoard | MillWhilePlacing::MarkAndDelay => {
                let captured = if self.rules.may_remove_multiple { capture.due } else { 0 };
                self.grant_removals(state, due + captured, capture.targets);
            }
            MillWhilePlacing::RemoveFromHandThenOpponent | MillWhilePlacing::RemoveFromHandThenSelf => {
                self.remove_from_hand(state, due);
            }
            MillWhilePlacing::OpponentRemovesOwn => {
                state.pass_turn();
                state.set_removals(state.side, -due);
            }
            MillWhilePlacing::CountAtTheEnd => self.end_turn(state),
        }
    }

    /// Takes `due` stones from the opponent's hand. If the hand has too few, the side to move removes the missing
    /// number from the board. Otherwise the turn ends, or the side begins another turn, as the rules say.
    fn remove_from_hand(&self, state: &mut State, due: i8) {
        let opponent = !state.side;
        let taken = state.hand(opponent).min(due.unsigned_abs());
        state.discard_from_hand(opponent, taken);
        let left = due - taken.cast_signed();
        if left > 0 && self.standard.side_without_enough_stones(state).is_none() {
            self.grant_removals(state, left, PointSet::EMPTY);
        } else if self.rules.mill_while_placing == MillWhilePlacing::RemoveFromHandThenOpponent {
            self.end_turn(state);
        } else {
            self.begin_turn(state, state.side);
        }
    }

    /// Removes a stone. In the placing phase, marks the point of an opposing stone if the rules mark removed stones.
    /// Finishes the side's removals unless another removal is due and possible.
    fn remove(&self, state: &mut State, at: Point) {
        let removes_own = state.pending() < 0;
        let victim = if removes_own { state.side } else { !state.side };
        let due = self.due_after_removing(state, at);
        state.remove(victim, at);
        if self.rules.marks_stones() && state.phase == Phase::Placing && !removes_own {
            state.mark(at);
        }
        state.set_removals(state.side, due);
        let continues = due != 0
            && self.standard.side_without_enough_stones(state).is_none()
            && !self.removable(state).is_empty();
        if !continues {
            state.set_removals(state.side, 0);
            self.finish_removals(state, removes_own);
        }
    }

    /// Returns the number of stones that the side to move still has to remove after the stone on `at`: the opponent's
    /// stones if the number is positive, its own if it is negative. Updates the capture targets.
    fn due_after_removing(&self, state: &mut State, at: Point) -> i8 {
        let (pending, targets) = (state.pending(), state.targets);
        if pending < 0 {
            return pending + 1;
        }
        if targets.is_empty() {
            return pending - 1;
        }
        state.set_targets(PointSet::EMPTY);
        // Removing a target chooses the capture and gives up removals for mills; removing another stone gives up the
        // capture.
        if targets.contains(at) {
            let counterpart = self.counterpart(state, targets, at);
            state.set_targets(counterpart);
            return counterpart.count() as i8;
        }
        pending - self.capture_count(state, targets) - 1
    }

    fn finish_removals(&self, state: &mut State, removed_own: bool) {
        state.set_targets(PointSet::EMPTY);
        let moves_on = state.phase == Phase::Stalemate && self.rules.stalemate == Stalemate::RemoveAndMove;
        if moves_on && self.standard.side_without_enough_stones(state).is_none() {
            state.set_phase(Phase::Moving);
        } else if removed_own && self.rules.mill_while_placing == MillWhilePlacing::OpponentRemovesOwn {
            // The opponent's turn ended when it closed the mill, so this side now begins its own turn.
            self.begin_turn(state, state.side);
        } else {
            self.end_turn(state);
        }
    }
}
