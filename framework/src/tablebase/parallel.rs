//! Divides numbered pieces of work among threads.
//!
//! A shared counter hands the pieces out in order, a few at a time, so that a thread with quick pieces takes more of
//! them. This costs one atomic operation for each call of the work.

use std::ops::Range;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use super::error::SolveError;
use super::progress::SolveControl;
use crate::search::{lock, side_by_side};

/// Threads that share work.
#[derive(Clone, Copy)]
pub(super) struct Workers<'a> {
    pub(super) threads: usize,
    /// When this flag is set, the work ends early with [`SolveError::Stopped`].
    pub(super) stop: &'a AtomicBool,
}

impl<'a> Workers<'a> {
    pub(super) fn of(control: SolveControl<'a>) -> Self {
        Self { threads: control.threads.max(1), stop: control.stop }
    }

    /// Calls `work` with ranges of at most `at_a_time` numbers that together make up `0..count`, and waits for the last
    /// call. `at_a_time` must not be 0. Several threads call `work` at the same time. After a call that fails, begins
    /// no further one, and returns the error.
    pub(super) fn run<E: From<SolveError> + Send>(
        self,
        count: usize,
        at_a_time: usize,
        work: &(dyn Fn(Range<usize>) -> Result<(), E> + Sync),
    ) -> Result<(), E> {
        let next = AtomicUsize::new(0);
        let failure = Mutex::new(None);
        let run_thread = || {
            loop {
                let first = next.fetch_add(at_a_time, Relaxed);
                if first >= count {
                    return;
                }
                let result = if self.stop.load(Relaxed) {
                    Err(SolveError::Stopped.into())
                } else {
                    work(first..(first + at_a_time).min(count))
                };
                if let Err(error) = result {
                    next.store(count, Relaxed);
                    lock(&failure).get_or_insert(error);
                    return;
                }
            }
        };
        side_by_side(self.threads.min(count.div_ceil(at_a_time)), &run_thread);
        failure.into_inner().ok().flatten().map_or(Ok(()), Err)
    }
}
