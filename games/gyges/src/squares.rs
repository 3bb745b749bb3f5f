//! Squares and sets of squares: the low 36 bits of a word, row by row from player one's home row, and the two goals.

use plywright::Side;

/// Squares of a row, and rows.
pub(crate) const WIDTH: usize = 6;
/// Squares without the goals.
pub(crate) const SQUARES: usize = WIDTH * WIDTH;
/// Squares with the goals.
pub(crate) const PLACES: usize = SQUARES + 2;

/// All squares but the goals.
pub(crate) const BOARD: u64 = (1 << SQUARES) - 1;
/// The row nearest to player one.
const HOME_ROW: u64 = (1 << WIDTH) - 1;

/// The goal that `side` defends: 36 below player one's home row, 37 above player two's.
#[inline]
pub(crate) const fn own_goal(side: Side) -> usize {
    match side {
        Side::First => SQUARES,
        Side::Second => SQUARES + 1,
    }
}

/// The goal that `side` must reach.
#[inline]
pub(crate) const fn far_goal(side: Side) -> usize {
    match side {
        Side::First => own_goal(Side::Second),
        Side::Second => own_goal(Side::First),
    }
}

/// The set of one square.
#[inline]
pub(crate) const fn bit(square: usize) -> u64 {
    1 << square
}

/// The first square of the row nearest to `side` that holds any of `pieces`; `pieces` must not be empty.
#[inline]
fn nearest_row_start(pieces: u64, side: Side) -> usize {
    let square = match side {
        Side::First => pieces.trailing_zeros(),
        Side::Second => pieces.ilog2(),
    };
    square as usize / WIDTH * WIDTH
}

/// The row nearest to `side` that holds any of `pieces`; empty when there are none.
#[inline]
pub(crate) fn active_row(pieces: u64, side: Side) -> u64 {
    let pieces = pieces & BOARD;
    if pieces == 0 { 0 } else { HOME_ROW << nearest_row_start(pieces, side) }
}

/// The squares that are nearer to `side` than its active row.
#[inline]
pub(crate) fn behind_active_row(pieces: u64, side: Side) -> u64 {
    let pieces = pieces & BOARD;
    if pieces == 0 {
        return 0;
    }
    let start = nearest_row_start(pieces, side);
    match side {
        Side::First => bit(start) - 1,
        Side::Second => BOARD & !((bit(start) << WIDTH) - 1),
    }
}

/// The squares of a set, in ascending order.
#[inline]
pub(crate) fn squares(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let square = set.trailing_zeros() as usize;
        (set != 0).then(|| {
            set &= set - 1;
            square
        })
    })
}

/// The set with files in reverse order, goals unchanged.
pub(crate) fn mirrored(set: u64) -> u64 {
    let board: u64 = squares(set & BOARD).map(|square| bit(mirrored_square(square))).sum();
    board | set & !BOARD
}

/// The square with its file in reverse order; goals stay.
pub(crate) const fn mirrored_square(square: usize) -> usize {
    if square < SQUARES { square / WIDTH * WIDTH + (WIDTH - 1 - square % WIDTH) } else { square }
}
