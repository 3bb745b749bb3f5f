//! Prometheus. Your turn: If your worker does not move up, it may build both before and after moving.
//!
//! The source of the facts for this game passes over some turns, and this file with it: of two buildings on squares that
//! both adjoin the worker's first space, the one later in reading order is the first, even where they could not be done
//! the other way round.

use super::Power;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "prometheus",
    card: "A worker that does not move up may build both before and after moving.",
    turn,
    symmetric: false,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    super::mortal::turn(turn, start);
    for worker in turn.movers(start) {
        let chosen = start.with_worker(worker);
        let first_sites = turn.sites(&chosen, worker);
        turn.each_build(&chosen, first_sites, |turn, built| {
            turn.selecting(built, |turn, built| {
                let level = !built.state.at_least(built.height() + 1);
                turn.each_step(built, turn.steps(built) & level, |turn, moved| {
                    let sites = turn.sites(moved, moved.at);
                    let late = first_sites.after(built.site);
                    let is_told = turn.tells_orders() && turn.neighbours(moved.at).has(built.site);
                    turn.each_build(moved, if is_told { sites } else { sites.without(late) }, Turn::end);
                });
            });
        });
    }
}
