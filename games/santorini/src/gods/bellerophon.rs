//! Bellerophon. Your move, once: your worker moves up two levels.

use super::{Power, stored};
use crate::state::{Stored, TOP};
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "bellerophon",
    card: "Once in the game a worker moves up two levels.",
    turn,
    wins_by_step: Some(|low, high| low == TOP - 2 && high == TOP),
    text: Some(&stored::USED),
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    super::mortal::turn(turn, start);
    if start.state.stored(turn.me) == Stored::NOTHING {
        turn.each_worker(start, turn.movers(start), |turn, chosen| {
            turn.acting(Act::Hero(chosen.at), |turn| soar(turn, chosen));
        });
    }
}

/// Moves the worker up two levels and builds.
fn soar(turn: &mut Turn, chosen: &Draft) {
    let mut chosen = chosen.by_choice();
    chosen.state.stored[turn.me.index()] = stored::USED_UP;
    let height = chosen.height();
    if height + 2 <= TOP {
        let steps = turn.ways(&chosen) & turn.heights_up_to(&chosen, height, height + 2) & chosen.state.exactly(height + 2);
        turn.each_step(&chosen, steps.without(chosen.state.occupied()), |turn, moved| {
            turn.each_build(moved, turn.sites(moved, moved.at), Turn::end);
        });
    }
}
