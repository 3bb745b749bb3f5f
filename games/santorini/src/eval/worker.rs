//! Value of a worker. 400 units equal 1 in the log odds.

use crate::square::{Square, TOP};
use crate::squares::{NEIGHBOURS, Squares};
use crate::state::State;

/// `STANDING[height][kind]`: value of a worker by its height and the kind of its square (see [`KINDS`]). A
/// worker on level 3, which some gods allow, has the same value as on level 2.
const STANDING: [[i32; 6]; 4] = [
    [0, 70, 104, 142, 142, 178],
    [91, 255, 291, 343, 388, 379],
    [360, 511, 552, 642, 687, 740],
    [360, 511, 552, 642, 687, 740],
];

/// `AROUND[height][level][contested]`: value of a free square of height `level` next to a worker on `height`; a
/// dome has no value. `contested` is 1 if an enemy is next to the free square, otherwise 0.
const AROUND: [[[i32; 2]; 5]; 4] = [
    [[-13, 18], [42, 60], [98, -51], [20, 62], [0, 0]],
    [[-19, -12], [38, 48], [188, 141], [36, 65], [0, 0]],
    [[-42, -47], [22, 13], [323, 273], [647, 517], [0, 0]],
    [[-42, -47], [22, 13], [323, 273], [647, 517], [0, 0]],
];

/// `RAISED[height][contested][level]`: change in the value of a worker on `height` when the height of a square
/// next to it grows from `level` by one. A square of level 4 has no value and does not grow.
pub(super) static RAISED: [[[i16; 5]; 2]; 4] = {
    let mut raised = [[[0; 5]; 2]; 4];
    let mut index = 0;
    while index < 4 * 2 * 4 {
        let (height, contested, level) = (index / 8, index / 4 % 2, index % 4);
        let after = around(height as u8, level as u8 + 1, contested == 1);
        let change = after - around(height as u8, level as u8, contested == 1);
        raised[height][contested][level] = change as i16;
        index += 1;
    }
    raised
};

/// Returns the value of a square of height `level` next to a worker on `height`; see [`AROUND`].
#[inline]
pub(super) const fn around(height: u8, level: u8, contested: bool) -> i32 {
    let height = if height < TOP { height } else { TOP };
    AROUND[height as usize][level as usize][contested as usize]
}

/// Kind of each square, from 0 for the corners to 5 for the centre. Squares that symmetries of the board
/// exchange have the same kind.
const KINDS: [u8; 25] = [0, 1, 2, 1, 0, 1, 3, 4, 3, 1, 2, 4, 5, 4, 2, 1, 3, 4, 3, 1, 0, 1, 2, 1, 0];

/// Returns the value of a worker: the value of its square plus the values of the free squares next to it.
/// `levels` holds the free squares of each height, and `watched` the squares next to enemies.
#[inline]
pub(super) fn worth(state: &State, levels: &[Squares; 4], watched: Squares, worker: Square) -> i32 {
    let height = usize::from(state.height(worker)).min(TOP.into());
    let near = NEIGHBOURS[worker.index()];
    let mut worth = STANDING[height][usize::from(KINDS[worker.index()])];
    for (level, [open, contested]) in levels.iter().zip(&AROUND[height]) {
        let squares = *level & near;
        let with_enemy = (squares & watched).count() as i32;
        worth += contested * with_enemy + open * (squares.count() as i32 - with_enemy);
    }
    worth
}
