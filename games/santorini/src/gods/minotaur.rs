//! Minotaur pushes an enemy straight back.

use crate::power::Power;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Minotaur;

impl Power for Minotaur {
    /// A worker that pushes never slides on, because the pushed enemy blocks it.
    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        for enemy in turn.enemies_in_reach(chosen) {
            let Some(behind) = turn.free_beyond(chosen, chosen.at, enemy) else { continue };
            let mut pushed = *chosen;
            pushed.force(enemy, behind);
            turn.enter(&pushed, enemy, |to| Act::Push(to, behind), Self::build);
        }
    }
}
