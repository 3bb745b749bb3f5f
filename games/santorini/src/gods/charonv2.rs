//! Charon's second version: instead of moving, a worker may move an adjacent enemy to the opposite square beyond the
//! worker.

use super::charon;
use crate::power::prelude::*;

impl Power for super::CharonV2 {
    const TEXT: &'static str =
        "Instead of moving, a worker may force an enemy next to it to the other side of it.";

    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        turn.each_worker(start, start.state.own(), |turn, chosen| {
            charon::each_flip(turn, chosen, Self::build);
        });
    }
}
