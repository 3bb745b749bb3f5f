//! Apollo's second version: a worker may swap places with an enemy that is not higher.

use super::apollo;
use crate::power::prelude::*;

impl Power for super::ApolloV2 {
    const TEXT: &'static str =
        "A worker may move onto an enemy's space that is not higher; the enemy goes where it came from.";

    fn reach(turn: &Turn<'_, WinFinder>, chosen: &TurnState) -> [Squares; 2] {
        let higher = chosen.state.at_least(chosen.height() + 1);
        turn.ends_and_wins(chosen, turn.steps(chosen) | (turn.enemies_in_reach(chosen) - higher))
    }

    fn other_moves<R: Recorder>(turn: &mut Turn<'_, R>, chosen: &TurnState) {
        let higher = chosen.state.at_least(chosen.height() + 1);
        apollo::swap::<Self, R>(turn, chosen, turn.enemies_in_reach(chosen) - higher);
    }
}
