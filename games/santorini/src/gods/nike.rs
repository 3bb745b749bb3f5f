//! Nike forbids the opponent to move up after she has moved down.
//!
//! The step decides, not the square on which a sliding worker comes to rest.

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

    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        let mut moved = *moved;
        moved.state.stored[turn.me.index()] = Stored::number_of(moved.descended.into());
        Self::build(turn, &moved);
    }
}
