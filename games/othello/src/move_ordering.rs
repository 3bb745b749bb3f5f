//! Move ordering. A move to a corner gets a bonus. Each legal reply of the opponent costs a penalty; a reply to a
//! corner costs two. A move in a quadrant of the board with an odd number of empty squares gets a small bonus, because
//! the side that plays first there can also play last (parity). All amounts are in move-score units.

use plywright::Pieces;

use crate::lines::{CORNERS, PASS, count, flipped, placements};

/// Returns the squares of all quadrants with an odd number of empty squares.
#[inline]
pub(crate) fn odd_quadrants(empty: u64) -> u64 {
    // In `rows`, the bit of the first square of each half row is set if the half row has an odd number of empty
    // squares. In `quadrants`, the same holds for the first square of each quadrant.
    let rows = empty ^ empty >> 1;
    let rows = (rows ^ rows >> 2) & 0x1111_1111_1111_1111;
    let quadrants = rows ^ rows >> 8;
    let quadrants = (quadrants ^ quadrants >> 16) & 0x0000_0011_0000_0011;
    // Copies the bit of a quadrant to its 16 squares.
    quadrants * 0x0f0f_0f0f
}

/// Returns the score of a move for ordering: moves with higher scores are tried earlier. A pass has score 0.
pub(crate) fn rank(board: &Pieces, square: u8) -> i32 {
    const CORNER: i32 = 2_000;
    const REPLY: i32 = 350;
    const PARITY: i32 = 150;
    if square == PASS {
        return 0;
    }
    let place = 1_u64 << square;
    let discs = flipped(board.mine(), board.theirs(), square);
    let (mine, theirs) = (board.mine() | discs | place, board.theirs() & !discs);
    let replies = placements(theirs, mine);
    let corner = CORNERS & place != 0;
    let odd = odd_quadrants(!board.all()) & place != 0;
    let bonus = CORNER * i32::from(corner) + PARITY * i32::from(odd);
    bonus - REPLY * (count(replies) + count(replies & CORNERS))
}

#[cfg(test)]
mod tests {
    use super::*;

    const QUADRANTS: [u64; 4] =
        [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

    #[test]
    fn quadrants_with_an_odd_number_of_empty_squares_are_found() {
        for empty in (0..1_000).map(|seed| plywright::Key::mix(seed).0) {
            let odd = QUADRANTS.into_iter().filter(|quadrant| (empty & quadrant).count_ones() % 2 == 1);
            assert_eq!(odd_quadrants(empty), odd.sum::<u64>(), "{empty:#x}");
        }
    }
}
