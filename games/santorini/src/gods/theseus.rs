//! Theseus. End of your turn, once: if any of your workers are two levels below a neighbouring opponent worker, remove
//! that opponent worker from play.
//!
//! The worker that moved reaches enemies two or more levels above it. One that stood still reaches only from the ground to
//! the third level.

use super::{Power, stored};
use crate::square::Square;
use crate::squares::{NEIGHBOURS, Squares};
use crate::state::{State, Stored, TOP};
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "theseus",
    card: "Once in the game a turn ends with the removal of an enemy beside and high above a worker of his.",
    turn,
    text: Some(&stored::USED),
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    let is_unused = start.state.stored(turn.me) == Stored::NOTHING;
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                turn.end(built);
                if is_unused {
                    strike(turn, built);
                }
            });
        });
    });
}

fn strike(turn: &mut Turn, built: &Draft) {
    for enemy in turn.targets(built) & within_reach(&built.state, built.at) {
        turn.acting(Act::Hero(enemy), |turn| {
            let mut struck = *built;
            struck.state.remove_worker(!turn.me, enemy);
            struck.state.stored[turn.me.index()] = stored::USED_UP;
            turn.end(&struck);
        });
    }
}

/// The squares on which an enemy can be struck.
fn within_reach(state: &State, mover: Square) -> Squares {
    let high = NEIGHBOURS[mover.index()] & state.at_least(state.height(mover) + 2);
    let unmoved = state.own().without(Squares::of(mover)) & state.exactly(0);
    high | unmoved.neighbours() & state.at_least(TOP)
}
