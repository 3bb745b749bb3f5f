//! Thread handling for the searches.
//!
//! Without the feature `threads`, as in an engine for browsers, everything runs in the calling thread.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "threads")]
use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// Stack size in bytes of a search thread, large because searches recurse deeply. The system allocates the
/// memory only when it is used.
pub const STACK: usize = 16 << 20;

/// Maximum of the option `Threads`.
pub(crate) const MAX_THREADS: usize = if cfg!(feature = "threads") { 64 } else { 1 };

/// Pool of helper threads for searches, empty before the first search with several threads. The threads sleep between
/// searches and end when the pool is dropped.
#[derive(Debug, Default)]
pub(super) struct Helpers(#[cfg(feature = "threads")] Option<ThreadPool>);

impl Helpers {
    /// Runs each job in its own thread while the calling thread runs `first`. Waits for all jobs and returns
    /// the result of `first`. If the system provides too few threads, the last jobs are not run. Without the
    /// feature `threads`, runs no job.
    #[cfg(feature = "threads")]
    pub(super) fn run<'a, J: FnOnce() + Send + 'a, R>(
        &mut self,
        jobs: impl ExactSizeIterator<Item = J>,
        first: impl FnOnce() -> R,
    ) -> R {
        if jobs.len() == 0 {
            return first();
        }
        if self.0.as_ref().is_none_or(|pool| pool.current_num_threads() != jobs.len()) {
            self.0 = pool_of(jobs.len());
        }
        let Some(pool) = &self.0 else { return first() };
        pool.in_place_scope(|scope| {
            for job in jobs.take(pool.current_num_threads()) {
                scope.spawn(move |_| job());
            }
            first()
        })
    }

    #[cfg(not(feature = "threads"))]
    #[expect(clippy::unused_self)]
    pub(super) fn run<J, R>(
        &mut self,
        _jobs: impl ExactSizeIterator<Item = J>,
        first: impl FnOnce() -> R,
    ) -> R {
        first()
    }
}

/// Creates a pool of `threads` threads, or of as many as the system provides; `None` if it provides none.
#[cfg(feature = "threads")]
fn pool_of(threads: usize) -> Option<ThreadPool> {
    let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build().ok();
    (1..=threads).rev().find_map(pool)
}

/// Guard of the first thread of a search. When it is dropped, even by a panic, it sets the flag that ends the helper
/// threads.
pub(super) struct EndHelpers<'a>(pub(super) &'a AtomicBool);

impl Drop for EndHelpers<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs `work` in up to `threads` threads at the same time, including the calling thread, and waits for all of
/// them. The system may provide fewer threads.
pub fn side_by_side(threads: usize, work: &(dyn Fn() + Sync)) {
    #[cfg(feature = "threads")]
    std::thread::scope(|scope| {
        for _ in 1..threads {
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    #[cfg(not(feature = "threads"))]
    {
        // Without threads, the number is not needed.
        let _ = threads;
        work();
    }
}

/// Locks a mutex, even if another thread has panicked while it held the lock.
pub fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs `work` in a new thread and returns at once. If no thread can be started, drops `work` without running it.
/// Without the feature `threads`, runs `work` in the calling thread.
pub(super) fn run_in_background(work: impl FnOnce() + Send + 'static) {
    #[cfg(feature = "threads")]
    let _ = std::thread::Builder::new().spawn(work);
    #[cfg(not(feature = "threads"))]
    work();
}
