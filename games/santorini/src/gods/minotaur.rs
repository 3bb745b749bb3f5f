//! Minotaur: a worker may push an enemy straight back and take its square.

use crate::power::prelude::*;

impl Power for super::Minotaur {
    const TEXT: &'static str =
        "A worker may move onto an enemy's space by pushing the enemy straight back to a free one.";

    fn reach(turn: &Turn<'_, WinFinder>, chosen: &TurnState) -> [Squares; 2] {
        let enemies = turn.enemies_in_reach(chosen).into_iter();
        let pushed: Squares =
            enemies.filter(|enemy| turn.free_beyond(chosen, chosen.at, *enemy).is_some()).collect();
        turn.ends_and_wins(chosen, turn.steps(chosen) | pushed)
    }

    /// Pushes each enemy with a free square behind it. A worker that pushes never slides on, because the
    /// pushed enemy blocks it.
    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        for enemy in turn.enemies_in_reach(chosen) {
            let Some(behind) = turn.free_beyond(chosen, chosen.at, enemy) else { continue };
            turn.enter(&turn.forced(chosen, enemy, behind), enemy, |to| Act::Push(to, behind), Self::build);
        }
    }
}
