//! Charon, second version. Your turn: Instead of moving, your worker may force an opponent worker next to it to the space
//! directly on the other side of your worker, if that space is unoccupied; then it builds.

use super::{Power, mortal};
use crate::turn::{Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "charonv2",
    card: "Instead of moving, a worker may force an enemy next to it to the other side of it.",
    turn,
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    mortal::turn(turn, start);
    turn.each_worker(start, start.state.own(), |turn, chosen| {
        super::charon::each_flip(turn, chosen, mortal::build);
    });
}
