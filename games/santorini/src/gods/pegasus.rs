//! Pegasus. Your move: Your worker may move up more than one level, but cannot win the game by doing so.

use super::{Power, mortal};
use crate::state::TOP;
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "pegasus",
    card: "A worker may move up more than one level, but does not win by doing so.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let open = turn.ways(chosen) & turn.heights_up_to(chosen, chosen.height(), TOP);
        turn.each_step(chosen, open.without(chosen.state.occupied()), mortal::build);
    });
}
