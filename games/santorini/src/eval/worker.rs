//! Value of a worker: a part for the square on which it stands, and a part for each free square next to it. A square is
//! contested if an enemy is next to it. A lead of 400 units adds 1 to the log odds of a win.

use crate::square::{Square, TOP};
use crate::squares::{NEIGHBOURS, Squares};
use crate::state::State;

/// `SQUARE_VALUES[height][kind]`: value of a worker by its height and the kind of its square (see [`KINDS`]). A
/// worker on level 3, which some gods allow, has the same value as on level 2.
const SQUARE_VALUES: [[i32; 6]; 4] = [
    [0, 70, 104, 142, 142, 178],
    [91, 255, 291, 343, 388, 379],
    [360, 511, 552, 642, 687, 740],
    [360, 511, 552, 642, 687, 740],
];

/// `NEIGHBOUR_VALUES[height][level][contested]`: value of a free square of height `level` next to a worker on `height`;
/// a dome has no value. `contested` is 1 if an enemy is next to the free square, otherwise 0.
const NEIGHBOUR_VALUES: [[[i32; 2]; 5]; 4] = [
    [[-13, 18], [42, 60], [98, -51], [20, 62], [0, 0]],
    [[-19, -12], [38, 48], [188, 141], [36, 65], [0, 0]],
    [[-42, -47], [22, 13], [323, 273], [647, 517], [0, 0]],
    [[-42, -47], [22, 13], [323, 273], [647, 517], [0, 0]],
];

/// `GAINS_BY_LEVEL[height][contested][level]`: change in the value of a worker on `height` when the height of a square
/// next to it grows from `level` by one. A square of level 4 has no value and does not grow.
pub(super) static GAINS_BY_LEVEL: [[[i16; 5]; 2]; 4] = {
    let mut gains = [[[0; 5]; 2]; 4];
    let mut index = 0;
    while index < 4 * 2 * 4 {
        let (height, contested, level) = (index / 8, index / 4 % 2, index % 4);
        let after = neighbour_value(height as u8, level as u8 + 1, contested == 1);
        let change = after - neighbour_value(height as u8, level as u8, contested == 1);
        gains[height][contested][level] = change as i16;
        index += 1;
    }
    gains
};

/// Returns the value of a square of height `level` next to a worker on `height`; see [`NEIGHBOUR_VALUES`].
#[inline]
pub(super) const fn neighbour_value(height: u8, level: u8, contested: bool) -> i32 {
    let height = if height < TOP { height } else { TOP };
    NEIGHBOUR_VALUES[height as usize][level as usize][contested as usize]
}

/// Kind of each square, from 0 for the corners to 5 for the centre. Squares that symmetries of the board
/// exchange have the same kind.
const KINDS: [u8; 25] = [0, 1, 2, 1, 0, 1, 3, 4, 3, 1, 2, 4, 5, 4, 2, 1, 3, 4, 3, 1, 0, 1, 2, 1, 0];

/// Returns the value of a worker on the square `worker`. `levels` holds the free squares of each height, and
/// `contested` the squares next to enemies.
#[inline]
pub(super) fn worker_value(state: &State, levels: &[Squares; 4], contested: Squares, worker: Square) -> i32 {
    let height = usize::from(state.height(worker)).min(TOP.into());
    let near = NEIGHBOURS[worker.index()];
    let mut value = SQUARE_VALUES[height][usize::from(KINDS[worker.index()])];
    for (level, [value_if_open, value_if_contested]) in levels.iter().zip(&NEIGHBOUR_VALUES[height]) {
        let squares = *level & near;
        let number_contested = (squares & contested).count() as i32;
        let number_open = squares.count() as i32 - number_contested;
        value += value_if_contested * number_contested + value_if_open * number_open;
    }
    value
}
