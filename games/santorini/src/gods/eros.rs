//! Eros also wins when his workers meet.

use crate::power::{Mortal, Power};
use crate::squares::neighbours;
use crate::state::State;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Eros;

impl Power for Eros {
    fn may_win(state: &State) -> bool {
        Mortal::may_win(state) || state.own().intersects(state.exactly(1))
    }

    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let first_level = chosen.state.exactly(1);
        let steps = turn.steps(chosen);
        let meetings =
            steps & first_level & (neighbours(chosen.unmoved() & first_level) - turn.restrictions.no_wins);
        for meeting in meetings {
            turn.acting(Act::Move(meeting), |turn| turn.win(&chosen.stepped(meeting)));
        }
        turn.each_step(chosen, steps - meetings, Self::build);
    }
}
