//! Ares removes a block after building.

use crate::power::Power;
use crate::squares::neighbours;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Ares;

impl Power for Ares {
    const REPEATS: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        let blocks = built.state.at_least(1) & neighbours(built.unmoved()) & turn.free(built);
        turn.each_razing(built, blocks, Turn::end);
    }
}
