//! Pegasus: a worker may move up any number of levels, but does not win by moving up more than one.

use crate::power::prelude::*;

impl Power for super::Pegasus {
    const TEXT: &'static str = "A worker may move up more than one level, but does not win by doing so.";

    fn steps<R: Recorder>(turn: &Turn<'_, R>, chosen: &TurnState) -> Squares {
        turn.ways(chosen) & (turn.squares_up_to(chosen, chosen.height(), TOP) - chosen.state.occupied())
    }
}
