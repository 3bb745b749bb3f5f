//! What makes searches faster: wins are seen without playing moves.

use plywright::prelude::*;

use crate::{ConnectFour, four_in_a_row};

/// Units of rank for a free square on which a side wins.
const THREAT_RANK: i32 = 2000;

/// What searches may do. Close to its end the game is searched again in less time than a table answers.
pub(crate) const PARAMS: SearchParams = SearchParams {
    aspiration: 4,
    order_by_child_eval: 1500,
    solve_kept: 10,
    solve_looked_ahead: 64,
    ..SearchParams::FULL_WIDTH
};

impl Hints for ConnectFour {
    #[inline]
    fn winning_move(&self, board: &Pieces) -> Option<u8> {
        column_of(self.playable(board) & completing(board.mine())).filter(|_| !four_in_a_row(board.theirs()))
    }

    #[inline]
    fn random_move(&self, board: &Pieces, random: u64) -> Result<u8, Ending> {
        if let Some(ending) = self.ending(board) {
            return Err(ending);
        }
        let mut open = self.0.top() & !board.all();
        let choice = (u128::from(random) * u128::from(open.count_ones())) >> 64;
        for _ in 0..choice {
            open &= open - 1;
        }
        column_of(open).ok_or(Ending::Draw)
    }

    /// `scratch`: the squares on which the opponent wins.
    #[inline]
    fn loses_at_once(&self, board: &Pieces, column: u8, scratch: &mut NodeScratch) -> Option<bool> {
        let wins = self.opponents_wins(board, scratch);
        let playable = self.playable(board);
        let square = playable & 0x7f << (7 * column);
        let leaves_open = wins & playable & !square != 0;
        let opens = wins & square << 1 != 0;
        Some((leaves_open || opens) && completing(board.mine()) & square == 0)
    }

    #[inline]
    fn moves_left(&self, board: &Pieces) -> Option<u32> {
        Some((self.0.squares() & !board.all()).count_ones())
    }

    /// A side without a four that is still open does not win.
    #[inline]
    fn value_within(&self, board: &Pieces, alpha: Score, beta: Score) -> Option<Score> {
        let squares = self.0.squares();
        let can_win = |others: u64| four_in_a_row(squares & !others);
        let is_bound =
            alpha >= Score::DRAW && !can_win(board.theirs()) || beta <= Score::DRAW && !can_win(board.mine());
        is_bound.then_some(Score::DRAW)
    }

    #[inline]
    fn is_threatened(&self, board: &Pieces, scratch: &mut NodeScratch) -> bool {
        self.opponents_wins(board, scratch) & self.playable(board) != 0
    }
}

impl ConnectFour {
    /// The lowest free square of each open column.
    #[inline]
    fn playable(&self, board: &Pieces) -> u64 {
        (board.all() + self.0.bottom()) & self.0.squares()
    }

    /// A rank for each free square on which the side to move wins once it has played in a column.
    #[inline]
    pub(crate) fn rank_by_threats(&self, board: &Pieces, column: u8) -> i32 {
        let square = self.playable(board) & 0x7f << (7 * column);
        let free = self.0.squares() & !board.all() & !square;
        let threats = (completing(board.mine() | square) & free).count_ones() as i32;
        THREAT_RANK * threats.min(5)
    }

    #[inline]
    fn opponents_wins(&self, board: &Pieces, scratch: &mut NodeScratch) -> u64 {
        if let Some(wins) = scratch.first() {
            return *wins;
        }
        let wins = completing(board.theirs()) & self.0.squares();
        scratch.push(wins);
        wins
    }
}

/// The column of the first square of a set, if there is one.
#[inline]
fn column_of(squares: u64) -> Option<u8> {
    (squares != 0).then(|| (squares.trailing_zeros() / 7) as u8)
}

/// The squares, on the board or off it, that make a four together with three stones of a set.
#[inline]
fn completing(set: u64) -> u64 {
    let in_rows = [6, 7, 8].map(|step| {
        let (below, above) = (set << step, set >> step);
        let (two_below, two_above) = (below & below << step, above & above >> step);
        two_below & (below << (2 * step) | above) | two_above & (above >> (2 * step) | below)
    });
    let in_column = set << 1 & set << 2 & set << 3;
    in_column | in_rows[0] | in_rows[1] | in_rows[2]
}
