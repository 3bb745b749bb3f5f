//! Limus. Opponent's turn: Opponent workers cannot build on spaces neighboring your workers, unless building a dome to
//! create a complete tower.

use plywright::Side;

use super::Power;
use crate::state::State;
use crate::turn::Bonds;

pub(super) const POWER: Power = Power {
    name: "limus",
    card: "Enemies do not build next to her workers, except domes that complete a tower.",
    binds_opponent: Some(binds),
    ..Power::MORTAL
};

fn binds(_: &State, _: Side, bonds: &mut Bonds) {
    bonds.no_building_near = true;
}
