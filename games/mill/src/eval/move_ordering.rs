//! Move ordering: moves that win a stone first, then moves that save a stone, then moves to good points.
//!
//! Scores are approximate. On boards with more than four lines through a point, a mill may be overlooked. Captures
//! without a mill have no score of their own.

use crate::board::{Point, PointSet};
use crate::game::Mill;
use crate::position::{Action, Move, State};

// A mill outweighs a block, and a block outweighs an open two on a point with four neighbours.
const CLOSES_AND_BLOCKS: i32 = 8_500;
const CLOSES_MILL: i32 = 7_500;
const BLOCKS_MILL: i32 = 5_000;
/// Score for making an open two: two stones of the mover on a line whose third point is empty.
const OPENS_TWO: i32 = 900;
/// Score for leaving a point on which the opponent can then close a mill.
const UNBLOCKS_MILL: i32 = -2_500;
/// Score for each neighbour of the point to which a stone goes or from which it is removed; at most four neighbours
/// count.
const NEIGHBOUR: i32 = 120;

/// Score for removing a stone that the opponent needs for a mill. Counts once for each empty point that then no longer
/// completes a mill of the opponent.
const BREAKS_THREAT: i32 = 2_000;
/// Score for removing a stone from a point where the side to move would complete a mill.
const FREES_MILL: i32 = 1_500;
/// Score for removing a stone from a mill of the opponent.
const BREAKS_MILL: i32 = 1_000;
/// Maximum score of a removal.
const MAX_REMOVAL: i32 = 9_000;

/// Scores the moves of one position. Creating a scorer computes the sets of points that several moves need.
pub(crate) struct MoveScorer<'a> {
    game: &'a Mill,
    state: &'a State,
    own_completions: PointSet,
    /// Points on which the opponent could close a mill with its next move if they were empty.
    opposing_threats: PointSet,
    open_twos: PointSet,
}

impl<'a> MoveScorer<'a> {
    #[inline]
    pub(crate) fn new(game: &'a Mill, state: &'a State) -> Self {
        let board = game.board();
        let opponent = !state.side;
        let opposing = state.opposing();
        let comes_from_anywhere = state.hand(opponent) > 0 || game.standard().flies(state, opponent);
        Self {
            game,
            state,
            own_completions: board.mill_completions(state.own()),
            opposing_threats: if comes_from_anywhere {
                board.mill_completions(opposing)
            } else {
                board.sliding_threats(opposing, opposing)
            },
            open_twos: board.open_twos(state.own(), game.standard().empty(state)),
        }
    }

    #[inline]
    pub(crate) fn score(&self, mv: Move) -> i32 {
        match mv.action() {
            Action::Place(to) => self.arrival(to, self.own_completions.contains(to)),
            Action::Slide(from, to) => {
                let staying = self.state.own().without(from);
                let closes_mill =
                    self.own_completions.contains(to) && self.game.board().closes_usual_mill(staying, to);
                let departure = if self.opposing_threats.contains(from) { UNBLOCKS_MILL } else { 0 };
                self.arrival(to, closes_mill) + departure
            }
            Action::Remove(at) => removal(self.game, self.state, at),
        }
    }

    #[inline]
    fn arrival(&self, to: Point, closes_mill: bool) -> i32 {
        let urgent = match (closes_mill, self.opposing_threats.contains(to)) {
            (true, true) => CLOSES_AND_BLOCKS,
            (true, false) => CLOSES_MILL,
            (false, true) => BLOCKS_MILL,
            (false, false) => 0,
        };
        let opens_two = if self.open_twos.contains(to) { OPENS_TWO } else { 0 };
        urgent + opens_two + NEIGHBOUR * i32::from(self.game.board().degree(to))
    }
}

/// Returns the ordering score of removing the stone on `at`. The function is not inlined, so that scoring other moves
/// takes less of the stack.
#[inline(never)]
fn removal(game: &Mill, state: &State, at: Point) -> i32 {
    let board = game.board();
    let (own, opposing) = (state.own(), state.opposing());
    let completions_lost = board.mill_completions(opposing) - board.mill_completions(opposing.without(at));
    let threats_lost = completions_lost & game.standard().empty(state);
    let mut score = BREAKS_THREAT * threats_lost.count() as i32 + NEIGHBOUR * i32::from(board.degree(at));
    if board.closes_usual_mill(own, at) {
        score += FREES_MILL;
    }
    if board.closes_usual_mill(opposing, at) {
        score += BREAKS_MILL;
    }
    score.min(MAX_REMOVAL)
}
