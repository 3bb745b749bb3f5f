//! Charon: before moving, a worker may move an adjacent enemy to the opposite square beyond the worker.
//!
//! The power is not used for a win that an ordinary step achieves.

use crate::power::prelude::*;

impl Power for super::Charon {
    const TEXT: &'static str =
        "Before a worker moves, it may force an enemy next to it to the other side of it.";

    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let won = turn.winning_steps(chosen, turn.steps(chosen));
        each_flip(turn, chosen, |turn, flipped| {
            turn.each_step(flipped, turn.steps(flipped) - won, Self::build);
        });
    }
}

/// For each enemy next to the chosen worker, forces the enemy to the opposite square beyond the worker, if it is free,
/// and calls `go_on`.
pub(super) fn each_flip<R: Recorder>(
    turn: &mut Turn<'_, R>,
    chosen: &TurnState,
    mut go_on: impl FnMut(&mut Turn<'_, R>, &TurnState),
) {
    for enemy in turn.targets(chosen) & NEIGHBOURS[chosen.at.index()] {
        let Some(opposite) = turn.free_beyond(chosen, enemy, chosen.at) else { continue };
        turn.with_act(Act::Force(enemy, opposite), |turn| {
            let flipped = turn.forced(chosen, enemy, opposite);
            go_on(turn, &flipped);
        });
    }
}
