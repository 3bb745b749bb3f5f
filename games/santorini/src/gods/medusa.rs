//! Medusa. End of your turn: If any opponent worker neighbors one of your workers and is lower than it, remove that worker
//! from play and build a block where it stood.

use super::Power;
use crate::squares::{NEIGHBOURS, Squares};
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "medusa",
    card: "At the end of her turn enemies next to her workers and lower than they become a block.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), petrify);
        });
    });
}

/// Turns all enemies to stone that her workers look down on, and ends the turn.
fn petrify(turn: &mut Turn, built: &Draft) {
    let state = &built.state;
    let sees = |worker, enemy| state.height(enemy) < state.height(worker) && NEIGHBOURS[worker.index()].has(enemy);
    let is_seen = |enemy: &_| state.own().into_iter().any(|worker| sees(worker, *enemy));
    let stones: Squares = turn.targets(built).into_iter().filter(is_seen).collect();
    let mut end = *built;
    end.state.raise(stones);
    for stone in stones {
        end.state.remove_worker(!turn.me, stone);
    }
    turn.end(&end);
}
