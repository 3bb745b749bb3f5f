//! Which moves to look at first: those that win a stone, those that save one, those that take good points.
//!
//! A rank is a guess: in the crowded centre of a rare board a mill may be overlooked.

use crate::game::Mill;
use crate::moves::{Action, Move};
use crate::point::{Point, PointSet};
use crate::state::State;

/// Closing a mill where the opponent would have closed one.
const CLOSES_AND_BLOCKS: i32 = 8_500;
/// Closing a mill.
const CLOSES_MILL: i32 = 7_500;
/// Going where the opponent would close a mill.
const BLOCKS_MILL: i32 = 5_000;
/// Getting two stones and an empty point on a line.
const OPENS_LINE: i32 = 900;
/// Leaving a point on which the opponent can then close a mill.
const UNBLOCKS_MILL: i32 = -2_500;
/// Each neighbour of the point that is taken.
const NEIGHBOUR: i32 = 120;

/// Removing a stone that would have closed or kept up a mill threat.
const BREAKS_THREAT: i32 = 2_000;
/// Removing a stone that stands where one's own mill would be closed.
const FREES_MILL: i32 = 1_500;
/// Removing a stone out of a mill.
const BREAKS_MILL: i32 = 1_000;

/// What all moves of a position that bring a stone somewhere are judged by.
pub(crate) struct Judge<'a> {
    game: &'a Mill,
    state: &'a State,
    /// Where a stone makes a mill, if it does not leave that mill for it.
    closing: PointSet,
    /// Where the opponent can make a mill with his next move.
    blocking: PointSet,
    /// Where a line with a stone and an empty point waits.
    opening: PointSet,
}

impl<'a> Judge<'a> {
    #[inline]
    pub(crate) fn new(game: &'a Mill, state: &'a State) -> Self {
        let board = game.board;
        let opponent = !state.side;
        let others = state.opposing();
        let goes_anywhere = state.hand(opponent) > 0 || game.flies_as(state, opponent);
        Self {
            game,
            state,
            closing: board.mill_completions(state.own()),
            blocking: if goes_anywhere {
                board.mill_completions(others)
            } else {
                board.sliding_threats(others, others)
            },
            opening: board.open_twos(state.own(), game.empty(state)),
        }
    }

    /// The rank of a legal move, greater first.
    #[inline]
    pub(crate) fn rank(&self, mv: Move) -> i32 {
        match mv.action() {
            Action::Place(to) => self.arrival(to, self.closing.contains(to)),
            Action::Slide(from, to) => {
                let staying = self.state.own().without(from);
                let closes = self.closing.contains(to) && self.game.board.closes_mill_in_table(staying, to);
                let leaves_block = self.blocking.contains(from);
                self.arrival(to, closes) + if leaves_block { UNBLOCKS_MILL } else { 0 }
            }
            Action::Remove(at) => removal(self.game, self.state, at),
        }
    }

    /// What it gains to come to `to`.
    #[inline]
    fn arrival(&self, to: Point, closes: bool) -> i32 {
        let urgent = match (closes, self.blocking.contains(to)) {
            (true, true) => CLOSES_AND_BLOCKS,
            (true, false) => CLOSES_MILL,
            (false, true) => BLOCKS_MILL,
            (false, false) => 0,
        };
        let opens = if self.opening.contains(to) { OPENS_LINE } else { 0 };
        urgent + opens + NEIGHBOUR * i32::from(self.game.board.degree(to))
    }
}

/// What it gains to remove the opponent's stone on `at`. Kept out of the way of the other moves, which need no stack.
#[inline(never)]
fn removal(game: &Mill, state: &State, at: Point) -> i32 {
    let board = game.board;
    let (own, others) = (state.own(), state.opposing());
    let empty = game.empty(state);
    let threats_lost = (board.mill_completions(others) - board.mill_completions(others.without(at))) & empty;
    let mut rank = BREAKS_THREAT * threats_lost.count() as i32 + NEIGHBOUR * i32::from(board.degree(at));
    if board.closes_mill_in_table(own, at) {
        rank += FREES_MILL;
    }
    if board.closes_mill_in_table(others, at) {
        rank += BREAKS_MILL;
    }
    rank.min(9_000)
}
