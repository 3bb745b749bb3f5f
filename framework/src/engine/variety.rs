//! Variety: in symmetric positions the engine does not always choose the same one of several equivalent
//! moves.
//!
//! A symmetry that maps a position to itself maps its best line to a line of exactly the same value. The seed
//! chooses one of these symmetries, and all reports of the search are mapped by it. Variety therefore costs
//! no nodes and no strength.

use std::hash::{BuildHasher, RandomState};

use crate::rules::{Key, State, Symmetric, Symmetry};
use crate::search::Rng;

/// Returns a seed that differs from call to call and from run to run.
pub(super) fn fresh_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// Returns one of the symmetries that map `state` to itself, chosen by `seed`.
pub(super) fn aspect<G: Symmetric>(game: &G, state: &G::State, seed: u64) -> Symmetry {
    let own: Vec<Symmetry> = Symmetry::first(game.symmetries())
        .filter(|symmetry| game.image(state, *symmetry) == *state)
        .collect();
    let choice = Rng::new(Key::mix(seed).0 ^ state.key().0).below(own.len().max(1));
    own.get(choice).copied().unwrap_or_default()
}
