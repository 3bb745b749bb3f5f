//! Scylla. Your move: If your worker moves, you may force an opponent worker next to the space that it left into that
//! space.
//!
//! Nothing binds a worker of hers that drags or wins to stay near enemies.

use super::{Power, mortal};
use crate::squares::{NEIGHBOURS, Squares};
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "scylla",
    card: "A worker that moves may drag an enemy next to the space that it left into that space.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let free = Draft { company: Squares::NONE, ..*chosen };
        turn.each_step(&free, turn.steps(chosen), |turn, moved| {
            mortal::build(turn, &Draft { company: chosen.company, ..*moved });
            for enemy in turn.targets(moved) & NEIGHBOURS[chosen.at.index()] {
                turn.acting(Act::Force(enemy, chosen.at), |turn| {
                    let mut dragged = *moved;
                    dragged.state.relocate(!turn.me, enemy, chosen.at);
                    mortal::build(turn, &dragged);
                });
            }
        });
    });
}
