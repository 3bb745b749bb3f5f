//! Work that takes long, with the stop_handle to end it: a search, a perft, a benchmark.

use std::fmt;
use std::sync::Arc;

use plywright::search::Control;

use crate::event::Event;

/// The stack that a thread needs to run any task: searches recurse. The memory is taken only when it is used.
pub const STACK: usize = 16 << 20;

type Work = Box<dyn FnOnce(&mut dyn FnMut(Event)) + Send>;

/// Work that owns all it needs, so that it can run in a thread of its own.
pub struct Task {
    stop_handle: StopHandle,
    work: Work,
}

impl Task {
    /// Work that ends early when all of `controls` are stopped.
    pub fn new(
        controls: Vec<Arc<Control>>,
        work: impl FnOnce(&mut dyn FnMut(Event)) + Send + 'static,
    ) -> Self {
        Self { stop_handle: StopHandle(controls), work: Box::new(work) }
    }

    /// The stop_handle, for whoever starts the task.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop_handle.clone()
    }

    /// Does the work and tells `listener` what comes of it. The thread should have [`STACK`].
    pub fn run(self, listener: &mut dyn FnMut(Event)) {
        (self.work)(listener);
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("stop_handle", &self.stop_handle).finish_non_exhaustive()
    }
}

/// What ends a [`Task`].
#[derive(Clone, Debug)]
pub struct StopHandle(Vec<Arc<Control>>);

impl StopHandle {
    /// Ends the task as soon as it looks.
    pub fn stop(&self) {
        self.0.iter().for_each(|control| control.stop());
    }

    /// The move that a search in the opponent's time expected was played.
    pub fn ponder_hit(&self) {
        self.0.iter().for_each(|control| control.ponder_hit());
    }
}
