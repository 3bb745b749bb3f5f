//! Charon ferries an enemy across before moving.
//!
//! No enemy is ferried for a win that an ordinary step achieves.

use crate::power::Power;
use crate::squares::NEIGHBOURS;
use crate::turn::Turn;
use crate::turn::act::Act;
use crate::turn::recorder::Recorder;
use crate::turn::turn_state::TurnState;

pub(super) struct Charon;

impl Power for Charon {
    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let won = turn.winning_steps(chosen, turn.steps(chosen));
        each_flip(turn, chosen, |turn, flipped| {
            turn.each_step(flipped, turn.steps(flipped) - won, Self::build);
        });
    }
}

/// Moves each enemy next to the chosen worker to the opposite side of it.
pub(super) fn each_flip<R: Recorder>(
    turn: &mut Turn<'_, R>,
    chosen: &TurnState,
    mut go_on: impl FnMut(&mut Turn<'_, R>, &TurnState),
) {
    for enemy in turn.targets(chosen) & NEIGHBOURS[chosen.at.index()] {
        let Some(opposite) = turn.free_beyond(chosen, enemy, chosen.at) else { continue };
        turn.acting(Act::Force(enemy, opposite), |turn| {
            let mut flipped = *chosen;
            flipped.force(enemy, opposite);
            go_on(turn, &flipped);
        });
    }
}
