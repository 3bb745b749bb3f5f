//! Moves being searched by other threads. A thread defers such a move and later mostly finds its value in the
//! table (simplified ABDADA).
//!
//! The table of these moves is small and may forget moves; a lost entry only costs double work.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::Key;

const PLACES: usize = 1 << 12;
/// Minimum depth for deferring moves; at lower depths searching a move is faster than looking it up.
const MIN_DEPTH: i32 = 4;
/// With at least this number of moves, the minimum depth is one ply lower.
const MANY_MOVES: usize = 50;

/// The moves being searched, as hashes of position, move and depth.
#[derive(Debug)]
pub(super) struct Abdada(Box<[AtomicU64]>);

impl Default for Abdada {
    fn default() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }
}

/// A move in a position at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Claim(u64);

impl Claim {
    /// Identifies the search of a move among `moves` moves; `None` if the depth is too low for deferring.
    #[inline]
    pub(super) fn new(position: Key, code: u32, depth: i32, moves: usize) -> Option<Self> {
        let is_worthwhile = depth >= MIN_DEPTH - i32::from(moves >= MANY_MOVES);
        is_worthwhile.then(|| Self(Key::mix(position.0 ^ u64::from(code) << 8 ^ depth as u64).0 | 1))
    }
}

impl Abdada {
    /// Whether another thread is searching the move.
    #[inline]
    pub(super) fn is_claimed(&self, claim: Claim) -> bool {
        self.place(claim).load(Ordering::Relaxed) == claim.0
    }

    /// Records that this thread begins to search the move.
    #[inline]
    pub(super) fn claim(&self, claim: Claim) {
        self.place(claim).store(claim.0, Ordering::Relaxed);
    }

    /// Records that the move is no longer searched.
    #[inline]
    pub(super) fn release(&self, claim: Claim) {
        self.place(claim).store(0, Ordering::Relaxed);
    }

    #[inline]
    fn place(&self, claim: Claim) -> &AtomicU64 {
        &self.0[(claim.0 >> 32) as usize % PLACES]
    }
}
