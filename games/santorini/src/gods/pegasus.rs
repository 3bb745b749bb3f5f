//! Pegasus climbs any height.

use crate::power::Power;
use crate::square::TOP;
use crate::squares::Squares;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Pegasus;

impl Power for Pegasus {
    fn steps<R: Recorder>(turn: &Turn<'_, R>, chosen: &TurnState) -> Squares {
        turn.ways(chosen) & (turn.heights_up_to(chosen, chosen.height(), TOP) - chosen.state.occupied())
    }
}
