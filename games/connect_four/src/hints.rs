//! What only makes a search faster. Threats, empty squares on which a stone completes four in a row, tell which moves win at
//! once and which ones lose at once, and rank the others. The board has a mirror image.

use plywright::prelude::*;

use crate::{BOARD, ConnectFour, four_in_a_row, open_fours};

/// What a threat and a four left to the opponent count in a rank.
const RANK: [i32; 2] = [100, 30];

/// The lowest square of each column.
const LOWEST: u64 = BOARD & !(BOARD << 1);

/// The empty squares that complete a four of `stones`.
fn threats(stones: u64, all: u64) -> u64 {
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

/// The rank of a move: the threats that there are after it come first, then the fours that it leaves to the opponent.
pub(crate) fn rank(board: &Pieces, column: u8) -> i32 {
    let all = board.all();
    let stones = board.mine() | square(all, column);
    RANK[0] * threats(stones, all).count_ones() as i32 - RANK[1] * open_fours(stones)
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

/// The columns in reverse order.
const fn mirrored(set: u64) -> u64 {
    const COLUMN: u64 = 0x7f;
    set & COLUMN << 21
        | (set & COLUMN) << 42
        | (set & COLUMN << 7) << 28
        | (set & COLUMN << 14) << 14
        | (set >> 14 & COLUMN << 14)
        | (set >> 28 & COLUMN << 7)
        | (set >> 42 & COLUMN)
}

impl Symmetric for ConnectFour {
    fn symmetries(&self) -> u8 {
        2
    }

    fn transform(&self, board: &Pieces, _mirror: Symmetry) -> Pieces {
        Pieces { sets: board.sets.map(mirrored), ..*board }
    }

    fn transform_move(&self, column: u8, _mirror: Symmetry) -> u8 {
        6 - column
    }

    /// The stones of the side to move added to all stones make a number of their own for each position: in each column
    /// the carry marks the height, and what is below it the owners. The mirror image of the number is that of the image.
    fn canonical(&self, board: &Pieces) -> (Key, Symmetry) {
        let number = board.mine() + board.all();
        let image = mirrored(number);
        (Key::mix(number.min(image)), Symmetry(u8::from(image < number)))
    }
}
