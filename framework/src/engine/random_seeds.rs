//! The seeds of an engine's random choices. Unless the option `Seed` fixes the choices, the engine draws a new seed for
//! each game, so that games differ.

use std::hash::{BuildHasher, RandomState};
use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::Key;

/// Seeds of an engine. The parameter `option` of the methods is the value of the option `Seed`. Unless it is 0, it
/// replaces the seed that was drawn for the game.
pub(super) struct RandomSeeds {
    /// Seed of the current game.
    of_game: u64,
    /// Number of random moves since the sequence of their seeds began.
    random_moves: AtomicU64,
}

impl RandomSeeds {
    /// Draws the seeds of a new engine, whose first game begins.
    pub(super) fn new() -> Self {
        Self { of_game: entropy(), random_moves: AtomicU64::new(0) }
    }

    /// Chooses a new seed for a new game. The sequence of seeds of random moves continues.
    pub(super) fn begin_game(&mut self) {
        self.of_game = entropy();
    }

    /// Begins the sequence of seeds of random moves again.
    pub(super) fn restart_random_moves(&mut self) {
        self.random_moves = AtomicU64::new(0);
    }

    /// Returns `option` unless it is 0, otherwise the seed that was drawn for the current game.
    pub(super) fn of_game(&self, option: u64) -> u64 {
        if option == 0 { self.of_game } else { option }
    }

    /// Returns the seed of the next random move. Each call returns another seed.
    pub(super) fn of_next_random_move(&self, option: u64) -> u64 {
        let number = self.random_moves.fetch_add(1, Ordering::Relaxed);
        Key::mix(self.of_game(option) ^ Key::mix(number).0).0
    }
}

/// Returns a random number. The standard library offers random numbers only as the seeds of its hash maps, so this is
/// the hash of a constant with such a seed.
fn entropy() -> u64 {
    RandomState::new().hash_one(0)
}
