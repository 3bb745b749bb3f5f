//! Squares that complete a four, ordering scores of moves by these squares, and the search parameters.

use plywright::prelude::*;

use crate::Size;
use crate::size::column_bits;

/// What an empty square adds to the ordering score of a move if a further stone there would complete a four for the
/// mover.
const THREAT_RANK: i32 = 2000;

/// Search parameters. With fewer than ten empty squares (`solve_kept`), searching a position again is faster than a
/// lookup in the transposition table. No board has 64 squares, so `solve_looked_ahead` switches enhanced transposition
/// cutoffs off.
pub(crate) const PARAMS: SearchParams = SearchParams {
    aspiration: 4,
    order_by_child_eval: 1500,
    solve_kept: 10,
    solve_looked_ahead: 64,
    ..SearchParams::FULL_WIDTH
};

/// Returns the lowest free square of each open column.
#[inline]
pub(crate) fn playable(size: Size, board: &Pieces) -> u64 {
    (board.all() + size.bottom()) & size.squares()
}

/// Returns the squares that complete a four with three stones of a set, including occupied squares and bits outside the
/// board.
#[inline]
pub(crate) fn completing(set: u64) -> u64 {
    let [falling, level, rising] = [6, 7, 8].map(|step| {
        let (below, above) = (set << step, set >> step);
        let (two_below, two_above) = (below & below << step, above & above >> step);
        two_below & (below << (2 * step) | above) | two_above & (above >> (2 * step) | below)
    });
    let in_column = set << 1 & set << 2 & set << 3;
    in_column | falling | level | rising
}

/// Returns the ordering score of a move: [`THREAT_RANK`] for each empty square that would then complete a
/// four for the mover. At most five squares count, so the score is at most 10,000, the maximum of [`Eval::order`].
#[inline]
pub(crate) fn rank(size: Size, board: &Pieces, column: u8) -> i32 {
    let square = playable(size, board) & column_bits(column);
    let free = size.squares() & !board.all() & !square;
    let threats = (completing(board.mine() | square) & free).count_ones() as i32;
    THREAT_RANK * threats.min(5)
}
