//! The hand-written evaluation: how far the pieces and active rows are advanced, and an upper bound on what
//! each side could reach if it were to move. The active row of a side is the row with pieces nearest to it; the
//! pieces on that row are its starters, the only pieces that it may move under the usual rules.
//!
//! The weights were fitted by logistic regression to 35,000 positions from self-play after random openings. A
//! side with a score of 400 wins about three of four games. The fit gave one weight to the first starter that
//! reaches the goal and a negative one to each further starter that does. This is implausible, so one weight replaces
//! both. The evaluation with one weight scored 48 % against the one with two in 400 games at 20,000 nodes a move (95 %
//! interval 43 to 53 %).

use plywright::{Eval, MoveScores, Score, SearchParams, Side};

use crate::board::State;
use crate::game::Gyges;
use crate::moves::Move;
use crate::play::occupied_after;
use crate::reach::{ReachFinder, close_bound};
use crate::setup;
use crate::square::{BOARD, Square, Squares, WIDTH, active_row, rows_before_active, rows_from};

/// Weight of each square or piece that a starter reaches. If several starters reach it, it counts for each of them.
const END_WEIGHT: i32 = 8;
/// Weight of each piece that at least one starter reaches, by its number of rings, 1 to 3.
const REACHED_PIECE_WEIGHTS: [i32; 3] = [61, 59, 61];
/// Weight of each starter, by its number of rings, 1 to 3. Negative, because the weights of what a starter reaches
/// add up to more than the starter is worth.
const STARTER_WEIGHTS: [i32; 3] = [-62, -31, -45];
/// Bonus if at least one starter reaches the goal.
const GOAL_THREAT_BONUS: i32 = 100;
/// Weight of each empty square that at least one starter reaches on the far rows.
const FAR_SQUARE_WEIGHT: i32 = 17;
/// Index of the first far row, counted from the side's home row with index 0.
const FIRST_FAR_ROW: usize = 4;
/// Weight of each row between a piece and the side's own edge of the board, by the piece's number of rings, 1 to 3.
const ADVANCE_WEIGHTS: [i32; 3] = [-5, 8, 8];
/// Weight of each row between the active row and the side's own edge of the board.
const ACTIVE_ROW_WEIGHT: i32 = 160;
/// Bonus for the side to move.
const TEMPO_BONUS: i32 = 241;

/// The hand-written evaluation of Gyges.
#[derive(Clone, Copy, Debug, Default)]
pub struct GygesEval;

impl Eval<Gyges> for GygesEval {
    fn evaluate(&mut self, game: &Gyges, state: &State) -> Score {
        if setup::is_under_way(state) {
            return Score::DRAW;
        }
        let reach = Reach::of_both(game, state);
        let [own, other] =
            [state.side, !state.side].map(|side| side_value(state, side, &reach[side.index()]));
        Score(own - other + TEMPO_BONUS).clamp_to_evaluation()
    }

    /// Prefers moves after which the mover's active row is far advanced and holds many pieces, and the
    /// opponent's active row is little advanced and holds few pieces.
    fn order_all(&self, _: &Gyges, state: &State, moves: &[Move], out: &mut MoveScores) {
        let scale = if state.side == Side::First { ORDERING_SCALE } else { -ORDERING_SCALE };
        let before = state.pieces.occupied();
        out.extend(moves.iter().map(|mv| {
            let occupied = occupied_after(before, *mv);
            scale * (active_row_value(occupied, Side::First) - active_row_value(occupied, Side::Second))
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

/// Number of move-score units in one evaluation unit.
const ORDERING_SCALE: i32 = 6;
/// Value of a starter for move ordering, in evaluation units. Stands for the value of what the starter reaches, which
/// is too slow to compute for each move.
const ORDERING_STARTER_VALUE: i32 = 40;

/// Returns the value of a side's active row for move ordering, in evaluation units.
#[inline]
fn active_row_value(occupied: Squares, side: Side) -> i32 {
    let starters = active_row(occupied, side) & occupied;
    ACTIVE_ROW_WEIGHT * rows_before_active(occupied, side) as i32
        + ORDERING_STARTER_VALUE * starters.count() as i32
}

/// Upper bounds on what a side's starters (the pieces on its active row) reach: everything that they reach is
/// contained, and sometimes more.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reach {
    /// Squares, empty or not, and goals that at least one starter reaches.
    pub(crate) reached: Squares,
    /// Sum, over all starters, of the number of squares that the starter reaches, empty or not. Goals do not count.
    pub(crate) ends: u32,
}

impl Reach {
    /// Returns the bounds of the first and the second side. Both are empty if a piece is in a goal.
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

/// Returns the value of one side's position, without the bonus for the side to move.
fn side_value(state: &State, side: Side, reach: &Reach) -> i32 {
    let Reach { reached, ends } = *reach;
    let occupied = state.pieces.occupied();
    let starters = active_row(occupied, side) & occupied;
    let far_squares = (reached & rows_from(side, FIRST_FAR_ROW)) - occupied;
    // A piece on row n, counted from the home row 0, is in n of these sets of rows, so its weight counts n times.
    let advance: i32 = (1..WIDTH).map(|row| weigh(state, rows_from(side, row), ADVANCE_WEIGHTS)).sum();
    END_WEIGHT * ends as i32
        + weigh(state, reached, REACHED_PIECE_WEIGHTS)
        + weigh(state, starters, STARTER_WEIGHTS)
        + GOAL_THREAT_BONUS * i32::from(reached.contains(Square::target_goal(side)))
        + FAR_SQUARE_WEIGHT * far_squares.count() as i32
        + advance
        + ACTIVE_ROW_WEIGHT * rows_before_active(occupied, side) as i32
}

/// Returns the sum of the weights of the pieces on `squares`. `weights` holds the weight of a piece with one, two and
/// three rings.
#[inline]
fn weigh(state: &State, squares: Squares, weights: [i32; 3]) -> i32 {
    let mut sum = 0;
    for (rings, weight) in (1..).zip(weights) {
        sum += weight * (state.pieces.with_rings(rings) & squares).count() as i32;
    }
    sum
}
