//! Apollo: a worker may swap places with an enemy.

use crate::power::prelude::*;

impl Power for super::Apollo {
    const TEXT: &'static str = "A worker may move onto an enemy's space; the enemy goes where it came from.";

    fn reach(turn: &Turn<'_, WinFinder>, chosen: &TurnState) -> [Squares; 2] {
        turn.ends_and_wins(chosen, turn.steps(chosen) | turn.enemies_in_reach(chosen))
    }

    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        swap::<Self, R>(turn, chosen, turn.enemies_in_reach(chosen));
    }
}

/// Enumerates the turns in which the chosen worker swaps places with one of `enemies`.
pub(super) fn swap<P: Power, R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState, enemies: Squares) {
    for enemy in enemies {
        turn.enter(
            &turn.forced(chosen, enemy, chosen.at),
            enemy,
            |to| Act::Swap(to, chosen.at),
            P::after_step,
        );
    }
}
