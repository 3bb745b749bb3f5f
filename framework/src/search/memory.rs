//! Results that the searches of one game pass on, beside the transposition table.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Results that the searches of one game pass on: one value of each type that an algorithm stores. A new game
/// begins with an empty memory.
#[derive(Debug, Default)]
pub struct Memory {
    kept: Mutex<Vec<Box<dyn Any + Send>>>,
}

impl Memory {
    /// Removes and returns the stored value of this type.
    pub(super) fn take<T: Any>(&self) -> Option<T> {
        let mut kept = self.lock();
        let place = kept.iter().position(|value| value.is::<T>())?;
        kept.swap_remove(place).downcast().ok().map(|value| *value)
    }

    /// Stores a value and replaces an earlier one of the same type.
    pub(super) fn keep<T: Any + Send>(&self, value: T) {
        let mut kept = self.lock();
        kept.retain(|earlier| !earlier.is::<T>());
        kept.push(Box::new(value));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Box<dyn Any + Send>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
