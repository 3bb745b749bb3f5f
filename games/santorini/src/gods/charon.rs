//! Charon: before moving, a worker may move an adjacent enemy to the square on the worker's opposite side.
//!
//! The power is not used for a win that an ordinary step achieves.

use crate::power::prelude::*;

pub(super) struct Charon;

impl Power for Charon {
    const TEXT: &'static str =
        "Before a worker moves, it may force an enemy next to it to the other side of it.";

    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let won = turn.winning_steps(chosen, turn.steps(chosen));
        each_flip(turn, chosen, |turn, flipped| {
            turn.each_step(flipped, turn.steps(flipped) - won, Self::build);
        });
    }
}

/// Enumerates the turns that force an enemy next to the chosen worker to the worker's opposite side, if the
/// square there is free. Continues each turn with `go_on`.
pub(super) fn each_flip<R: Recorder>(
    turn: &mut Turn<'_, R>,
    chosen: &TurnState,
    mut go_on: impl FnMut(&mut Turn<'_, R>, &TurnState),
) {
    for enemy in turn.targets(chosen) & NEIGHBOURS[chosen.at.index()] {
        let Some(opposite) = turn.free_beyond(chosen, enemy, chosen.at) else { continue };
        turn.acting(Act::Force(enemy, opposite), |turn| {
            let flipped = turn.forcing(chosen, enemy, opposite);
            go_on(turn, &flipped);
        });
    }
}
