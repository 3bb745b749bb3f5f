//! Hephaestus builds a second block on the first.

use crate::power::Power;
use crate::square::TOP;
use crate::squares::Squares;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Hephaestus;

impl Power for Hephaestus {
    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        turn.each_build(built, Squares::of(built.site) - built.state.at_least(TOP), Turn::end);
    }
}
