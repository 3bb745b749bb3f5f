//! Hera. Opponent's turn: An opponent cannot win by moving into a perimeter space.

use plywright::Side;

use super::Power;
use crate::squares::Squares;
use crate::state::State;
use crate::turn::Bonds;

pub(super) const POWER: Power = Power {
    name: "hera",
    card: "The opponent does not win by moving into a perimeter space.",
    binds_opponent: Some(binds),
    ..Power::MORTAL
};

fn binds(_: &State, _: Side, bonds: &mut Bonds) {
    bonds.no_wins |= Squares::PERIMETER;
}
