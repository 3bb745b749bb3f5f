//! Work that takes long, with the handle to end it: a search, a list of moves, a perft, a benchmark.

use std::fmt;
use std::sync::Arc;

use super::event::TaskEvent;
use crate::search::Control;

type Work = Box<dyn FnOnce(&mut dyn FnMut(TaskEvent)) + Send>;

/// Work that owns all it needs, so that it can run in a thread of its own.
pub struct Task {
    stop_handle: StopHandle,
    work: Work,
}

impl Task {
    /// Work that ends early when `control` is stopped.
    pub fn new(control: Arc<Control>, work: impl FnOnce(&mut dyn FnMut(TaskEvent)) + Send + 'static) -> Self {
        Self { stop_handle: StopHandle(control), work: Box::new(work) }
    }

    /// The handle that ends the task.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop_handle.clone()
    }

    /// Does the work and passes what comes of it to `listener`. The thread should have
    /// [`STACK`](crate::search::STACK).
    pub fn run(self, listener: &mut dyn FnMut(TaskEvent)) {
        (self.work)(listener);
    }
}

impl fmt::Debug for Task {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Task").field("stop_handle", &self.stop_handle).finish_non_exhaustive()
    }
}

/// Ends a [`Task`].
#[derive(Clone, Debug)]
pub struct StopHandle(Arc<Control>);

impl StopHandle {
    /// Ends the task as soon as it looks.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// The move that a search in the opponent's time expected was played.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit();
    }
}
