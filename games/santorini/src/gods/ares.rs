//! Ares. End of your turn: You may remove an unoccupied block (not dome) neighboring your unmoved worker.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "ares",
    card: "After building, may remove a block next to the worker that did not move.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            let unmoved = moved.state.own().without(Squares::of(moved.at));
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                turn.end(built);
                let blocks = built.state.at_least(1) & unmoved.neighbours() & turn.free(built);
                turn.each_razing(built, blocks, Turn::end);
            });
        });
    });
}
