//! Moves that other threads are searching. A thread postpones such a move, and later mostly finds its value in
//! the transposition table (simplified ABDADA).
//!
//! Claims on moves are kept in a small table of their own, in which a new claim may overwrite another. A
//! lost claim only costs duplicate work.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::Key;

/// Number of claims that the table can hold.
const PLACES: usize = 1 << 12;
/// Minimum depth for postponing moves. At lower depths, searching a move is faster than looking up its claim.
const MIN_DEPTH: i32 = 4;
/// Number of listed moves from which on the minimum depth is [`MIN_DEPTH`] - 1.
const MANY_MOVES: usize = 50;

/// Table of the moves that threads are searching, as hashes of position, move and depth; 0 in an empty slot.
#[derive(Debug)]
pub(super) struct Abdada(Box<[AtomicU64]>);

impl Default for Abdada {
    fn default() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }
}

/// The slot of a move in the table, with the hash that [`Claim::take`] writes there. [`Claim::release`] empties the
/// slot.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claim<'a> {
    place: &'a AtomicU64,
    hash: u64,
}

impl Abdada {
    /// Returns the claim of a move that this thread is about to search, without marking the move; `None` if the depth
    /// is too low for postponing. `moves` is the number of moves listed in the position.
    #[inline]
    pub(super) fn claim(&self, position: Key, code: u32, depth: i32, moves: usize) -> Option<Claim<'_>> {
        let is_worthwhile = depth >= MIN_DEPTH - i32::from(moves >= MANY_MOVES);
        is_worthwhile.then(|| {
            // The lowest bit is set, because 0 marks an empty slot.
            let hash = Key::mix(position.0 ^ u64::from(code) << 8 ^ depth as u64).0 | 1;
            Claim { place: &self.0[(hash >> 32) as usize % PLACES], hash }
        })
    }
}

impl Claim<'_> {
    /// Whether another thread is searching the move at the same depth.
    #[inline]
    pub(super) fn is_taken(self) -> bool {
        self.place.load(Ordering::Relaxed) == self.hash
    }

    /// Marks the move, so that other threads postpone it.
    #[inline]
    pub(super) fn take(self) {
        self.place.store(self.hash, Ordering::Relaxed);
    }

    /// Empties the slot, even if another thread has overwritten this claim.
    #[inline]
    pub(super) fn release(self) {
        self.place.store(0, Ordering::Relaxed);
    }
}
