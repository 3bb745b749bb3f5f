//! The legal moves of a game that is not over.

use plywright::Moves;

use super::context::FamilyRules;
use super::line_captures;
use super::mills;
use crate::board::PointSet;
use crate::position::{Move, Phase, State};

/// Appends all legal moves to `out`.
pub(super) fn list(on: &FamilyRules, state: &State, out: &mut Moves<Move>) {
    if state.pending() != 0 {
        out.extend(removable(on, state).iter().map(Move::remove));
    } else if state.places() {
        out.extend(on.empty(state).iter().map(Move::place));
        if on.rules.may_move_in_placing_phase {
            list_slides(on, state, false, out);
        }
    } else {
        list_slides(on, state, on.standard.flies(state, state.side), out);
    }
}

/// The stones that the side to move may remove.
pub(super) fn removable(on: &FamilyRules, state: &State) -> PointSet {
    if state.pending() < 0 {
        return if removes_for_stalemate(on, state) { state.own() } else { on.unprotected(state.own()) };
    }
    let others = state.opposing();
    let regular = if removes_for_stalemate(on, state) {
        others & on.board().adjacent(state.own())
    } else {
        on.unprotected(others)
    };
    let targets = state.targets;
    if targets.is_empty() {
        regular
    } else if state.pending() > line_captures::total(on, state, targets) {
        targets | regular
    } else {
        targets
    }
}

/// Whether the side to move cannot move any stone.
pub(super) fn has_no_slide(on: &FamilyRules, state: &State) -> bool {
    let mut slides = Moves::new();
    list_slides(on, state, on.standard.flies(state, state.side), &mut slides);
    slides.is_empty()
}

/// Whether removals follow the stalemate rule: any stone next to the remover's own, in a mill or not.
fn removes_for_stalemate(on: &FamilyRules, state: &State) -> bool {
    state.phase == Phase::Stalemate
        || state.phase == Phase::Moving && on.rules.stalemate_removes() && has_no_slide(on, state)
}

fn list_slides(on: &FamilyRules, state: &State, flies: bool, out: &mut Moves<Move>) {
    let empty = on.empty(state);
    for from in state.own() {
        let reach = if flies {
            empty
        } else {
            on.board().neighbours(from) & empty | line_captures::leaps(on, state, from)
        };
        let allowed = reach.iter().filter(|to| !mills::repeats(on, state, from, *to));
        out.extend(allowed.map(|to| Move::slide(from, to)));
    }
}
