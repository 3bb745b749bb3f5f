//! Asteria. Your turn: If one of your workers moved down this turn, you may build a dome on any unoccupied space.
//!
//! As in the source of the facts, no power forbids such a dome next to a worker.

use super::Power;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "asteria",
    card: "After a turn in which a worker moved down, may build a dome on any unoccupied space.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            let descended = moved.height() < chosen.height();
            turn.each_build(moved, turn.sites(moved, moved.at), |turn, built| {
                turn.end(built);
                if descended {
                    turn.each_dome(built, turn.free(built), Turn::end);
                }
            });
        });
    });
}
