//! Completes a position set up from outside: derives by the rules the facts missing in its text.

use plywright::Side;

use super::context::FamilyRules;
use super::{ending, listing, turn};
use crate::position::{Phase, State};
use crate::rules::BoardFull;

/// Completes a position. `is_over` is set if the text calls the game over.
pub(super) fn restore(on: &FamilyRules, state: &mut State, is_over: bool) {
    if removes_for_stalemate(on, state) {
        state.set_phase(Phase::Stalemate);
    }
    turn::resolve(on, state);
    if is_over && ending::ending(on, state).is_none() && ending::of_other_side(on, state).is_some() {
        state.set_phase(Phase::Over);
    }
}

/// Whether the pending removal comes from a stalemate: the remover cannot move, and no full board is the
/// cause.
fn removes_for_stalemate(on: &FamilyRules, state: &State) -> bool {
    on.rules.stalemate_removes()
        && state.phase == Phase::Moving
        && state.pending() > 0
        && !removes_for_full_board(on, state)
        && listing::has_no_slide(on, state)
}

/// Whether the pending removal comes from a full board: no point is empty, or the first of two removers has
/// just emptied one.
fn removes_for_full_board(on: &FamilyRules, state: &State) -> bool {
    let second_remover = match on.rules.board_full {
        BoardFull::FirstAndSecondRemove => Some(Side::Second),
        BoardFull::SecondAndFirstRemove => Some(Side::First),
        _ => None,
    };
    match on.empty(state).count() {
        0 => true,
        1 => state.halfmove_clock == 0 && second_remover == Some(state.side),
        _ => false,
    }
}
