//! Graeae. Setup: place three workers. Your build: you must build with a worker that did not move.

use super::{Placement, Power};
use crate::squares::Squares;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "graeae",
    card: "Three workers; one that did not move builds.",
    turn,
    placement: Placement::Anywhere(3),
    most_workers: 3,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            let unmoved = moved.state.own().without(Squares::of(moved.at));
            turn.each_build(moved, unmoved.neighbours() & turn.open_sites(moved), Turn::end);
        });
    });
}
