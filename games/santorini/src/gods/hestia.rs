//! Hestia builds a second time off the perimeter.

use crate::power::Power;
use crate::squares::PERIMETER;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Hestia;

impl Power for Hestia {
    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        turn.each_build(built, turn.sites(built) - PERIMETER, Turn::end);
    }
}
