//! How a game ends by its position.

use plywright::{Ending, Moves, Side};

use super::context::FamilyRules;
use super::listing;
use crate::rules::{BoardFull, Stalemate};
use crate::state::{Phase, State};

/// The ending, if the game is over.
pub(super) fn ending(on: &FamilyRules, state: &State) -> Option<Ending> {
    before_moves(on, state).or_else(|| {
        let mut moves = Moves::new();
        listing::list(on, state, &mut moves);
        moves.is_empty().then(|| without_moves(on, state))
    })
}

/// The ending that does not depend on moves: by too few stones, a mill that wins, or a full board.
pub(super) fn before_moves(on: &FamilyRules, state: &State) -> Option<Ending> {
    if let Some(loser) = on.standard.side_without_enough_stones(state) {
        return Some(Ending::Win(!loser));
    }
    match state.phase {
        Phase::Over => of_other_side(on, state),
        _ => by_mill(on, state).or_else(|| by_full_board(on, state)),
    }
}

/// The ending for a side to move without a legal move.
pub(super) fn without_moves(on: &FamilyRules, state: &State) -> Ending {
    match on.rules.stalemate {
        // When the turn has passed and the other side has no move either, nobody wins.
        Stalemate::Draw | Stalemate::ChangeSide => Ending::Draw,
        _ => Ending::Win(!state.side),
    }
}

/// The winner by a mill where mills win. If both sides have one, the last to move wins.
pub(super) fn by_mill(on: &FamilyRules, state: &State) -> Option<Ending> {
    if !on.rules.mill_wins {
        return None;
    }
    let has_mill = |side: &Side| !on.board().in_mills(state.stones(*side)).is_empty();
    [!state.side, state.side].into_iter().find(has_mill).map(Ending::Win)
}

/// The ending with the other side to move.
pub(super) fn of_other_side(on: &FamilyRules, state: &State) -> Option<Ending> {
    let mut other = *state;
    other.pass_turn();
    other.set_phase(Phase::Moving);
    ending(on, &other)
}

/// Whether placing has filled the board and no removals are due for that yet.
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
