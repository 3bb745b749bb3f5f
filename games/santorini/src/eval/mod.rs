//! The hand-written evaluation: the height and square of each worker, and the heights around it.
//!
//! Logistic regression fitted the weights to the results of games between mortals. A lead of 400 units adds 1 to the
//! log odds of a win. Games with gods use the same weights.

mod move_ordering;
mod worker;

use plywright::{Eval, MoveScores, Moves, Score, SearchParams};

use crate::game::Santorini;
use crate::moves::Move;
use crate::square::TOP;
use crate::squares::{Squares, neighbours};
use crate::state::State;

/// Bonus for the side to move.
const TEMPO: i32 = 107;

/// The hand-written evaluation of Santorini.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heights;

impl Eval<Santorini> for Heights {
    #[inline]
    fn evaluate(&mut self, _: &Santorini, state: &State) -> Score {
        let free = !state.occupied();
        let levels: [Squares; TOP as usize + 1] =
            std::array::from_fn(|height| free & state.exactly(height as u8));
        let own = side_value(state, &levels, state.own(), state.others());
        let others = side_value(state, &levels, state.others(), state.own());
        Score(own - others + TEMPO).clamp_to_evaluation()
    }

    fn params(&self) -> SearchParams {
        SearchParams {
            aspiration: 40,
            win_scale: 440,
            extend_threatened: true,
            futility_plies: 4,
            futility_margin: 150,
            late_move_pruning_plies: 8,
            late_move_pruning_base: 3,
            late_move_pruning_open: 40,
            probcut_margin: 200,
            internal_iterative_reduction: 4,
            mate_solver: 4,
            late_move_reductions: true,
            reduction_divisor: 140,
            ..SearchParams::FULL_WIDTH
        }
    }

    fn most_promising(&self, _: &Santorini, state: &State, limit: usize, out: &mut Moves<Move>) -> bool {
        move_ordering::most_promising(state, limit, out)
    }

    fn order_all(&self, _: &Santorini, state: &State, moves: &[Move], out: &mut MoveScores) {
        move_ordering::rank(state, moves, out);
    }
}

/// Returns the sum of the values of `workers`, all workers of one side. `levels` holds the free squares of each height
/// from 0 to 3.
#[inline]
fn side_value(state: &State, levels: &[Squares; 4], workers: Squares, enemies: Squares) -> i32 {
    let contested = neighbours(enemies);
    workers.into_iter().map(|worker| worker::worker_value(state, levels, contested, worker)).sum()
}
