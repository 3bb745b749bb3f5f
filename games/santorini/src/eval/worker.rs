//! Value of a worker.

use super::weights::{AROUND, STANDING};
use crate::square::{Square, TOP};
use crate::squares::{NEIGHBOURS, Squares};
use crate::state::State;

/// Kind of each square, equal for squares that symmetries of the board exchange, from the corner inwards.
const KINDS: [u8; 25] = [0, 1, 2, 1, 0, 1, 3, 4, 3, 1, 2, 4, 5, 4, 2, 1, 3, 4, 3, 1, 0, 1, 2, 1, 0];

/// Returns the value of a worker: its square, and the free squares around it by height and by whether an
/// enemy is next to them.
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
