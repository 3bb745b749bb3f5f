//! Plays a move on a state, on its pieces alone, or on the set of occupied squares alone.

use crate::board::{Pieces, State};
use crate::moves::Move;
use crate::setup;
use crate::square::{Square, Squares};

#[inline]
pub(crate) fn play(state: &mut State, mv: Move) {
    match mv {
        Move::SetUp(row) => setup::place(state, row),
        _ => change(state.pieces, mv, |square, rings| state.toggle(square, rings)),
    }
    state.pass_turn();
}

/// Returns the pieces after a move. A set-up move changes nothing here.
#[inline]
pub(crate) fn pieces_after(before: Pieces, mv: Move) -> Pieces {
    let mut after = before;
    change(before, mv, |square, rings| after.toggle(square, rings));
    after
}

/// Returns the occupied squares after a move. A set-up move changes nothing here.
#[inline]
pub(crate) fn occupied_after(before: Squares, mv: Move) -> Squares {
    match mv {
        Move::Go { start, end } => before.without(start).with(end),
        Move::Replace { start, end: _, drop } => before.without(start).with(drop),
        Move::SetUp(_) | Move::Pass => before,
    }
}

/// Calls `toggle(square, rings)` whenever the move takes a piece from a square or puts one down. Does nothing for
/// set-up moves and passes.
#[inline]
fn change(before: Pieces, mv: Move, mut toggle: impl FnMut(Square, usize)) {
    match mv {
        Move::Go { start, end } => {
            let rings = before.rings(start);
            toggle(start, rings);
            toggle(end, rings);
        }
        Move::Replace { start, end, drop } => {
            let (rings, replaced) = (before.rings(start), before.rings(end));
            toggle(start, rings);
            toggle(end, replaced);
            toggle(end, rings);
            toggle(drop, replaced);
        }
        Move::SetUp(_) | Move::Pass => {}
    }
}
