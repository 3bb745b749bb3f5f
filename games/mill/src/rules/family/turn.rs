//! Change of turns: the end of placing, full boards, impossible removals, and sides without a move.

use plywright::Side;

use super::context::FamilyRules;
use super::{ending, listing, mills};
use crate::position::{Phase, State};
use crate::rules::{BoardFull, MillWhilePlacing, Stalemate};

/// Number of empty points at which placing stops, under rules that stop it early.
const POINTS_LEFT_EMPTY: u32 = 2;

/// Ends the turn: the other side is to move.
pub(super) fn end(on: &FamilyRules, state: &mut State) {
    let mover = state.side;
    state.pass_turn();
    begin(on, state, mover);
}

/// Begins a turn of the side to move. `mover` made the last move.
pub(super) fn begin(on: &FamilyRules, state: &mut State, mover: Side) {
    stop_placing_on_crowded_board(on, state);
    if state.places() != (state.phase == Phase::Placing) {
        if state.hand == [0, 0] {
            end_placing(on, state);
        }
        state.set_phase_by_hand();
    }
    if state.phase == Phase::Stalemate && state.removals == [0, 0] {
        state.set_phase(Phase::Moving);
    }
    resolve(on, state);
    if state.side == mover {
        pass_if_over(on, state);
    }
}

/// Resolves conditions at the start of a turn: a full board, an impossible removal, a side without a move.
pub(super) fn resolve(on: &FamilyRules, state: &mut State) {
    if on.standard.side_without_enough_stones(state).is_some() || ending::by_mill(on, state).is_some() {
        return;
    }
    if ending::is_full_after_placing(on, state) {
        resolve_full_board(on, state);
    }
    if state.pending() != 0 && listing::removable(on, state).is_empty() {
        state.set_removals(state.side, 0);
    }
    if state.phase == Phase::Moving && state.pending() == 0 && listing::has_no_slide(on, state) {
        resolve_stalemate(on, state);
    }
}

/// Passes the turn after a move that ends the game, even if the mover was to move again.
fn pass_if_over(on: &FamilyRules, state: &mut State) {
    if let Some(ended) = ending::ending(on, state) {
        state.set_side(!state.side);
        if ending::ending(on, state) != Some(ended) {
            state.set_phase(Phase::Over);
        }
    }
}

/// Discards both hands when few points are empty, if the rules say so.
fn stop_placing_on_crowded_board(on: &FamilyRules, state: &mut State) {
    if on.rules.stop_placing_when_two_empty_squares
        && state.hand != [0, 0]
        && on.empty(state).count() <= POINTS_LEFT_EMPTY
    {
        for side in Side::BOTH {
            state.discard_from_hand(side, state.hand(side));
        }
    }
}

/// Ends the placing phase.
fn end_placing(on: &FamilyRules, state: &mut State) {
    state.sweep_marked();
    if on.rules.mill_while_placing == MillWhilePlacing::CountAtTheEnd {
        set_removals(state, mills::removals_when_placing_ends(on, state));
    }
    if let Some(first) = first_after_placing(on) {
        state.set_side(first);
    }
}

/// The side that moves first after placing, or `None` if turns simply alternate.
fn first_after_placing(on: &FamilyRules) -> Option<Side> {
    let rules = &on.rules;
    let turns_alternate = match rules.mill_while_placing {
        MillWhilePlacing::RemoveFromHandThenOpponent => true,
        MillWhilePlacing::RemoveFromHandThenSelf => {
            rules.may_remove_multiple || rules.may_move_in_placing_phase
        }
        MillWhilePlacing::MarkAndDelay | MillWhilePlacing::CountAtTheEnd => false,
        MillWhilePlacing::RemoveFromBoard | MillWhilePlacing::OpponentRemovesOwn => {
            rules.may_move_in_placing_phase
        }
    };
    match (rules.is_defender_move_first, turns_alternate) {
        (true, _) => Some(Side::Second),
        (false, true) => None,
        (false, false) => Some(Side::First),
    }
}

fn resolve_full_board(on: &FamilyRules, state: &mut State) {
    let (removals, first) = match on.rules.board_full {
        BoardFull::FirstPlayerLoses | BoardFull::Draw => return,
        BoardFull::FirstAndSecondRemove => ([1, 1], Side::First),
        BoardFull::SecondAndFirstRemove => ([1, 1], Side::Second),
        BoardFull::SideToMoveRemoves if on.rules.is_defender_move_first => ([0, 1], Side::Second),
        BoardFull::SideToMoveRemoves => ([1, 0], Side::First),
    };
    set_removals(state, removals);
    state.set_side(first);
}

fn resolve_stalemate(on: &FamilyRules, state: &mut State) {
    match on.rules.stalemate {
        Stalemate::Loss | Stalemate::Draw => {}
        Stalemate::ChangeSide => {
            state.pass_turn();
            state.set_phase_by_hand();
        }
        Stalemate::RemoveAndMove | Stalemate::RemoveAndChangeSide => {
            state.set_removals(state.side, 1);
            state.set_phase(Phase::Stalemate);
        }
        Stalemate::BothRemove => {
            set_removals(state, [1, 1]);
            state.set_phase(Phase::Stalemate);
        }
    }
}

fn set_removals(state: &mut State, removals: [i8; 2]) {
    for (side, due) in Side::BOTH.into_iter().zip(removals) {
        state.set_removals(side, due);
    }
}
