//! Search hints: the order of moves, bounds from stable discs (which can never be flipped), and a small solver for the
//! last five empty squares.

use plywright::bits;
use plywright::prelude::*;

use crate::lines::{CORNERS, count, flipped, last_flipped, margin, placements};
use crate::move_ordering::odd_quadrants;
use crate::stability::stable;
use crate::{DISC, Othello};

/// Maximum number of empty squares at which stable discs are counted. With more, hardly any disc is stable.
const MAX_EMPTY_FOR_STABILITY: i32 = 24;
/// Maximum number of empty squares at which the small solver finds the value instead of the search.
const MAX_EMPTY_TO_SOLVE: i32 = 5;

/// Values of the parameter `has_passed` of [`last_squares`].
const AFTER_A_MOVE: bool = false;
const AFTER_A_PASS: bool = true;

impl Hints for Othello {
    /// Lists corners first. Among corners, and among other squares, those in quadrants with an odd number of empty
    /// squares come first.
    fn distinct_moves(&self, board: &Pieces, out: &mut Moves<u8>) -> Option<Ending> {
        let places = placements(board.mine(), board.theirs());
        if places == 0 {
            return self.moves(board, out);
        }
        let odd = odd_quadrants(!board.all());
        out.extend(bits(places & odd & CORNERS));
        out.extend(bits(places & !odd & CORNERS));
        out.extend(bits(places & odd & !CORNERS));
        out.extend(bits(places & !odd & !CORNERS));
        None
    }

    fn moves_left(&self, board: &Pieces) -> Option<u32> {
        Some(count(!board.all()) as u32)
    }

    fn value_within(&self, board: &Pieces, alpha: Score, beta: Score) -> Option<Score> {
        let (mine, theirs) = (board.mine(), board.theirs());
        let empty = count(!board.all());
        if empty <= MAX_EMPTY_TO_SOLVE {
            // The window in whole discs, rounded outwards.
            let [alpha, beta] = [alpha, beta].map(|bound| bound.clamp_to_evaluation().0);
            let (alpha, beta) = (alpha.div_euclid(DISC), -(-beta).div_euclid(DISC));
            let value = last_squares(mine, theirs, alpha, beta, AFTER_A_MOVE);
            return Some(Score(DISC * value));
        }
        // An opponent with n stable discs ends with at least n discs, so the margin is at most 64 - 2 * n. Counting is
        // useless if this bound exceeds alpha even when n is the number of all the opponent's discs.
        let best_upper = DISC * (64 - 2 * count(theirs));
        if empty > MAX_EMPTY_FOR_STABILITY || best_upper > alpha.0 {
            return None;
        }
        let upper = DISC * (64 - 2 * count(stable(theirs, mine)));
        (upper <= alpha.0).then_some(Score(upper))
    }
}

/// Returns the final margin in discs for the side to move, which owns the discs `mine`. If the margin does not lie
/// between `alpha` and `beta` (in discs), the result is a bound on the same side of the window. `has_passed` says
/// whether the opponent has just passed; the game is then over if the side to move has no move either.
fn last_squares(mine: u64, theirs: u64, alpha: i32, beta: i32, has_passed: bool) -> i32 {
    let empty = !(mine | theirs);
    let is_at_most_one = empty & empty.wrapping_sub(1) == 0;
    if is_at_most_one {
        return last_square(mine, theirs, empty);
    }
    let odd = odd_quadrants(empty);
    let mut best = i32::MIN;
    for square in bits(empty & odd).chain(bits(empty & !odd)) {
        let discs = flipped(mine, theirs, square);
        if discs == 0 {
            continue;
        }
        let (mine, theirs) = (mine | discs | 1 << square, theirs & !discs);
        best = best.max(-last_squares(theirs, mine, -beta, -alpha.max(best), AFTER_A_MOVE));
        if best >= beta {
            return best;
        }
    }
    match best {
        i32::MIN if has_passed => margin(mine, theirs),
        i32::MIN => -last_squares(theirs, mine, -beta, -alpha, AFTER_A_PASS),
        _ => best,
    }
}

/// Returns the final margin in discs for the side to move. `empty`, the set of empty squares, must have at most one
/// square. The side to move plays there if it can, otherwise the opponent if it can.
#[inline]
fn last_square(mine: u64, theirs: u64, empty: u64) -> i32 {
    if empty == 0 {
        return margin(mine, theirs);
    }
    let square = empty.trailing_zeros() as u8;
    // There are 63 discs. Each flipped disc changes the lead by 2, and the new disc changes it by 1.
    let lead = 2 * count(mine) - 63;
    let discs = last_flipped(mine, square);
    if discs > 0 {
        return lead + 2 * discs + 1;
    }
    let discs = last_flipped(theirs, square);
    if discs > 0 { lead - 2 * discs - 1 } else { lead + lead.signum() }
}
