//! Which moves to look at first: those that win a stone, those that save one, those that take good points.

use crate::game::Mill;
use crate::moves::{Action, Move};
use crate::points::Points;
use crate::square::Square;
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

/// The rank of a legal move, greater first.
#[inline]
pub(crate) fn rank(game: &Mill, state: &State, mv: Move) -> i32 {
    match mv.action() {
        Action::Place(to) => arrival(game, state, state.own(), to),
        Action::Slide(from, to) => {
            let staying = state.own().without(from.bit());
            arrival(game, state, staying, to) + departure(game, state, from)
        }
        Action::Remove(at) => removal(game, state, at),
    }
}

/// What it gains to come to `to` beside the other stones `own`.
#[inline]
fn arrival(game: &Mill, state: &State, own: Points, to: Square) -> i32 {
    let board = game.board;
    let blocks = board.closes_mill(state.opposing(), to) && !game.is_out_of_reach(state, to);
    let urgent = match (board.closes_mill(own, to), blocks) {
        (true, true) => CLOSES_AND_BLOCKS,
        (true, false) => CLOSES_MILL,
        (false, true) => BLOCKS_MILL,
        (false, false) => 0,
    };
    let rank = urgent + NEIGHBOUR * board.neighbours(to).count() as i32;
    if board.opens_line(own, game.empty(state), to) { rank + OPENS_LINE } else { rank }
}

/// What it costs to leave `from`.
#[inline]
fn departure(game: &Mill, state: &State, from: Square) -> i32 {
    if game.board.closes_mill(state.opposing(), from) && !game.is_out_of_reach(state, from) {
        UNBLOCKS_MILL
    } else {
        0
    }
}

/// What it gains to remove the opponent's stone on `at`.
#[inline]
fn removal(game: &Mill, state: &State, at: Square) -> i32 {
    let board = game.board;
    let (own, others) = (state.own(), state.opposing());
    let empty = game.empty(state);
    let threats_lost = board.closing(others).without(board.closing(others.without(at.bit()))) & empty;
    let mut rank =
        BREAKS_THREAT * threats_lost.count() as i32 + NEIGHBOUR * board.neighbours(at).count() as i32;
    if board.closes_mill(own, at) {
        rank += FREES_MILL;
    }
    if board.closes_mill(others, at) {
        rank += BREAKS_MILL;
    }
    rank.min(9_000)
}

impl Mill {
    /// Must the opponent slide, and has no stone beside `to` but those of the mill that it would close there?
    #[inline]
    fn is_out_of_reach(&self, state: &State, to: Square) -> bool {
        let opponent = !state.side;
        if state.hand(opponent) > 0 || self.flies_as(state, opponent) {
            return false;
        }
        let others = state.opposing();
        !self.board.strikes(others, others).has(to)
    }
}
