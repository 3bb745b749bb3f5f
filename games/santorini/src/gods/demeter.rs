//! Demeter builds a second time, on another square.

use crate::power::Power;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Demeter;

impl Power for Demeter {
    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        let others = turn.sites(built).without(built.site);
        turn.each_build(built, Turn::<R>::in_order(built, others), Turn::end);
    }
}
