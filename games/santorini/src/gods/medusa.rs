//! Medusa turns enemies below her workers to stone.

use crate::power::Power;
use crate::square::Square;
use crate::squares::NEIGHBOURS;
use crate::squares::Squares;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Medusa;

impl Power for Medusa {
    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        let state = &built.state;
        let seen_by = |worker: Square| NEIGHBOURS[worker.index()] - state.at_least(state.height(worker));
        let seen = state.own().into_iter().map(seen_by).fold(Squares::EMPTY, Squares::union);
        let stones = turn.targets(built) & seen;
        let mut end = *built;
        end.state.raise(stones);
        for stone in stones {
            end.state.remove_worker(!turn.me, stone);
        }
        turn.end(&end);
    }
}
