//! The static evaluation.

use plywright::{Eval, Policy, Score};

use crate::game::Mill;
use crate::state::State;

/// A stone, in the evaluation's units.
const STONE: i32 = 100;

/// The evaluation of Mill positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MillEval;

impl Eval<Mill> for MillEval {
    const POLICY: Policy = Policy { quiescence: true, scale: 20, ..Policy::FULL_WIDTH };

    #[inline]
    fn evaluate(&mut self, game: &Mill, state: &State) -> Score {
        let worth = |i: usize| STONE * (i32::from(state.total[i]) + i32::from(state.removals[i]));
        let own = state.side.index();
        let mobility = if game.considers_mobility { game.number_of_moves(state) as i32 } else { 0 };
        Score(worth(own) - worth(1 - own) + mobility)
    }
}
