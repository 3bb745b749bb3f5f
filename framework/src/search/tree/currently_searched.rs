//! What the threads of one search are looking at: a thread leaves a move that another one is searching for
//! later, and then mostly finds its value in the table.
//!
//! The table of these moves is small and may forget: a lost entry costs double work and nothing else.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::rules::Key;

const PLACES: usize = 1 << 12;
/// Depth from which the threads keep out of each other's way; below, a move is searched faster than looked
/// up.
const LEAST_DEPTH: i32 = 4;
/// So many moves make a position worth it a ply nearer to the horizon.
const MANY_MOVES: usize = 50;

/// The moves being searched, each as a hash of position, move and depth.
#[derive(Debug)]
pub(super) struct CurrentlySearched(Box<[AtomicU64]>);

impl Default for CurrentlySearched {
    fn default() -> Self {
        Self((0..PLACES).map(|_| AtomicU64::new(0)).collect())
    }
}

/// A move in a position at a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Work(u64);

impl Work {
    /// The search of one of `moves` moves, if it is worth the threads' while to keep out of each other's way.
    #[inline]
    pub(super) fn new(position: Key, code: u32, depth: i32, moves: usize) -> Option<Self> {
        let is_worthwhile = depth >= LEAST_DEPTH - i32::from(moves >= MANY_MOVES);
        is_worthwhile.then(|| Self(Key::mix(position.0 ^ u64::from(code) << 8 ^ depth as u64).0 | 1))
    }
}

impl CurrentlySearched {
    /// Is another thread at it?
    #[inline]
    pub(super) fn contains(&self, work: Work) -> bool {
        self.node(work).load(Ordering::Relaxed) == work.0
    }

    #[inline]
    pub(super) fn begin(&self, work: Work) {
        self.node(work).store(work.0, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn end(&self, work: Work) {
        self.node(work).store(0, Ordering::Relaxed);
    }

    #[inline]
    fn node(&self, work: Work) -> &AtomicU64 {
        &self.0[(work.0 >> 32) as usize % PLACES]
    }
}
