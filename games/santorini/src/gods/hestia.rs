//! Hestia. Your build: Your worker may build one additional time, but this cannot be on a perimeter space.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "hestia",
    card: "A worker may build a second time, but not on a perimeter space.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                turn.end(built);
                let inner = turn.sites(built, built.at).without(Squares::PERIMETER);
                turn.each_build(built, inner, Turn::end);
            });
        });
    });
}
