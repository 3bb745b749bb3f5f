//! Nike keeps the opponent down after moving down.
//!
//! What counts is the step, not where a worker that has to slide on comes to rest.

use plywright::Side;

use crate::power::Power;
use crate::state::State;
use crate::stored::Stored;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::restrictions::Restrictions;
use crate::turn::turn_state::TurnState;

pub(super) struct Nike;

impl Power for Nike {
    fn restrict_opponent(state: &State, me: Side, restrictions: &mut Restrictions) {
        restrictions.no_climbing |= state.stored(me).number() > 0;
    }

    fn move_worker<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let steps = turn.steps(chosen);
        let not_down = chosen.state.at_least(chosen.height());
        for (steps, descended) in [(steps - not_down, 1), (steps & not_down, 0)] {
            turn.each_step(chosen, steps, |turn, moved| {
                let mut moved = *moved;
                moved.state.stored[turn.me.index()] = Stored::number_of(descended);
                Self::build(turn, &moved);
            });
        }
    }
}
