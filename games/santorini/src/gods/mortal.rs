//! Mortal. Your turn: move one of your workers, then build with it.

use super::Power;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power::MORTAL;

/// Moves a worker, then builds with it.
pub(super) fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), build);
    });
}

/// Builds with the worker that has moved, and ends the turn.
pub(super) fn build(turn: &mut Turn, moved: &Draft) {
    turn.each_build(moved, turn.sites(moved, moved.at), Turn::end);
}
