//! Jason places a new worker, once.

use crate::power::Power;
use crate::squares::PERIMETER;
use crate::stored::Stored;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Jason;

impl Power for Jason {
    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if !turn.is_power_unused() {
            return;
        }
        for place in PERIMETER & start.state.exactly(0) & turn.free(start) {
            let mut placed = start.with_worker(place);
            placed.state.workers[turn.me.index()].insert(place);
            placed.state.stored[turn.me.index()] = Stored::USED_UP;
            turn.acting(Act::Hero(place), |turn| Self::build(turn, &placed));
        }
    }
}
