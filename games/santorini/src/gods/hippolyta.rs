//! Hippolyta. Setup: One of your workers is female. All turns: All workers except your female worker may only move
//! diagonally.

use plywright::Side;

use super::{Placement, Power, stored};
use crate::squares::Squares;
use crate::state::State;
use crate::turn::Bonds;

pub(super) const POWER: Power = Power {
    name: "hippolyta",
    card: "All workers but her female one move only diagonally.",
    binds_opponent: Some(binds),
    binds_itself: Some(binds_itself),
    placement: Placement::WithFemale,
    text: Some(&stored::SQUARE),
    marks_worker: true,
    ..Power::MORTAL
};

fn binds(_: &State, _: Side, bonds: &mut Bonds) {
    bonds.diagonal = Squares::ALL;
}

fn binds_itself(state: &State, me: Side, bonds: &mut Bonds) {
    bonds.diagonal |= !state.stored(me).squares();
}
