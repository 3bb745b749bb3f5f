//! Control of a running search: stop, time limit and permission to answer.
//!
//! One [`Control`] belongs to one search and is shared by its threads and the caller, so a late command
//! cannot reach another search.

use std::fmt;
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

/// Time limits of a search. With `soft` below `hard`, a search may use more or less than `soft`, depending on
/// its stability.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Normally, no new iteration starts after this time.
    pub soft: Duration,
    /// The search stops at this time in any case.
    pub hard: Duration,
}

impl Budget {
    /// A budget of exactly this time.
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time }
    }
}

/// Extra time for the first iteration beyond the limit. It usually takes some milliseconds, and this time is
/// worth less than a move that was not searched.
const FIRST_ITERATION_GRACE: Duration = Duration::from_millis(100);

/// The maximum value stands for "no limit" in nanoseconds since the start.
const NO_LIMIT: u64 = u64::MAX;

/// Stops a search, limits its time and delays its answer. Clones control the same search.
#[derive(Clone, Debug)]
pub struct Control(Arc<Inner>);

/// A source of time: the time since a fixed moment.
///
/// The default is the system's monotonic clock. A browser has none and provides its own.
#[derive(Clone)]
pub struct TimeSource(Arc<dyn Fn() -> Duration + Send + Sync>);

impl TimeSource {
    /// Creates a source that reads the time since a fixed moment from `clock`.
    pub fn new(clock: impl Fn() -> Duration + Send + Sync + 'static) -> Self {
        Self(Arc::new(clock))
    }

    fn now(&self) -> Duration {
        (self.0)()
    }
}

impl Default for TimeSource {
    /// The system's clock. It is first read when a search starts.
    fn default() -> Self {
        static ORIGIN: OnceLock<Instant> = OnceLock::new();
        Self::new(|| ORIGIN.get_or_init(Instant::now).elapsed())
    }
}

impl fmt::Debug for TimeSource {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("TimeSource").field(&self.now()).finish()
    }
}

/// When a finished search may answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayAnswer {
    /// As soon as it has finished.
    AtOnce,
    /// After [`Control::stop`].
    AfterStop,
    /// After [`Control::stop`] or [`Control::ponder_hit`]. The time limit begins with the ponder hit.
    AfterPonderHit,
}

#[derive(Debug)]
struct Inner {
    time: TimeSource,
    /// When the search started.
    started: Duration,
    stopped: AtomicBool,
    /// When the time limit began to count.
    limited_from: AtomicU64,
    soft: AtomicU64,
    hard: AtomicU64,
    hold: Mutex<Hold>,
    change: Condvar,
}

/// Whether a finished search may answer.
#[derive(Debug)]
struct Hold {
    /// Whether the search may answer as soon as it has finished.
    released: bool,
    /// Whether the search waits for a ponder hit.
    ponders: bool,
    /// The time limit that begins with it.
    after_ponder_hit: Option<Budget>,
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}

impl Control {
    /// Creates the control of a search without a time limit, which may answer when it has finished. It starts
    /// now.
    pub fn new() -> Self {
        Self::starting(TimeSource::default(), None, MayAnswer::AtOnce)
    }

    /// Creates the control of a search with a time limit. It starts now.
    pub fn with_budget(budget: Budget) -> Self {
        Self::starting(TimeSource::default(), Some(budget), MayAnswer::AtOnce)
    }

    /// Creates the control of a search that must not answer before [`Control::stop`].
    pub fn infinite() -> Self {
        Self::starting(TimeSource::default(), None, MayAnswer::AfterStop)
    }

    /// Creates the control of a search that reads the time from `time`, with an optional time limit. It starts
    /// now.
    ///
    /// ```
    /// use std::time::Duration;
    /// use plywright::search::{Budget, Control, MayAnswer, TimeSource};
    /// let (stopped_clock, second) = (TimeSource::new(|| Duration::from_secs(5)), Duration::from_secs(1));
    /// let control = Control::starting(stopped_clock, Some(Budget::exactly(second)), MayAnswer::AtOnce);
    /// assert!(!control.is_over(), "the limit counts from now on");
    /// assert_eq!(control.time_limit(), Some(second));
    /// ```
    pub fn starting(time: TimeSource, budget: Option<Budget>, answer: MayAnswer) -> Self {
        let ponders = answer == MayAnswer::AfterPonderHit;
        let released = answer == MayAnswer::AtOnce;
        let control = Self(Arc::new(Inner {
            started: time.now(),
            time,
            stopped: AtomicBool::new(false),
            limited_from: AtomicU64::new(0),
            soft: AtomicU64::new(NO_LIMIT),
            hard: AtomicU64::new(NO_LIMIT),
            hold: Mutex::new(Hold { released, ponders, after_ponder_hit: budget }),
            change: Condvar::new(),
        }));
        if let Some(budget) = budget.filter(|_| !ponders) {
            control.limit(budget);
        }
        control
    }

    /// Stops the search. Its threads check for this at least every 1,024 nodes.
    pub fn stop(&self) {
        self.0.stopped.store(true, Ordering::Relaxed);
        self.release(&mut self.lock());
    }

    /// Reports a ponder hit: the time limit starts now, and the search may answer. Without effect unless the
    /// search waits for it.
    pub fn ponder_hit(&self) {
        let mut hold = self.lock();
        if mem::take(&mut hold.ponders) {
            if let Some(budget) = hold.after_ponder_hit {
                self.limit(budget);
            }
            self.release(&mut hold);
        }
    }

    /// Whether the search has been stopped.
    pub fn is_stopped(&self) -> bool {
        self.0.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search has been stopped or its time is over.
    pub fn is_over(&self) -> bool {
        self.is_over_by(Duration::ZERO)
    }

    /// Whether the search has been stopped or has exceeded its time by `grace`.
    pub(super) fn is_over_by(&self, grace: Duration) -> bool {
        let hard = self.0.hard.load(Ordering::Relaxed);
        self.is_stopped()
            || hard != NO_LIMIT && self.elapsed().saturating_sub(grace).as_nanos() >= u128::from(hard)
    }

    /// Extra time beyond the limit for the first iteration of a search that begins now.
    pub(super) fn first_iteration_grace(&self) -> Duration {
        let late = self.time_limit().map_or(Duration::ZERO, |limit| self.elapsed().saturating_sub(limit));
        late + FIRST_ITERATION_GRACE
    }

    /// Whether another iteration may start, when the search needs `need` times the usual time for the move. A
    /// budget of exact time ignores `need`.
    ///
    /// ```
    /// use std::time::Duration;
    /// use plywright::search::{Budget, Control};
    /// let hour = Duration::from_secs(3600);
    /// let control = Control::with_budget(Budget { soft: hour, hard: 2 * hour });
    /// assert!(control.allows_iteration(1.0) && !control.allows_iteration(0.0));
    /// assert!(Control::with_budget(Budget::exactly(hour)).allows_iteration(0.0));
    /// ```
    pub fn allows_iteration(&self, need: f64) -> bool {
        if self.is_stopped() {
            return false;
        }
        let [from, soft, hard] =
            [&self.0.limited_from, &self.0.soft, &self.0.hard].map(|time| time.load(Ordering::Relaxed));
        if soft == NO_LIMIT {
            return true;
        }
        let until = if soft < hard {
            (from + (soft.saturating_sub(from) as f64 * need.max(0.0)) as u64).min(hard)
        } else {
            soft
        };
        self.elapsed().as_nanos() < u128::from(until)
    }

    /// The end of the time limit, measured from the start of the search; `None` for no limit.
    pub fn time_limit(&self) -> Option<Duration> {
        let limit = self.0.hard.load(Ordering::Relaxed);
        (limit != NO_LIMIT).then(|| Duration::from_nanos(limit))
    }

    /// Time since the search started.
    pub fn elapsed(&self) -> Duration {
        self.0.time.now().saturating_sub(self.0.started)
    }

    /// Sleeps until the search may answer. Without the feature `threads` it returns at once, because no other
    /// thread could wake this one.
    pub fn wait_until_released(&self) {
        let waiting = |hold: &mut Hold| cfg!(feature = "threads") && !hold.released;
        drop(self.0.change.wait_while(self.lock(), waiting).unwrap_or_else(PoisonError::into_inner));
    }

    fn limit(&self, budget: Budget) {
        let now = self.elapsed();
        let since_start = |time: Duration| u64::try_from((now + time).as_nanos()).unwrap_or(NO_LIMIT);
        self.0.limited_from.store(since_start(Duration::ZERO), Ordering::Relaxed);
        self.0.soft.store(since_start(budget.soft), Ordering::Relaxed);
        self.0.hard.store(since_start(budget.hard), Ordering::Relaxed);
    }

    fn release(&self, hold: &mut Hold) {
        hold.released = true;
        self.0.change.notify_all();
    }

    fn lock(&self) -> MutexGuard<'_, Hold> {
        self.0.hold.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
