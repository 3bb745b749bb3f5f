//! Poseidon: a worker on the ground that did not move may build up to three times at the end of a turn.

use crate::power::prelude::*;

const MAX_BUILDINGS: u8 = 3;

impl Power for super::Poseidon {
    const TEXT: &'static str =
        "A worker that did not move and stands on the ground may build up to three times more.";
    const CARD: Card = Card { repeats: true, ..Card::MORTAL };

    fn acts_after_build<R: Recorder>(_turn: &Turn<'_, R>, moved: &TurnState) -> bool {
        !grounded(moved).is_empty()
    }

    fn after_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState) {
        turn.end(built);
        build_more(turn, built, neighbours(grounded(built)), MAX_BUILDINGS);
    }
}

/// Returns the workers that did not move and stand on the ground. The first building does not change them, because it
/// is never under a worker.
fn grounded(now: &TurnState) -> Squares {
    now.unmoved() & now.state.exactly(0)
}

/// Enumerates the turns with one to `max` further buildings on `squares`. After a building, the next one may use the
/// same square again or a square after it in reading order. If the recorder needs every sequence of acts, the next
/// building may use any of `squares`.
fn build_more<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState, squares: Squares, max: u8) {
    turn.each_build(built, squares & turn.open_sites(built), |turn, next| {
        turn.end(next);
        if max > 1 {
            let rest = Turn::<R>::in_order(next, squares) | (squares & Squares::of(next.site));
            build_more(turn, next, rest, max - 1);
        }
    });
}
