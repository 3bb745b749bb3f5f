//! The static evaluation: how far either side would get if it were to move.
//!
//! What is counted for a side is weighed and set against the other side's. The weights were fitted by
//! logistic regression on 35,000 positions of games of the engine against itself, from random set-ups with a
//! few random moves; 400 units stand for three wins in four games. The fit had let each further threat of the
//! opponent count for the side to move, and reached pieces in the far rows against their side: the first is
//! one weight for any threat now, the second is left out. In 400 games at 20,000 nodes a move the single
//! weight for threats scored 48 % against the two that it replaces (95 %: 43 to 53 %).

use plywright::{Eval, Ranks, Score, SearchParams, Side};

use crate::board::State;
use crate::game::Gyges;
use crate::moves::Move;
use crate::play::occupied_after;
use crate::reach::{ReachFinder, close_bound};
use crate::setup;
use crate::square::{BOARD, Square, Squares, WIDTH, active_row, rows_before_active, rows_from};

/// A square or piece that a starter reaches, once for each starter.
const END: i32 = 8;
/// A piece of one, two or three rings that any starter reaches.
const PIECE_REACHED: [i32; 3] = [61, 59, 61];
/// A starter of one, two or three rings: what its ends count above is more than it is worth.
const STARTER: [i32; 3] = [-62, -31, -45];
/// A starter reaches the goal.
const GOAL_THREAT: i32 = 100;
/// An empty square in the last two rows that any starter reaches.
const FAR_SQUARE: i32 = 17;
/// A piece of one, two or three rings, for each row between it and the side's home row.
const ADVANCE: [i32; 3] = [-5, 8, 8];
/// A row between the active row and the side's home row.
const ACTIVE_ROW: i32 = 160;
/// Being the side to move.
const TEMPO: i32 = 241;

/// The rows from which a row is a far one, counted from the home row.
const FAR: usize = 4;

/// The evaluation of Gyges.
#[derive(Clone, Copy, Debug, Default)]
pub struct GygesEval;

impl Eval<Gyges> for GygesEval {
    fn evaluate(&mut self, game: &Gyges, state: &State) -> Score {
        if setup::is_under_way(state) {
            return Score::DRAW;
        }
        let reach = Reach::of_both(game, state);
        let [own, other] = [state.side, !state.side].map(|side| worth(state, side, &reach[side.index()]));
        Score(own - other + TEMPO).clamp_to_estimate()
    }

    /// Moves that bring one's active row forward and the opponent's back come first, and those that leave him
    /// few starters.
    fn order_all(&self, _: &Gyges, state: &State, moves: &[Move], ranks: &mut Ranks) {
        let (own, other) = (state.side, !state.side);
        let before = state.pieces.occupied();
        ranks.extend(moves.iter().map(|mv| {
            let occupied = occupied_after(before, *mv);
            RANK_SCALE * (worth_of_row(occupied, own) - worth_of_row(occupied, other))
        }));
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            late_move_reductions: true,
            null_move: true,
            win_search: 4,
            futility_plies: 1,
            futility_margin: 150,
            aspiration: 50,
            win_scale: 400,
            scale: 1,
            ..SearchParams::FULL_WIDTH
        }
    }
}

/// Units of rank for a unit of the evaluation.
const RANK_SCALE: i32 = 6;
/// Worth of a starter in a move's rank: its ends and threats, less what it counts for itself.
const RANKED_STARTER: i32 = 40;

/// Worth of a side's active row and of its starters.
#[inline]
fn worth_of_row(occupied: Squares, side: Side) -> i32 {
    let starters = active_row(occupied, side) & occupied;
    ACTIVE_ROW * rows_before_active(occupied, side) as i32 + RANKED_STARTER * starters.count() as i32
}

/// An upper bound to what a side's starters reach.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Squares, pieces and the goal.
    pub(crate) reached: Squares,
    /// Squares and pieces, once for each starter that reaches them.
    pub(crate) ends: u32,
}

impl Reach {
    /// Bounds for the first side and the second.
    #[inline]
    pub(crate) fn of_both(game: &Gyges, state: &State) -> [Self; 2] {
        let mut finder = ReachFinder::new(state.pieces, state.side, game.rules.square_once);
        let occupied = state.pieces.occupied();
        Side::BOTH.map(|side| {
            let mut reach = Self { reached: Squares::EMPTY, ends: 0 };
            for start in active_row(occupied, side) & occupied {
                let of_one = close_bound(&mut finder, start);
                reach.reached |= of_one;
                reach.ends += (of_one & BOARD).count();
            }
            reach
        })
    }
}

/// The weighed counts of a side.
fn worth(state: &State, side: Side, reach: &Reach) -> i32 {
    let Reach { reached, ends } = *reach;
    let occupied = state.pieces.occupied();
    let starters = active_row(occupied, side) & occupied;
    let far_squares = (reached & rows_from(side, FAR)) - occupied;
    END * ends as i32
        + weigh(state, reached, PIECE_REACHED)
        + weigh(state, starters, STARTER)
        + GOAL_THREAT * i32::from(reached.contains(Square::target_goal(side)))
        + FAR_SQUARE * far_squares.count() as i32
        + (1..WIDTH).map(|row| weigh(state, rows_from(side, row), ADVANCE)).sum::<i32>()
        + ACTIVE_ROW * rows_before_active(occupied, side) as i32
}

/// The pieces on some squares, weighed by their rings.
#[inline]
fn weigh(state: &State, squares: Squares, weights: [i32; 3]) -> i32 {
    let of_rings = |(rings, weight)| (state.pieces.with_rings(rings) & squares).count() as i32 * weight;
    (1..).zip(weights).map(of_rings).sum()
}
