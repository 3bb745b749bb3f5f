//! Atlas. Your build: Your worker may build a dome at any level.
//!
//! As in the source of the facts, no power forbids such a dome next to a worker.

use super::Power;
use crate::squares::Squares;
use crate::state::TOP;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "atlas",
    card: "A worker may build a dome at any level.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            super::mortal::build(turn, moved);
            let low = turn.neighbours(moved.at).without(moved.state.at_least(TOP));
            for site in low & turn.free(moved) {
                // A block is taken for the dome in hand.
                turn.acting(Act::Build(site), |turn| turn.each_dome(moved, Squares::of(site), Turn::end));
            }
        });
    });
}
