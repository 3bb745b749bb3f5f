//! The evaluation.

use plywright::{Eval, Policy, Score};

use crate::game::Santorini;
use crate::squares::NEIGHBOURS;
use crate::state::State;

/// The evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub struct Heights;

impl Eval<Santorini> for Heights {
    const POLICY: Policy = Policy { aspiration: 20, winning: 300, ..Policy::FULL_WIDTH };

    fn evaluate(&mut self, _: &Santorini, state: &State) -> Score {
        let side = |side| {
            state
                .workers(side)
                .into_iter()
                .map(|worker| {
                    let height = i32::from(state.height(worker));
                    height * 100 + NEIGHBOURS[worker.index()].count() as i32 * 5
                })
                .sum::<i32>()
        };
        Score(side(state.side) - side(!state.side))
    }
}
