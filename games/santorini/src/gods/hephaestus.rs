//! Hephaestus: a worker may build a second block, but no dome, on top of its first one.

use crate::power::prelude::*;

impl Power for super::Hephaestus {
    const TEXT: &'static str = "A worker may build a second block, not a dome, on top of its first.";
    const ACTS_AFTER_BUILD: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        turn.each_last_build(built, Squares::of(built.site) - built.state.at_least(TOP));
    }
}
