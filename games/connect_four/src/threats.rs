//! Threats: empty squares on which a stone completes four in a row. They tell which moves win at once and which ones lose
//! at once, and rank the others.

use plywright::prelude::*;

use crate::{BOARD, ConnectFour, four_in_a_row};

/// The lowest square of each column.
const LOWEST: u64 = BOARD & !(BOARD << 1);

/// The empty squares that complete a four of `stones`.
pub(crate) fn threats(stones: u64, all: u64) -> u64 {
    let upright = stones << 1 & stones << 2 & stones << 3;
    let level_and_slanted = [6, 7, 8].into_iter().fold(0, |found, step| {
        let pair_below = stones << step & stones << (2 * step);
        let pair_above = stones >> step & stones >> (2 * step);
        let outer = pair_below & stones << (3 * step) | pair_above & stones >> (3 * step);
        found | outer | pair_below & stones >> step | pair_above & stones << step
    });
    (upright | level_and_slanted) & BOARD & !all
}

/// The squares to which stones can fall.
fn playable(all: u64) -> u64 {
    (all + LOWEST) & BOARD
}

/// The square to which a stone falls in a column.
fn square(all: u64, column: u8) -> u64 {
    playable(all) & 0x7f << (7 * column)
}

/// More threats come first, and the order of the list decides among equals.
pub(crate) fn rank(board: &Pieces, column: u8) -> i32 {
    let all = board.all();
    100 * threats(board.mine() | square(all, column), all).count_ones() as i32
}

impl Hints for ConnectFour {
    fn winning_move(&self, board: &Pieces) -> Option<u8> {
        let wins = threats(board.mine(), board.all()) & playable(board.all());
        (wins != 0 && !four_in_a_row(board.theirs())).then(|| (wins.trailing_zeros() / 7) as u8)
    }

    fn loses_at_once(&self, board: &Pieces, column: u8, scratch: &mut NodeScratch) -> Option<bool> {
        let all = board.all();
        if scratch.is_empty() {
            scratch.push(threats(board.theirs(), all));
        }
        let stone = square(all, column);
        let answered = scratch[0] & !stone & playable(all | stone) != 0;
        Some(answered && !four_in_a_row(board.mine() | stone))
    }

    fn moves_left(&self, board: &Pieces) -> Option<u32> {
        Some((BOARD & !board.all()).count_ones())
    }
}
