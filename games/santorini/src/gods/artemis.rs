//! Artemis. Your move: Your worker may move one additional time, but not back to its initial space.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "artemis",
    card: "A worker may move twice, but not back to where it started.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let steps = turn.steps(chosen);
        // A space to which one way wins is not gone to in another way.
        let won = turn.winning_steps(chosen, steps);
        let won_later = |turn: &Turn, to| {
            let moved = turn.landed(chosen, to);
            turn.winning_steps(&moved, further(turn, &moved))
        };
        let won = steps.without(won).into_iter().fold(won, |won, to| won | won_later(turn, to));
        let build = |turn: &mut Turn, moved: &Draft| {
            if !won.has(moved.at) {
                turn.each_build(moved, turn.sites(moved, moved.at), Turn::end);
            }
        };
        turn.each_step(chosen, steps, |turn, moved| {
            build(turn, moved);
            turn.each_step(moved, further(turn, moved), build);
        });
    });
}

/// The squares of a second step.
fn further(turn: &Turn, moved: &Draft) -> Squares {
    turn.steps(moved).without(Squares::of(moved.origin))
}
