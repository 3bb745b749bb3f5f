//! Apollo's second version swaps places with an enemy that is not higher.

use super::apollo;
use crate::power::Power;
use crate::turn::Turn;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct ApolloV2;

impl Power for ApolloV2 {
    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let higher = chosen.state.at_least(chosen.height() + 1);
        apollo::swap::<Self, R>(turn, chosen, turn.enemies_in_reach(chosen) - higher);
    }
}
