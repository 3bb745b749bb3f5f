//! Jason. Your turn, once: instead of moving, place an extra worker on an unoccupied ground-level perimeter space. This
//! worker then builds.

use super::{Power, stored};
use crate::squares::Squares;
use crate::state::Stored;
use crate::turn::{Act, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "jason",
    card: "Once in the game a new worker is placed at the edge instead of moving one, and builds.",
    turn,
    most_workers: 3,
    text: Some(&stored::USED),
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    super::mortal::turn(turn, start);
    if start.state.stored(turn.me) == Stored::NOTHING {
        for place in Squares::PERIMETER & start.state.exactly(0) & turn.free(start) {
            let mut placed = start.with_worker(place);
            placed.state.workers[turn.me.index()] |= Squares::of(place);
            placed.state.stored[turn.me.index()] = stored::USED_UP;
            turn.acting(Act::Hero(place), |turn| {
                turn.each_build(&placed, turn.sites(&placed, place), Turn::end);
            });
        }
    }
}
