//! Poseidon: a worker on the ground that did not move may build up to three times at the end of a turn.

use crate::power::prelude::*;

pub(super) struct Poseidon;

const MAX_BUILDINGS: u8 = 3;

impl Power for Poseidon {
    const TEXT: &'static str =
        "A worker that did not move and stands on the ground may build up to three times more.";
    const CARD: Card = Card { repeats: true, ..Card::MORTAL };
    const ACTS_AFTER_BUILD: bool = true;

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        // The first building is never under the unmoved worker, so that worker's height is unchanged.
        let grounded = built.unmoved() & built.state.exactly(0);
        build_more(turn, built, neighbours(grounded), MAX_BUILDINGS);
    }
}

/// Enumerates the turns with one to `max` further buildings on the given squares. A square may be built on
/// several times.
fn build_more<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState, squares: Squares, max: u8) {
    turn.each_build(built, squares & turn.open_sites(built), |turn, next| {
        turn.end(next);
        if max > 1 {
            let rest = Turn::<R>::in_order(next, squares) | squares & Squares::of(next.site);
            build_more(turn, next, rest, max - 1);
        }
    });
}
