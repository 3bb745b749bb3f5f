//! Work in a background thread, which continues between two calls from Python. The work sends reports, such as the
//! lines of a search, and Python code takes them one by one. The thread does not hold the interpreter's lock, and a
//! call that waits for a report releases it.

use std::process;
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread::{self, JoinHandle};

use plywright::engine::{InternalError, STACK, lock};
use pyo3::prelude::*;

use crate::errors::{EngineError, internal};
use crate::guard::unlocked;
use crate::wait;

/// Id of the process that created an object. A child process that is forked later must not use the object: the
/// object's threads do not exist there, and its locks may stay locked.
#[derive(Clone, Copy, Debug)]
pub struct Owner(u32);

impl Owner {
    pub fn this_process() -> Self {
        Self(process::id())
    }

    /// Whether this process created the object.
    pub fn is_here(self) -> bool {
        self.0 == process::id()
    }

    /// Checks that this process created the object. `name` is the name of the object in errors.
    ///
    /// # Errors
    ///
    /// Returns an error in a child process that was forked after the object was created.
    pub fn check(self, name: &str) -> PyResult<()> {
        if self.is_here() {
            return Ok(());
        }
        Err(EngineError::new_err(format!(
            "the {name} belongs to the process before a fork, expected one made in this process"
        )))
    }
}

/// A thread that sends reports and returns a result. After a fork, the child process cannot use it.
pub struct Background<T, R> {
    run: Mutex<Run<T, R>>,
    owner: Owner,
    name: &'static str,
}

/// Parts of a [`Background`] that only one thread uses at a time.
struct Run<T, R> {
    reports: Receiver<T>,
    thread: Option<JoinHandle<R>>,
    result: Option<R>,
}

impl<T: Send, R: Clone + Send + 'static> Background<T, R> {
    /// Starts `work` in a thread. `work` must own the sender of `reports`, so that the reports end with the work.
    /// `name` is the name of the work in errors.
    pub fn start(
        name: &'static str,
        reports: Receiver<T>,
        work: impl FnOnce() -> R + Send + 'static,
    ) -> PyResult<Self> {
        let thread = thread::Builder::new().stack_size(STACK).spawn(work).map_err(wait::no_thread)?;
        let run = Run { reports, thread: Some(thread), result: None };
        Ok(Self { run: Mutex::new(run), owner: Owner::this_process(), name })
    }

    /// Waits for the next report, without the interpreter's lock. Returns `None` after the last one.
    ///
    /// # Errors
    ///
    /// Returns the exception of a signal handler, for example after Ctrl-C, and calls `stop` first. Returns an
    /// `EngineError` in a process that was forked after the start.
    pub fn next(&self, py: Python<'_>, stop: impl Fn()) -> PyResult<Option<T>> {
        self.owner.check(self.name)?;
        loop {
            match unlocked(py, || lock(&self.run).reports.recv_timeout(wait::INTERVAL))? {
                Ok(report) => return Ok(Some(report)),
                Err(RecvTimeoutError::Disconnected) => return Ok(None),
                Err(RecvTimeoutError::Timeout) => {
                    if let Err(raised) = py.check_signals() {
                        stop();
                        return Err(raised);
                    }
                }
            }
        }
    }

    /// Waits for the end of the work and returns its result. Call it only when the reports have ended, because Ctrl-C
    /// cannot interrupt it.
    ///
    /// # Errors
    ///
    /// Returns an error if the work panicked.
    pub fn result(&self, py: Python<'_>) -> PyResult<R> {
        unlocked(py, || {
            let mut run = lock(&self.run);
            if let Some(thread) = run.thread.take() {
                run.result = Some(thread.join().map_err(|panic| internal(&InternalError::of(&*panic)))?);
            }
            run.result.clone().ok_or_else(|| EngineError::new_err(format!("the {} has failed", self.name)))
        })?
    }

    /// Whether this process started the work.
    pub fn is_here(&self) -> bool {
        self.owner.is_here()
    }
}
