//! Hydra. End of your turn: if none of your workers neighbour each other, gain a new worker and place it in one of the
//! lowest unoccupied spaces next to the worker you moved. Otherwise remove one of your workers from play.

use super::Power;
use crate::squares::Squares;
use crate::state::TOP;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "hydra",
    card: "A turn ends with a new worker beside the mover, or with one less if two of hers are neighbours.",
    turn,
    most_workers: 11,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), grow_or_shrink);
        });
    });
}

fn grow_or_shrink(turn: &mut Turn, built: &Draft) {
    let own = built.state.own();
    if (own.neighbours() & own).is_empty() {
        grow(turn, built);
    } else {
        for worker in own {
            turn.acting(Act::Place(worker), |turn| {
                let mut shrunk = *built;
                shrunk.state.remove_worker(turn.me, worker);
                turn.end(&shrunk);
            });
        }
    }
}

/// Puts a new worker next to the mover, as low as can be. A turn that leaves no room for one cannot be played.
fn grow(turn: &mut Turn, built: &Draft) {
    let room = Squares::of(built.at).neighbours() & turn.free(built);
    let Some(lowest) = (0..=TOP).map(|height| room & built.state.exactly(height)).find(|set| !set.is_empty()) else {
        return;
    };
    for square in lowest {
        turn.acting(Act::Place(square), |turn| {
            let mut grown = *built;
            grown.state.workers[turn.me.index()] |= Squares::of(square);
            turn.end(&grown);
        });
    }
}
