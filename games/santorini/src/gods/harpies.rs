//! Harpies. Opponent's turn: Each time an opponent's worker moves, it is forced space by space in the same direction until
//! the next space is at a higher level or it is obstructed.

use plywright::Side;

use super::Power;
use crate::state::State;
use crate::turn::Bonds;

pub(super) const POWER: Power = Power {
    name: "harpies",
    card: "Enemies that move slide on until higher ground or an obstacle.",
    binds_opponent: Some(binds),
    ..Power::MORTAL
};

fn binds(_: &State, _: Side, bonds: &mut Bonds) {
    bonds.slides = true;
}
