//! Chronus. Win condition: you also win when there are at least five complete towers on the board.
//!
//! The fifth tower wins at once when Chronus completes it; when his opponent does, he wins as soon as his turn comes,
//! without doing anything.

use super::Power;
use crate::state::State;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "chronus",
    card: "Also wins when there are five complete towers on the board.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    if has_towers(&start.state) {
        return turn.win(start);
    }
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                if has_towers(&built.state) { turn.win(built) } else { turn.end(built) }
            });
        });
    });
}

fn has_towers(state: &State) -> bool {
    state.domes().count() >= 5
}
