//! Zeus. Your build: Your worker may build a block under itself.
//!
//! Rising so is not moving, and does not win.

use super::Power;
use crate::squares::Squares;
use crate::state::TOP;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "zeus",
    card: "A worker may build a block under itself.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            super::mortal::build(turn, moved);
            let below = Squares::of(moved.at).without(moved.state.at_least(TOP));
            turn.each_build(moved, below & turn.allowed_sites(moved), Turn::end);
        });
    });
}
