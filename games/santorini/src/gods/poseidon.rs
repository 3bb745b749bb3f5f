//! Poseidon. End of your turn: if your unmoved worker is on the ground level, it may build up to three times in
//! neighbouring spaces.

use super::Power;
use crate::squares::Squares;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "poseidon",
    card: "A worker that did not move and stands on the ground may build up to three times more.",
    turn,
    ..Power::MORTAL
};

/// The most that the unmoved worker builds.
const MOST: u8 = 3;

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            let unmoved = moved.state.own().without(Squares::of(moved.at));
            let grounded = unmoved & moved.state.exactly(0);
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                turn.end(built);
                build_more(turn, built, grounded.neighbours(), MOST);
            });
        });
    });
}

/// Builds on some of these squares, so many times at most.
fn build_more(turn: &mut Turn, built: &Draft, squares: Squares, most: u8) {
    turn.each_build(built, squares & turn.open_sites(built), |turn, next| {
        turn.end(next);
        if most > 1 {
            let rest = if turn.tells_orders() { squares } else { squares & (squares.after(next.site) | Squares::of(next.site)) };
            build_more(turn, next, rest, most - 1);
        }
    });
}
