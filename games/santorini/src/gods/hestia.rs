//! Hestia: a worker may build a second time, on a square that is not on the perimeter.

use crate::power::prelude::*;

pub(super) struct Hestia;

impl Power for Hestia {
    const TEXT: &'static str = "A worker may build a second time, but not on a perimeter space.";
    const ACTS_AFTER_BUILD: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        let inner = turn.sites(built) - PERIMETER;
        let again = inner & Squares::of(built.site);
        let is_either_first = !PERIMETER.contains(built.site);
        let others = if is_either_first { Turn::<R>::in_order(built, inner) } else { inner };
        turn.each_last_build(built, others | again);
    }
}
