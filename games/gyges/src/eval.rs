//! The hand-written evaluation: how far the pieces and active rows are advanced, and an upper bound on what
//! each side could reach if it were to move.
//!
//! The weights were fitted by logistic regression to 35,000 positions from self-play after random openings. A
//! score of 400 wins three of four games. Goal threats have a single weight, because the two that the fit
//! gave were implausible. The single one scored 48 % against them in 400 games at 20,000 nodes a move (95 %
//! interval 43 to 53 %).

use plywright::{Eval, MoveScores, Score, SearchParams, Side};

use crate::board::State;
use crate::game::Gyges;
use crate::moves::Move;
use crate::play::occupied_after;
use crate::reach::{ReachFinder, close_bound};
use crate::setup;
use crate::square::{BOARD, Square, Squares, WIDTH, active_row, rows_before_active, rows_from};

/// Weight of each reached square or piece, counted once for each starter that reaches it. Starters are the
/// pieces on the active row.
const END: i32 = 8;
/// Weight of each piece reached by at least one starter, by its rings, 1 to 3.
const PIECE_REACHED: [i32; 3] = [61, 59, 61];
/// Weight of each starter, by its rings, 1 to 3.
const STARTER: [i32; 3] = [-62, -31, -45];
/// Bonus if any starter reaches the goal.
const GOAL_THREAT: i32 = 100;
/// Weight of each empty square that any starter reaches in the two rows farthest from the side's home row.
const FAR_SQUARE: i32 = 17;
/// Weight of each row between a piece and the side's own edge of the board, by the piece's rings, 1 to 3.
const ADVANCE: [i32; 3] = [-5, 8, 8];
/// Weight of each row between the active row and the side's own edge of the board.
const ACTIVE_ROW: i32 = 160;
/// Bonus for the side to move.
const TEMPO: i32 = 241;

/// Index of the first row that counts for `FAR_SQUARE`. The home row has index 0.
const FAR: usize = 4;

/// The hand-written evaluation of Gyges.
#[derive(Clone, Copy, Debug, Default)]
pub struct GygesEval;

impl Eval<Gyges> for GygesEval {
    fn evaluate(&mut self, game: &Gyges, state: &State) -> Score {
        if setup::is_under_way(state) {
            return Score::DRAW;
        }
        let reach = Reach::of_both(game, state);
        let [own, other] = [state.side, !state.side].map(|side| worth(state, side, &reach[side.index()]));
        Score(own - other + TEMPO).clamp_to_evaluation()
    }

    /// Prefers moves after which the mover's active row is far advanced and holds many pieces, and the
    /// opponent's active row is little advanced and holds few pieces.
    fn order_all(&self, _: &Gyges, state: &State, moves: &[Move], out: &mut MoveScores) {
        let scale = if state.side == Side::First { RANK_SCALE } else { -RANK_SCALE };
        let before = state.pieces.occupied();
        out.extend(moves.iter().map(|mv| {
            let occupied = occupied_after(before, *mv);
            scale * (worth_of_row(occupied, Side::First) - worth_of_row(occupied, Side::Second))
        }));
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            late_move_reductions: true,
            null_move: true,
            mate_solver: 4,
            futility_plies: 1,
            futility_margin: 150,
            aspiration: 50,
            win_scale: 400,
            scale: 1,
            ..SearchParams::FULL_WIDTH
        }
    }
}

/// Move-score units for each unit of the evaluation.
const RANK_SCALE: i32 = 6;
/// Value of a starter for move ordering, in evaluation units. It stands for what the starter reaches.
const RANKED_STARTER: i32 = 40;

/// Returns a side's value for move ordering, in evaluation units.
#[inline]
fn worth_of_row(occupied: Squares, side: Side) -> i32 {
    let starters = active_row(occupied, side) & occupied;
    ACTIVE_ROW * rows_before_active(occupied, side) as i32 + RANKED_STARTER * starters.count() as i32
}

/// What a side's starters (the pieces on its active row) reach. It is an upper bound: it contains everything that they
/// reach, and may contain more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Squares, pieces and goals that a starter reaches.
    pub(crate) reached: Squares,
    /// Sum over all starters of the number of squares and pieces that the starter reaches. Goals are not
    /// counted.
    pub(crate) ends: u32,
}

impl Reach {
    /// Returns the bounds of both sides, the first side's first. Both are empty in a finished game.
    #[inline]
    pub(crate) fn of_both(game: &Gyges, state: &State) -> [Self; 2] {
        if state.winner().is_some() {
            // The path tables do not support a piece in a goal.
            return [Self { reached: Squares::EMPTY, ends: 0 }; 2];
        }
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

/// Returns the weighted sum of one side's features, without the bonus for the side to move.
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

/// Returns the sum of the weights of the pieces on `squares`, by rings, 1 to 3.
#[inline]
fn weigh(state: &State, squares: Squares, weights: [i32; 3]) -> i32 {
    let of_rings = |(rings, weight)| (state.pieces.with_rings(rings) & squares).count() as i32 * weight;
    (1..).zip(weights).map(of_rings).sum()
}
