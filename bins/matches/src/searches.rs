//! List of running searches, such as those of a match, by which all of them are stopped together.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use plywright::engine::lock;
use plywright::search::Control;

/// The running searches, each as the [`Control`] that stops it.
#[derive(Debug, Default)]
pub struct Searches {
    is_stopped: AtomicBool,
    running: Mutex<BTreeMap<usize, Control>>,
}

/// Entry of a search in [`Searches`]. Dropping the entry removes it from the list, but does not stop the search.
#[derive(Debug)]
pub struct Running {
    searches: Arc<Searches>,
    number: usize,
}

impl Searches {
    /// Adds a search to the list, where it stays until the returned entry is dropped. If [`Searches::stop`] was called
    /// before, stops the search at once.
    pub fn add(self: &Arc<Self>, control: &Control) -> Running {
        let mut running = self.running();
        let number = running.last_key_value().map_or(0, |(last, _)| last + 1);
        running.insert(number, control.clone());
        if self.is_stopped() {
            control.stop();
        }
        Running { searches: Arc::clone(self), number }
    }

    /// Stops the running searches, and every search that is added later. Does not wait until they have ended.
    pub fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.running().values().for_each(Control::stop);
    }

    /// Whether [`Searches::stop`] was called.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Whether no search is in the list.
    pub fn is_empty(&self) -> bool {
        self.running().is_empty()
    }

    fn running(&self) -> MutexGuard<'_, BTreeMap<usize, Control>> {
        lock(&self.running)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.searches.running().remove(&self.number);
    }
}
