//! Hestia: a worker may build a second time, on a square that is not on the perimeter.

use crate::power::prelude::*;

impl Power for super::Hestia {
    const TEXT: &'static str = "A worker may build a second time, but not on a perimeter space.";
    const ACTS_AFTER_BUILD: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        let inner_sites = turn.sites(built) - PERIMETER;
        let same_site = inner_sites & Squares::of(built.site);
        // The second site is never on the perimeter. If the first one is not either, the two could be exchanged, so
        // only one order is enumerated.
        let may_exchange = !PERIMETER.contains(built.site);
        let other_sites = if may_exchange { Turn::<R>::in_order(built, inner_sites) } else { inner_sites };
        turn.each_last_build(built, other_sites | same_site);
    }
}
