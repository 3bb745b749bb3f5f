//! Endings of the game by its position.

use plywright::{Ending, Moves, Side};

use super::context::FamilyRules;
use super::listing;
use crate::position::{Phase, State};
use crate::rules::{BoardFull, Stalemate};

/// The ending, or `None` if the game goes on.
pub(super) fn ending(on: &FamilyRules, state: &State) -> Option<Ending> {
    before_moves(on, state).or_else(|| {
        let mut moves = Moves::new();
        listing::list(on, state, &mut moves);
        moves.is_empty().then(|| without_moves(on, state))
    })
}

/// Ending that does not depend on moves: too few stones, a winning mill, or a full board.
pub(super) fn before_moves(on: &FamilyRules, state: &State) -> Option<Ending> {
    if let Some(loser) = on.standard.side_without_enough_stones(state) {
        return Some(Ending::Win(!loser));
    }
    match state.phase {
        Phase::Over => of_other_side(on, state),
        _ => by_mill(on, state).or_else(|| by_full_board(on, state)),
    }
}

/// Ending if the side to move has no legal move.
pub(super) fn without_moves(on: &FamilyRules, state: &State) -> Ending {
    match on.rules.stalemate {
        // Under `ChangeSide` the turn has already passed: neither side can move, so the game is drawn.
        Stalemate::Draw | Stalemate::ChangeSide => Ending::Draw,
        _ => Ending::Win(!state.side),
    }
}

/// Win by a mill under rules where mills win. If both sides have a mill, the side that moved last wins.
pub(super) fn by_mill(on: &FamilyRules, state: &State) -> Option<Ending> {
    if !on.rules.mill_wins {
        return None;
    }
    let has_mill = |side: &Side| !on.board().in_mills(state.stones(*side)).is_empty();
    [!state.side, state.side].into_iter().find(has_mill).map(Ending::Win)
}

/// Ending of the same position with the other side to move.
pub(super) fn of_other_side(on: &FamilyRules, state: &State) -> Option<Ending> {
    let mut other = *state;
    other.pass_turn();
    other.set_phase(Phase::Moving);
    ending(on, &other)
}

/// Whether placing has filled the board and no removal is due.
pub(super) fn is_full_after_placing(on: &FamilyRules, state: &State) -> bool {
    state.phase == Phase::Moving && state.removals == [0, 0] && on.empty(state).is_empty()
}

fn by_full_board(on: &FamilyRules, state: &State) -> Option<Ending> {
    let ending = match on.rules.board_full {
        BoardFull::FirstPlayerLoses => Ending::Win(Side::Second),
        BoardFull::Draw => Ending::Draw,
        _ => return None,
    };
    is_full_after_placing(on, state).then_some(ending)
}
