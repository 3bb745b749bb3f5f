//! Asteria puts a dome anywhere after moving down.

use crate::power::Power;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Asteria;

impl Power for Asteria {
    const REPEATS: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        if built.height() < turn.start.height(built.origin) {
            turn.each_dome(built, turn.open_sites(built), Turn::end);
        }
    }
}
