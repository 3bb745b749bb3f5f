//! Hints for the search, computed on sets of squares instead of by playing moves: wins, threats, random moves, draws.

use plywright::prelude::*;

use crate::size::{MAX_COLUMNS, above, column_bits};
use crate::threats::{completing, playable};
use crate::{ConnectFour, Size, four_in_a_row};

impl Hints for ConnectFour {
    #[inline]
    fn winning_move(&self, board: &Pieces) -> Option<u8> {
        column_of(playable(self.0, board) & completing(board.mine()))
            .filter(|_| !four_in_a_row(board.theirs()))
    }

    #[inline]
    fn random_move(&self, board: &Pieces, random: u64) -> Result<u8, Ending> {
        if let Some(ending) = self.ending(board) {
            return Err(ending);
        }
        let mut open = self.0.top() & !board.all();
        let choice = (u128::from(random) * u128::from(open.count_ones())) >> 64;
        // As long as `removed` is at most `choice`, a round clears the lowest bit, so the loop removes the `choice`
        // leftmost columns. It has no branch, because a branch would often be mispredicted.
        for removed in 1..u128::from(MAX_COLUMNS) {
            open &= open.wrapping_sub(u64::from(removed <= choice));
        }
        column_of(open).ok_or(Ending::Draw)
    }

    /// A move loses at once if the opponent can then win on another playable square or on the square above the stone,
    /// unless the move itself wins.
    #[inline]
    fn loses_at_once(&self, board: &Pieces, column: u8, scratch: &mut NodeScratch) -> Option<bool> {
        let wins = opponents_wins(self.0, board, scratch);
        let landings = playable(self.0, board);
        let square = landings & column_bits(column);
        let leaves_win = wins & landings & !square != 0;
        let opens_win = wins & above(square) != 0;
        let wins_now = || completing(board.mine()) & square != 0;
        Some((leaves_win || opens_win) && !wins_now())
    }

    #[inline]
    fn moves_left(&self, board: &Pieces) -> Option<u32> {
        Some((self.0.squares() & !board.all()).count_ones())
    }

    /// Returns the draw in two cases, otherwise `None`: `alpha` is at least a draw and the side to move can no longer
    /// complete a four, or `beta` is at most a draw and the opponent cannot. The draw is then an upper or a lower
    /// bound.
    #[inline]
    fn value_within(&self, board: &Pieces, alpha: Score, beta: Score) -> Option<Score> {
        let squares = self.0.squares();
        let can_win = |blocked: u64| four_in_a_row(squares & !blocked);
        let is_bound = (alpha >= Score::DRAW && !can_win(board.theirs()))
            || (beta <= Score::DRAW && !can_win(board.mine()));
        is_bound.then_some(Score::DRAW)
    }

    #[inline]
    fn is_threatened(&self, board: &Pieces, scratch: &mut NodeScratch) -> bool {
        opponents_wins(self.0, board, scratch) & playable(self.0, board) != 0
    }
}

/// Returns the squares on which a stone of the opponent completes a four, occupied squares included. `scratch` keeps
/// them for later calls in the same position.
#[inline]
fn opponents_wins(size: Size, board: &Pieces, scratch: &mut NodeScratch) -> u64 {
    if let Some(wins) = scratch.first() {
        return *wins;
    }
    let wins = completing(board.theirs()) & size.squares();
    scratch.push(wins);
    wins
}

/// Returns the leftmost column with a square of the set; `None` if the set is empty.
#[inline]
fn column_of(squares: u64) -> Option<u8> {
    (squares != 0).then(|| (squares.trailing_zeros() / 7) as u8)
}
