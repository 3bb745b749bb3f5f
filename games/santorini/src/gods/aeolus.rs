//! Aeolus turns the wind at the end of a turn.
//!
//! A blowing wind must be stilled before another direction can be chosen.

use plywright::Side;

use crate::power::Power;
use crate::square::Direction;
use crate::state::State;
use crate::stored::Stored;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::restrictions::Restrictions;
use crate::turn::turn_state::TurnState;

pub(super) struct Aeolus;

impl Power for Aeolus {
    fn restrict_opponent(state: &State, me: Side, restrictions: &mut Restrictions) {
        restrictions.winds[me.index()] = state.stored(me).wind();
    }

    fn restrict_itself(state: &State, me: Side, restrictions: &mut Restrictions) {
        Self::restrict_opponent(state, me, restrictions);
    }

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        let now = built.state.stored(turn.me).wind();
        let winds = Direction::ALL.into_iter().filter(|wind| now.is_none_or(|now| now == *wind));
        for wind in winds.map(Some).chain([None]) {
            turn.acting(Act::Wind(wind), |turn| turn.end_storing(built, Stored::of_wind(wind)));
        }
    }
}
