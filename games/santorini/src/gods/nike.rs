//! Nike. Opponent's turn: if one of your workers moved down on your last turn, opponent workers cannot move up this turn.

use plywright::Side;

use super::{Power, stored};
use crate::squares::Squares;
use crate::state::{State, Stored};
use crate::turn::{Bonds, Draft, Turn};

pub(super) const POWER: Power = Power {
    name: "nike",
    card: "After a turn in which one of her workers moved down, the opponent's do not move up.",
    turn,
    binds_opponent: Some(binds),
    text: Some(&stored::RISEN),
    ..Power::MORTAL
};

fn turn(turn: &mut Turn, start: &Draft) {
    turn.each_worker(start, turn.movers(start), |turn, chosen| {
        let steps = turn.steps(chosen);
        let level = start.state.at_least(chosen.height());
        step_and_build(turn, chosen, steps.without(level), 1);
        step_and_build(turn, chosen, steps & level, 0);
    });
}

fn step_and_build(turn: &mut Turn, chosen: &Draft, steps: Squares, descended: u8) {
    turn.each_step(chosen, steps, |turn, moved| {
        let mut moved = *moved;
        moved.state.stored[turn.me.index()] = Stored::number_of(descended);
        turn.each_build(&moved, turn.sites(&moved, moved.at), Turn::end);
    });
}

fn binds(state: &State, me: Side, bonds: &mut Bonds) {
    bonds.no_climbing |= state.stored(me).number() > 0;
}
