//! Search hints: wins in one move and threats of them, found without listing moves; captures for quiescence search;
//! move ordering; and the values of pieces.

use plywright::bits;
use plywright::prelude::*;

use crate::{Breakthrough, STRAIGHT};

/// Value of a piece by the number of rows to its goal. On the first of eight rows, a piece guards the opponent's goal,
/// so it has a higher value than on the second.
const PIECE_VALUES: [i32; 8] = [0, 320, 240, 180, 150, 130, 115, 120];
/// Amount by which captures are ordered before steps. The value of the captured piece is added to it.
const CAPTURE: i32 = 1_000;

pub(crate) const PARAMS: SearchParams = SearchParams {
    quiescence: true,
    extend_threatened: true,
    late_move_reductions: true,
    mate_solver: 4,
    aspiration: 60,
    win_scale: 150,
    scale: 1,
    ..SearchParams::FULL_WIDTH
};

impl Breakthrough {
    /// Returns the number of rows from a square to the goal of `side`. `square` is a set with this square only.
    fn rows_to_goal(self, square: u64, side: Side) -> usize {
        let row = square.trailing_zeros() as usize / 8;
        if side == Side::First { self.0 - 1 - row } else { row }
    }

    /// Returns the sum of the values of a side's pieces.
    pub(crate) fn total_value(self, board: &Pieces, side: Side) -> i32 {
        bits(board.sets[side.index()]).map(|square| PIECE_VALUES[self.rows_to_goal(1 << square, side)]).sum()
    }

    /// Returns the square to which a move leads, as a set with this square only.
    fn target(self, board: &Pieces, mv: u8) -> u64 {
        self.ahead(1 << (mv & 63), board.side, mv >> 6)
    }

    /// Returns the names of the squares that a move leaves and reaches.
    pub(crate) fn ends(self, board: &Pieces, mv: u8) -> [String; 2] {
        let to = self.target(board, mv).trailing_zeros() as usize;
        [usize::from(mv & 63), to].map(|square| self.grid().name(square))
    }

    /// Returns the ordering score of a move. Captures come before steps: first those near either goal, then those in
    /// the middle. Steps close to the goal come before other steps. A move into the goal comes last of its kind.
    pub(crate) fn rank(self, board: &Pieces, mv: u8) -> i32 {
        let to = self.target(board, mv);
        let step = PIECE_VALUES[self.rows_to_goal(to, board.side)];
        let captured = PIECE_VALUES[self.rows_to_goal(to, !board.side).min(7)];
        step + if to & board.theirs() == 0 { 0 } else { CAPTURE + captured }
    }

    /// Returns the row from which the pieces of `side` win in one step.
    fn before_goal(self, side: Side) -> u64 {
        self.ahead(self.home(!side), !side, STRAIGHT)
    }
}

impl Hints for Breakthrough {
    #[inline]
    fn winning_move(&self, board: &Pieces) -> Option<u8> {
        let last_piece = if board.theirs().is_power_of_two() { board.theirs() } else { 0 };
        let to = self.home(!board.side) | last_piece;
        self.steps(board, to).next().filter(|_| self.ending(board).is_none())
    }

    #[inline]
    fn loses_at_once(&self, board: &Pieces, mv: u8, _: &mut NodeScratch) -> Option<bool> {
        let to = self.target(board, mv);
        let left = board.theirs() & !to;
        if left == 0 || to & self.home(!board.side) != 0 {
            return Some(false);
        }
        // The opponent also wins by capturing the mover's only piece. This is not checked, so the result is unknown if
        // the mover has only one piece.
        (!board.mine().is_power_of_two()).then(|| left & self.before_goal(!board.side) != 0)
    }

    #[inline]
    fn is_threatened(&self, board: &Pieces, _: &mut NodeScratch) -> bool {
        board.theirs() & self.before_goal(!board.side) != 0
    }

    /// Captures are noisy. A step that threatens to win is forcing.
    #[inline]
    fn class(&self, board: &Pieces, mv: u8) -> MoveClass {
        match self.target(board, mv) {
            to if to & board.theirs() != 0 => MoveClass::Noisy,
            to if to & self.before_goal(board.side) != 0 => MoveClass::Forcing,
            _ => MoveClass::Quiet,
        }
    }

    #[inline]
    fn noisy(&self, board: &Pieces, min_class: MoveClass, out: &mut Moves<u8>) {
        let to = match min_class {
            MoveClass::Quiet => u64::MAX,
            MoveClass::Forcing => board.theirs() | self.before_goal(board.side),
            MoveClass::Noisy => board.theirs(),
        };
        out.extend(self.steps(board, to));
    }
}
