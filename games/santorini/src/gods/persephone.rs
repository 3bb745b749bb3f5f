//! Persephone. Opponent's turn: If possible, at least one opponent worker must move up this turn.

use plywright::Side;

use super::Power;
use crate::state::State;
use crate::turn::Bonds;

pub(super) const POWER: Power = Power {
    name: "persephone",
    card: "Enemies move up in every turn in which they can.",
    binds_opponent: Some(binds),
    ..Power::MORTAL
};

fn binds(_: &State, _: Side, bonds: &mut Bonds) {
    bonds.must_climb = true;
}
