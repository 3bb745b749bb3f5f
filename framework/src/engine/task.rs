//! Long work with a handle to stop it: a search, a list of moves, a perft or a benchmark.

use std::fmt;
use std::sync::Arc;

use super::event::TaskEvent;
use crate::search::Control;

type Work = Box<dyn FnOnce(&mut dyn FnMut(TaskEvent)) + Send>;

/// Work that owns all its data, so that it can run in another thread.
pub struct Task {
    stop_handle: StopHandle,
    work: Work,
}

impl Task {
    /// Creates a task that ends early when `control` is stopped.
    pub fn new(control: Arc<Control>, work: impl FnOnce(&mut dyn FnMut(TaskEvent)) + Send + 'static) -> Self {
        Self { stop_handle: StopHandle(control), work: Box::new(work) }
    }

    /// Returns the handle that stops the task.
    pub fn stop_handle(&self) -> StopHandle {
        self.stop_handle.clone()
    }

    /// Runs the task and passes its reports to `listener`. The thread should have a stack of
    /// [`STACK`](crate::search::STACK) bytes.
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
    /// Stops the task at its next check.
    pub fn stop(&self) {
        self.0.stop();
    }

    /// Reports a ponder hit: the opponent played the expected move.
    pub fn ponder_hit(&self) {
        self.0.ponder_hit();
    }
}
