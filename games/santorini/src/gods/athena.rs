//! Athena. Opponent's turn: If one of your workers moved up on your last turn, opponent workers cannot move up this turn.

use plywright::Side;

use super::{Power, stored};
use crate::state::{State, Stored};
use crate::turn::{Bonds, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "athena",
    card: "After a turn in which one of her workers moved up, the opponent's do not move up.",
    turn,
    binds_opponent: Some(binds),
    text: Some(&stored::RISEN),
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        turn.each_step(chosen, turn.steps(chosen), |turn, moved| {
            let mut moved = *moved;
            moved.state.stored[turn.me.index()] = Stored::number_of(moved.climbed.into());
            turn.each_build(&moved, turn.sites(&moved, moved.at), Turn::end);
        });
    });
}

fn binds(state: &State, me: Side, bonds: &mut Bonds) {
    bonds.no_climbing |= state.stored(me).number() > 0;
}
