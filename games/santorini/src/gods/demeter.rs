//! Demeter: a worker may build a second time, on another square.

use crate::power::prelude::*;

impl Power for super::Demeter {
    const TEXT: &'static str = "A worker may build a second time, on another space.";
    const ACTS_AFTER_BUILD: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        let others = turn.sites(built).without(built.site);
        turn.each_last_build(built, Turn::<R>::in_order(built, others));
    }
}
