//! All threads of the framework.
//!
//! Without the feature `threads`, everything runs in the calling thread. A browser's engine is compiled so.

#[cfg(feature = "threads")]
use rayon_core::{ThreadPool, ThreadPoolBuilder};

/// Stack size in bytes of a search thread; searches recurse deeply. The system allocates the memory only on
/// use.
pub const STACK: usize = 16 << 20;

/// Maximum number of threads of a search.
pub(crate) const MAX_THREADS: usize = if cfg!(feature = "threads") { 64 } else { 1 };

/// The threads that help the calling thread. They sleep between searches and end when they are dropped.
#[derive(Debug, Default)]
pub(super) struct Helpers(#[cfg(feature = "threads")] Option<ThreadPool>);

impl Helpers {
    /// Runs every job in a thread of its own while the calling thread runs `first`. Waits for all of them. If the
    /// system provides too few threads, the last jobs are not run.
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
            let pool = |threads| ThreadPoolBuilder::new().num_threads(threads).stack_size(STACK).build().ok();
            self.0 = (1..=jobs.len()).rev().find_map(pool);
        }
        let Some(pool) = &self.0 else { return first() };
        pool.in_place_scope(|scope| {
            jobs.take(pool.current_num_threads()).for_each(|job| scope.spawn(move |_| job()));
            first()
        })
    }

    /// Runs `first` and no job.
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

/// Runs `work` in this number of threads at once, one of them the calling one.
pub(crate) fn side_by_side(threads: usize, work: impl Fn() + Sync) {
    #[cfg(feature = "threads")]
    std::thread::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(&work);
        }
        work();
    });
    #[cfg(not(feature = "threads"))]
    {
        let _ = threads;
        work();
    }
}

/// Runs `work` in another thread if one can be started, without waiting for it.
pub(super) fn elsewhere(work: impl FnOnce() + Send + 'static) {
    #[cfg(feature = "threads")]
    // If the system has no thread left, it drops the work.
    let _ = std::thread::Builder::new().spawn(work);
    #[cfg(not(feature = "threads"))]
    work();
}
