//! Hypnus. Start of opponent's turn: If one of your opponent's workers is higher than all of their others, it cannot move.

use plywright::Side;

use super::Power;
use crate::state::{State, TOP};
use crate::turn::Bonds;

pub(super) const POWER: Power = Power {
    name: "hypnus",
    card: "The enemy that is higher than all others does not move.",
    binds_opponent: Some(binds),
    ..Power::MORTAL
};

/// A worker without others is higher than all of them, as is one of several that stands above the rest.
fn binds(state: &State, me: Side, bonds: &mut Bonds) {
    let workers = state.workers(!me);
    let highest = (0..=TOP).rev().map(|height| workers & state.exactly(height)).find(|set| !set.is_empty());
    if let Some(highest) = highest.filter(|set| set.count() == 1) {
        bonds.held |= highest;
    }
}
