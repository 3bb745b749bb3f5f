//! Playing a move.

use super::context::FamilyRules;
use super::line_captures::{self, Capture};
use super::mills::{self, ClosedMills};
use super::{listing, turn};
use crate::board::{Point, PointSet};
use crate::position::{Action, Move, Phase, State};
use crate::rules::{MillWhilePlacing, Stalemate};

/// Plays a legal move.
pub(super) fn play(on: &FamilyRules, state: &mut State, mv: Move) {
    match mv.action() {
        Action::Place(to) => {
            state.place(to);
            arrive(on, state, None, to);
        }
        Action::Slide(from, to) => {
            state.slide(from, to);
            arrive(on, state, Some(from), to);
        }
        Action::Remove(at) => remove(on, state, at),
    }
}

/// Applies the rules to a stone that has arrived on `to`, from `from` or from the hand.
fn arrive(on: &FamilyRules, state: &mut State, from: Option<Point>, to: Point) {
    let capture = line_captures::on_arrival(on, state, from, to);
    if capture.is_leap {
        state.set_removals(state.side, 1);
        state.set_targets(capture.targets);
        return;
    }
    let mills = mills::closed(on, state, to);
    if on.rules.mill_wins && mills.number > 0 {
        turn::end(on, state);
    } else if mills.number > 0 && !state.opposing().is_empty() {
        mills::record(on, state, &mills, from, to);
        if from.is_none() {
            close_mills_while_placing(on, state, &mills, &capture);
        } else {
            grant_removals(on, state, mills::earned(on, &mills), capture.targets);
        }
    } else if !capture.targets.is_empty() {
        grant_removals(on, state, capture.total, capture.targets);
    } else {
        if from.is_some() {
            state.set_last_mill(state.side, [0, 0]);
        }
        turn::end(on, state);
    }
}

/// Gives the side to move `due` stones to remove, the captured `targets` among them. Ends the turn if no stone
/// can be removed.
fn grant_removals(on: &FamilyRules, state: &mut State, due: i8, targets: PointSet) {
    state.set_removals(state.side, due);
    state.set_targets(targets);
    if listing::removable(on, state).is_empty() {
        state.set_removals(state.side, 0);
        state.set_targets(PointSet::EMPTY);
        turn::end(on, state);
    }
}

fn close_mills_while_placing(on: &FamilyRules, state: &mut State, mills: &ClosedMills, capture: &Capture) {
    let due = mills::earned(on, mills);
    match on.rules.mill_while_placing {
        MillWhilePlacing::RemoveFromBoard | MillWhilePlacing::MarkAndDelay => {
            let captured = if on.rules.may_remove_multiple { capture.total } else { 0 };
            grant_removals(on, state, due + captured, capture.targets);
        }
        MillWhilePlacing::RemoveFromHandThenOpponent | MillWhilePlacing::RemoveFromHandThenSelf => {
            remove_from_hand(on, state, due);
        }
        MillWhilePlacing::OpponentRemovesOwn => {
            state.pass_turn();
            state.set_removals(state.side, -due);
        }
        MillWhilePlacing::CountAtTheEnd => turn::end(on, state),
    }
}

/// Takes `due` stones from the opponent's hand. If the hand has too few, removals from the board replace them.
fn remove_from_hand(on: &FamilyRules, state: &mut State, due: i8) {
    let opponent = !state.side;
    let taken = state.hand(opponent).min(due.unsigned_abs());
    state.discard_from_hand(opponent, taken);
    let left = due - taken.cast_signed();
    if left > 0 {
        grant_removals(on, state, left, PointSet::EMPTY);
    } else if on.rules.mill_while_placing == MillWhilePlacing::RemoveFromHandThenOpponent {
        turn::end(on, state);
    } else {
        turn::begin(on, state, state.side);
    }
}

/// Removes a stone. Ends the turn if no further removal is due and possible, or if the game is over.
fn remove(on: &FamilyRules, state: &mut State, at: Point) {
    let removes_own = state.pending() < 0;
    let victim = if removes_own { state.side } else { !state.side };
    let due = due_after_removing(on, state, at);
    state.remove(victim, at);
    if on.rules.marks_stones() && state.phase == Phase::Placing && !removes_own {
        state.mark(at);
    }
    state.set_removals(state.side, due);
    let continues = due != 0
        && on.standard.side_without_enough_stones(state).is_none()
        && !listing::removable(on, state).is_empty();
    if !continues {
        state.set_removals(state.side, 0);
        finish_removals(on, state, removes_own);
    }
}

/// Number of removals due after removing the stone on `at`. Updates the capture targets.
fn due_after_removing(on: &FamilyRules, state: &mut State, at: Point) -> i8 {
    let pending = state.pending();
    if pending < 0 {
        return pending + 1;
    }
    let targets = state.targets;
    if targets.is_empty() {
        return pending - 1;
    }
    state.set_targets(PointSet::EMPTY);
    if targets.contains(at) {
        let counterpart = line_captures::counterpart(on, state, targets, at);
        state.set_targets(counterpart);
        return counterpart.count() as i8;
    }
    pending - line_captures::total(on, state, targets) - 1
}

/// Ends the removals of the side to move.
fn finish_removals(on: &FamilyRules, state: &mut State, removed_own: bool) {
    state.set_targets(PointSet::EMPTY);
    let moves_on = state.phase == Phase::Stalemate && on.rules.stalemate == Stalemate::RemoveAndMove;
    if moves_on && on.standard.side_without_enough_stones(state).is_none() {
        state.set_phase(Phase::Moving);
    } else if removed_own && on.rules.mill_while_placing == MillWhilePlacing::OpponentRemovesOwn {
        // The mill was the other side's; this side's own turn begins now.
        turn::begin(on, state, state.side);
    } else {
        turn::end(on, state);
    }
}
