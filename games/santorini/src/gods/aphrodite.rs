//! Aphrodite. Opponent's turn: If an opponent worker starts its turn neighboring one of your workers, its last move must
//! be to a space neighboring one of your workers.

use plywright::Side;

use super::Power;
use crate::state::State;
use crate::turn::Bonds;

pub(super) const POWER: Power = Power {
    name: "aphrodite",
    card: "Enemies that start next to her workers end next to them.",
    binds_opponent: Some(binds),
    ..Power::MORTAL
};

fn binds(state: &State, me: Side, bonds: &mut Bonds) {
    bonds.company = state.workers(me).surroundings();
}
