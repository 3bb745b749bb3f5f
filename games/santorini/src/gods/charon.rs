//! Charon. Your move: Before your worker moves, you may force an opponent worker next to it to the space directly on the
//! other side of your worker, if that space is unoccupied.

use super::{Power, mortal};
use crate::squares::NEIGHBOURS;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "charon",
    card: "Before a worker moves, it may force an enemy next to it to the other side of it.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let steps = turn.steps(chosen);
        turn.each_step(chosen, steps, mortal::build);
        let won = turn.winning_steps(chosen, steps);
        each_flip(turn, chosen, |turn, flipped| {
            turn.each_step(flipped, turn.steps(flipped).without(won), mortal::build);
        });
    });
}

/// Forces each enemy next to the chosen worker to the other side of it.
pub(super) fn each_flip(turn: &mut Turn, chosen: &Draft, mut go_on: impl FnMut(&mut Turn, &Draft)) {
    for enemy in turn.targets(chosen) & NEIGHBOURS[chosen.at.index()] {
        let opposite = turn.straight_on(enemy, chosen.at).filter(|opposite| turn.is_free(chosen, *opposite));
        let Some(opposite) = opposite else { continue };
        turn.acting(Act::Force(enemy, opposite), |turn| {
            let mut flipped = *chosen;
            flipped.state.relocate(!turn.me, enemy, opposite);
            flipped.follow_company();
            go_on(turn, &flipped);
        });
    }
}
