//! Variety: a position that looks alike from several sides need not be played from the same side in every
//! game.
//!
//! A symmetry that leaves a position as it is maps its best line to another one, of exactly the same value.
//! One of these symmetries is chosen by the seed, and everything that a search says is seen through it: no
//! node more is searched, and no value is given away for variety.

use std::hash::{BuildHasher, RandomState};

use crate::rules::{Key, State, Symmetric, Symmetry};
use crate::search::Rng;

/// A seed that differs from call to call and from run to run.
pub(super) fn fresh_seed() -> u64 {
    RandomState::new().hash_one(0)
}

/// One of the symmetries that leave `state` as it is.
pub(super) fn aspect<G: Symmetric>(game: &G, state: &G::State, seed: u64) -> Symmetry {
    let own: Vec<Symmetry> = Symmetry::first(game.symmetries())
        .filter(|symmetry| game.image(state, *symmetry) == *state)
        .collect();
    let choice = Rng::new(Key::mix(seed).0 ^ state.key().0).below(own.len().max(1));
    own.get(choice).copied().unwrap_or_default()
}
