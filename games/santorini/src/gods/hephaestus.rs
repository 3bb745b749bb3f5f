//! Hephaestus. Your build: Your worker may build one additional block (not dome) on top of your first block.

use super::Power;
use crate::squares::Squares;
use crate::state::TOP;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "hephaestus",
    card: "A worker may build a second block, not a dome, on top of its first.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                turn.end(built);
                let again = Squares::of(built.site).without(built.state.at_least(TOP));
                turn.each_build(built, again, Turn::end);
            });
        });
    });
}
