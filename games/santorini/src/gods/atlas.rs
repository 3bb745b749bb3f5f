//! Atlas: a worker may build a dome on any level.

use crate::power::prelude::*;

impl Power for super::Atlas {
    const TEXT: &'static str = "A worker may build a dome at any level.";

    /// Builds as a mortal does, or builds a dome on fewer than three levels. The acts of such a dome are a block and
    /// then a dome, because clients expect both.
    fn after_step<R: Recorder>(turn: &mut Turn<'_, R>, moved: &TurnState) {
        Self::build(turn, moved);
        for site in turn.sites(moved) - moved.state.at_least(TOP) {
            turn.with_act(Act::Build(site), |turn| turn.each_last_dome(moved, Squares::of(site)));
        }
    }
}
