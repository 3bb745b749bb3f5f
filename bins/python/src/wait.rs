//! Runs long work without the interpreter's lock: another thread works, and the calling thread checks for
//! Ctrl-C, because only the main thread may run Python's signal handlers.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use plywright::engine::{InternalError, STACK};
use pyo3::prelude::*;

use crate::errors::{EngineError, internal};

/// Interval at which a waiting call checks for Ctrl-C.
pub const INTERVAL: Duration = Duration::from_millis(20);

/// Runs long `work` in a thread and waits for its result without the interpreter's lock. `work` should end early when
/// the flag that it receives is set. The flag is set if a signal handler raises an exception, for example after Ctrl-C.
///
/// # Errors
///
/// Returns the errors of [`polling`].
pub fn on<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    polling(py, &stop, || work(&stop), |_| Ok(()))
}

/// Runs `work` in a thread and waits for its result without the interpreter's lock. Calls `poll` with the lock, after
/// each [`INTERVAL`] and once at the end. If `poll` fails or a signal handler raises an exception, sets `stop`, waits
/// for the end of the work, and does not call `poll` again.
///
/// # Errors
///
/// Returns the exception of `poll` or of a signal handler. If the work panicked, returns the exception of the rule in
/// Python that caused the panic, if one did, otherwise an `InternalError`. Returns an `EngineError` if the thread
/// cannot be started.
pub fn polling<T: Send>(
    py: Python<'_>,
    stop: &AtomicBool,
    work: impl FnOnce() -> T + Send,
    mut poll: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let (sender, receiver) = sync_channel(1);
            let job = move || {
                let result = work();
                // An error is impossible: the receiver outlives the thread.
                let _ = sender.send(());
                result
            };
            let thread =
                thread::Builder::new().stack_size(STACK).spawn_scoped(scope, job).map_err(no_thread)?;
            let mut error = None;
            loop {
                let waited = receiver.recv_timeout(INTERVAL);
                if error.is_none()
                    && let Err(raised) = Python::attach(|py| py.check_signals().and_then(|()| poll(py)))
                {
                    stop.store(true, Ordering::Relaxed);
                    error = Some(raised);
                }
                if waited != Err(RecvTimeoutError::Timeout) {
                    break;
                }
            }
            let result = thread.join().map_err(|panic| internal(&InternalError::of(&*panic)));
            error.map_or(result, Err)
        })
    })
}

/// Creates the exception for a thread that the system cannot start.
pub fn no_thread(error: std::io::Error) -> PyErr {
    EngineError::new_err(format!("cannot start a thread: {error}"))
}

/// Panics, so that tests can check which exception Python gets. With `in_thread`, panics in another thread.
///
/// # Errors
///
/// Returns the exception for the panic of the other thread.
///
/// # Panics
///
/// Panics unless `in_thread` is set.
#[pyfunction]
pub fn _panic(py: Python<'_>, reason: String, in_thread: bool) -> PyResult<()> {
    if in_thread {
        return on(py, |_| panic!("{reason}"));
    }
    panic!("{reason}")
}
