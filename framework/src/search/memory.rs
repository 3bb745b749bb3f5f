//! What the searches of one game hand on to the next one, beside the transposition table.

use std::any::Any;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the searches of one game hand on to the next one: one value of each type that an algorithm keeps. A
/// new game begins with a new memory.
#[derive(Debug, Default)]
pub struct Memory {
    kept: Mutex<Vec<Box<dyn Any + Send>>>,
}

impl Memory {
    /// The value of that type that the last search has kept, which belongs to the caller now.
    pub(super) fn take<T: Any>(&self) -> Option<T> {
        let mut kept = self.lock();
        let place = kept.iter().position(|value| value.is::<T>())?;
        kept.swap_remove(place).downcast().ok().map(|value| *value)
    }

    /// Keeps a value in place of an earlier one of its type.
    pub(super) fn keep<T: Any + Send>(&self, value: T) {
        let mut kept = self.lock();
        kept.retain(|earlier| !earlier.is::<T>());
        kept.push(Box::new(value));
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Box<dyn Any + Send>>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
