//! Prometheus: a worker that does not move up may also build before moving.
//!
//! If both buildings are on squares next to the worker's first square, either could come first. Only the turn that
//! begins with the later square in reading order is enumerated, even if the worker could not build on that square last.

use crate::power::prelude::*;

impl Power for super::Prometheus {
    const TEXT: &'static str = "A worker that does not move up may build both before and after moving.";
    const CARD: Card = Card { symmetric: false, ..Card::MORTAL };

    fn other_turns<R: Recorder>(turn: &mut Turn<'_, R>, start: &TurnState) {
        if R::ONLY_WINS {
            return;
        }
        for worker in turn.movers(start) {
            let chosen = start.with_worker(worker);
            let first_sites = turn.sites(&chosen);
            turn.each_build(&chosen, first_sites, |turn, built| {
                turn.with_selected(built, |turn, built| move_and_build(turn, built, first_sites));
            });
        }
    }
}

/// After the first building, enumerates the moves that do not go up, each with a second building. Leaves out a second
/// building on a later one of `first_sites` in reading order, unless the recorder needs that order too.
#[inline]
fn move_and_build<R: Recorder>(turn: &mut Turn<'_, R>, built: &TurnState, first_sites: Squares) {
    let not_higher = !built.state.at_least(built.height() + 1);
    turn.each_step(built, turn.steps(built) & not_higher, |turn, moved| {
        // If the first site also adjoins the worker's new square, the same buildings in the other order are a listed
        // turn. A recorder of all sequences of acts then needs this order too.
        let adds_order = R::RECORDS_ORDERS && turn.neighbours(moved.at).contains(built.site);
        let excluded = if adds_order { Squares::EMPTY } else { first_sites.after(built.site) };
        turn.each_last_build(moved, turn.sites(moved) - excluded);
    });
}
