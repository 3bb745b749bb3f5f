//! Medusa: at the end of her turn, an enemy that is next to one of her workers and lower than it is replaced by a
//! block.

use crate::power::prelude::*;

impl Power for super::Medusa {
    const TEXT: &'static str =
        "At the end of her turn enemies next to her workers and lower than they become a block.";
    const ACTS_AFTER_BUILD: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        let state = &built.state;
        let lower_beside = |worker: Square| NEIGHBOURS[worker.index()] - state.at_least(state.height(worker));
        let seen = state.own().into_iter().map(lower_beside).fold(Squares::EMPTY, Squares::union);
        let stones = turn.targets(built) & seen;
        let mut end = *built;
        end.state.raise(stones);
        for stone in stones {
            end = turn.without_worker(&end, !turn.me, stone);
        }
        turn.end(&end);
    }
}
