//! Hades. Opponent's turn: Opponent workers cannot move down.

use plywright::Side;

use super::Power;
use crate::state::State;
use crate::turn::Bonds;

pub(super) const POWER: Power = Power {
    name: "hades",
    card: "Enemies do not move down.",
    binds_opponent: Some(binds),
    ..Power::MORTAL
};

fn binds(_: &State, _: Side, bonds: &mut Bonds) {
    bonds.no_descending = true;
}
