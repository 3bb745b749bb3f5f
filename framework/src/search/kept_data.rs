//! Data shared by successive searches in addition to the transposition table: results, helper threads and the
//! threads' buffers.

use std::any::Any;
use std::sync::{Arc, Mutex};

use super::threads::lock;

/// Data kept for the later searches of one player. A search takes a value out of the store while it uses the value, so
/// simultaneous searches never share a value.
#[derive(Debug, Default)]
pub struct KeptData {
    /// Results of searches in the current game: the tree of MCTS.
    pub(super) results: Shelf,
    /// Helper threads, and the buffers of all threads, shared with the stores of [`KeptData::without_results`].
    pub(super) threads: Arc<Shelf>,
}

impl KeptData {
    /// Returns a store without results. It shares the threads and buffers of this store.
    pub fn without_results(&self) -> Self {
        Self { results: Shelf::default(), threads: Arc::clone(&self.threads) }
    }
}

/// Store with at most one value of each type.
#[derive(Debug, Default)]
pub(super) struct Shelf(Mutex<Vec<Box<dyn Any + Send>>>);

impl Shelf {
    /// Removes and returns the value of the type `T`, if there is one.
    pub(super) fn take<T: Any>(&self) -> Option<T> {
        let mut kept = lock(&self.0);
        let place = kept.iter().position(|value| value.is::<T>())?;
        kept.swap_remove(place).downcast().ok().map(|value| *value)
    }

    /// Stores a value. It replaces an earlier value of its type.
    pub(super) fn keep<T: Any + Send>(&self, value: T) {
        let mut kept = lock(&self.0);
        kept.retain(|earlier| !earlier.is::<T>());
        kept.push(Box::new(value));
    }
}
