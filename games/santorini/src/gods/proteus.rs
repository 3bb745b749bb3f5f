//! Proteus. Setup: place three workers. Your move: after your worker moves, one of your other workers must be forced into
//! the space just vacated.
//!
//! What people see is that the other worker has gone to the new space, so that is what they are told.

use super::{Placement, Power};
use crate::squares::Squares;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "proteus",
    card: "Three workers; when one moves, another one of them goes to the space it left.",
    turn,
    placement: Placement::Anywhere(3),
    most_workers: 3,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    if start.state.own().count() == 1 {
        return super::mortal::turn(turn, start);
    }
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let wins = turn.winning_steps(chosen, turn.steps(chosen));
        turn.each_step(chosen, wins, |_, _| ());
    });
    for follower in start.state.own() {
        turn.acting(Act::Select(follower), |turn| {
            for leader in turn.movers(start).without(Squares::of(follower)) {
                let chosen = start.with_worker(leader);
                let steps = turn.steps(&chosen);
                turn.each_step(&chosen, steps.without(turn.winning_steps(&chosen, steps)), |turn, moved| {
                    let mut moved = *moved;
                    moved.state.relocate(turn.me, follower, leader);
                    turn.each_build(&moved, turn.sites(&moved, moved.at), Turn::end);
                });
            }
        });
    }
}
