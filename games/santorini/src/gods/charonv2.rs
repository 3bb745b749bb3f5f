//! Charon's second version ferries an enemy across instead of moving.

use super::charon;
use crate::power::Power;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct CharonV2;

impl Power for CharonV2 {
    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        turn.each_worker(start, start.state.own(), |turn, chosen| {
            charon::each_flip(turn, chosen, Self::build);
        });
    }
}
