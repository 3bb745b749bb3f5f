//! Europa places Talus next to the worker that moved.

use plywright::Side;

use crate::power::Power;
use crate::squares::{NEIGHBOURS, Squares};
use crate::state::State;
use crate::stored::Stored;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::restrictions::Restrictions;
use crate::turn::turn_state::TurnState;

pub(super) struct Europa;

impl Power for Europa {
    fn restrict_opponent(state: &State, me: Side, restrictions: &mut Restrictions) {
        restrictions.closed |= state.stored(me).squares();
    }

    fn restrict_itself(state: &State, me: Side, restrictions: &mut Restrictions) {
        Self::restrict_opponent(state, me, restrictions);
    }

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        for square in NEIGHBOURS[built.at.index()] & turn.free(built) {
            turn.acting(Act::Talus(square), |turn| {
                turn.end_storing(built, Stored::squares_of(Squares::of(square)));
            });
        }
    }
}
