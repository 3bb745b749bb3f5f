//! Demeter. Your build: Your worker may build one additional time, but not on the same space.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "demeter",
    card: "A worker may build a second time, on another space.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            let sites = turn.sites(moved, moved.at);
            turn.each_build(moved, sites, |turn, built| {
                turn.end(built);
                let others = sites.without(Squares::of(built.site));
                turn.each_build(built, turn.in_order(built, others), Turn::end);
            });
        });
    });
}
