//! Ares: after building, a block next to the worker that did not move may be removed.

use crate::power::prelude::*;

impl Power for super::Ares {
    const TEXT: &'static str = "After building, may remove a block next to the worker that did not move.";
    const CARD: Card = Card {
        repeats: true,
        refuses: &[God::Ares],
        refusal: "they could build and remove the same block for ever",
        ..Card::MORTAL
    };
    const ACTS_AFTER_BUILD: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        let blocks = built.state.at_least(1) & neighbours(built.unmoved()) & turn.free(built);
        let raze = |state: &mut State, site| state.set_height(site, state.height(site) - 1);
        turn.each_last_site(built, blocks, Act::Destroy, raze);
    }
}
