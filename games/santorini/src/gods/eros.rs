//! Eros. Setup: place your workers along opposite edges of the board. Win condition: you also win if one of your workers
//! moves to a space neighbouring your other worker and both are on the first level.

use super::{Placement, Power};
use crate::squares::Squares;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "eros",
    card: "Starts at opposite edges; a worker also wins by moving next to the other one, both on the first level.",
    turn,
    placement: Placement::OppositeEdges,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    let first_level = start.state.exactly(1);
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let lovers = (start.state.own() & first_level).without(Squares::of(chosen.at));
        let steps = turn.steps(chosen);
        let meetings = (steps & first_level & lovers.neighbours()).without(turn.bonds.no_wins);
        for meeting in meetings {
            turn.acting(Act::Move(meeting), |turn| turn.win(&chosen.stepped(meeting)));
        }
        turn.each_step(chosen, steps.without(meetings), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), Turn::end);
        });
    });
}
