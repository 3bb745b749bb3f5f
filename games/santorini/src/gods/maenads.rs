//! Maenads. Win condition: you also win if one of your workers moves to where an opponent worker is in a straight line
//! between two of your workers.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "maenads",
    card: "A worker also wins by moving to where an enemy is exactly between it and another one of hers.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            if surrounds(turn, moved) {
                turn.win(moved);
            } else {
                turn.each_build(moved, turn.sites(moved, moved.at), Turn::end);
            }
        });
    });
}

/// Is an enemy between the chosen worker and another one?
fn surrounds(turn: &Turn, moved: &Draft) -> bool {
    let own = moved.state.own();
    let enemies = Squares::of(moved.at).neighbours() & turn.targets(moved);
    enemies.into_iter().any(|enemy| turn.straight_on(moved.at, enemy).is_some_and(|beyond| own.has(beyond)))
}
