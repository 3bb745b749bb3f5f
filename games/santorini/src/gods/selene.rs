//! Selene places a dome next to her female worker.
//!
//! A dome on level 3 is an ordinary building.

use crate::power::Power;
use crate::square::TOP;
use crate::squares::{Squares, neighbours};
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Selene;

impl Power for Selene {
    /// Where the mover could have built a block, a dome is recorded as a block replaced by a dome: clients
    /// expect both.
    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        Self::build(turn, moved);
        let sites = neighbours(moved.state.stored(turn.me).squares())
            & (turn.free(moved) - moved.state.at_least(TOP));
        let beside_mover = sites & turn.neighbours(moved.at);
        turn.each_dome(moved, sites - beside_mover, Turn::end);
        for site in beside_mover {
            turn.acting(Act::Build(site), |turn| turn.each_dome(moved, Squares::of(site), Turn::end));
        }
    }
}
