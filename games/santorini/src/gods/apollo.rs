//! Apollo swaps places with an enemy.

use crate::power::Power;
use crate::squares::Squares;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Apollo;

impl Power for Apollo {
    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        swap::<Self, R>(turn, chosen, turn.enemies_in_reach(chosen));
    }
}

/// Swaps places with each of the given enemies and continues as after a step.
pub(super) fn swap<P: Power, R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState, enemies: Squares) {
    for enemy in enemies {
        let mut swapped = *chosen;
        swapped.force(enemy, chosen.at);
        turn.enter(&swapped, enemy, |to| Act::Swap(to, chosen.at), P::after_step);
    }
}
