//! Control of a running search: stops it, limits its time, and decides when it may answer.
//!
//! One [`Control`] belongs to one search and is shared by its threads and the caller, so a late command
//! cannot reach another search.

use std::fmt;
use std::mem;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use super::threads::lock;

/// Time limits of a search, counted from its start or from the ponder hit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Time after which no new iteration starts. MCTS, which has no iterations, ends at this time. If this limit is
    /// below `hard`, a search extends it when the best move changes or the value falls, and shortens it while both are
    /// stable.
    pub soft: Duration,
    /// Time at which the search stops. Only its first iteration may take a little longer.
    pub hard: Duration,
    /// Time at which even the first iteration stops.
    pub latest: Duration,
}

impl Budget {
    /// Creates a budget with `soft` and `hard` equal to `time`, so that neither a stable nor an unstable search changes
    /// the limit. `latest` sets no limit.
    pub const fn exactly(time: Duration) -> Self {
        Self { soft: time, hard: time, latest: Duration::MAX }
    }
}

/// Extra time beyond the hard limit for the first iteration of a search. The iteration usually takes a few
/// milliseconds, and exceeding the limit costs less than playing a move without a search.
const FIRST_ITERATION_GRACE: Duration = Duration::from_millis(100);

/// Stands for "no limit" in place of a number of nanoseconds since the start of the search.
const NO_LIMIT: u64 = u64::MAX;

/// Stops a search, limits its time and delays its answer. Clones control the same search.
#[derive(Clone, Debug)]
pub struct Control {
    shared: Arc<ControlState>,
}

/// A clock that returns the time since a fixed moment.
///
/// The default is the system's monotonic clock. It does not exist in a browser, where the program supplies
/// another clock.
///
/// Without the feature `threads`, a search reads the clock regularly, even without a time limit. The clock
/// can then let other work run, such as the handling of a request to stop.
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
    /// Returns the system's monotonic clock, which counts from its first reading.
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

/// Condition on which the result of a finished search may be announced. The search itself returns without waiting; its
/// caller waits, by [`Control::wait_until_released`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MayAnswer {
    /// No condition: the result may be announced at once.
    AtOnce,
    /// After [`Control::stop`].
    AfterStop,
    /// The result may be announced after [`Control::stop`] or [`Control::ponder_hit`]. The time limit begins with the
    /// ponder hit.
    AfterPonderHit,
}

/// What all clones of a [`Control`] share.
#[derive(Debug)]
struct ControlState {
    time: TimeSource,
    /// Reading of `time` at the start of the search.
    started: Duration,
    stopped: AtomicBool,
    /// Moment from which the time limit runs, in nanoseconds since the start of the search.
    limited_from: AtomicU64,
    /// This number, `hard` and `latest` are the limits of [`Budget`] in nanoseconds since the start of the search;
    /// [`NO_LIMIT`] if there is none.
    soft: AtomicU64,
    hard: AtomicU64,
    latest: AtomicU64,
    hold: Mutex<Hold>,
    change: Condvar,
}

/// What still delays the answer of a search.
#[derive(Debug)]
struct Hold {
    /// Whether the search may answer as soon as it has finished.
    released: bool,
    /// Whether the search waits for a ponder hit.
    ponders: bool,
    /// Time limit that begins with the ponder hit; `None` for no limit.
    after_ponder_hit: Option<Budget>,
}

impl Default for Control {
    fn default() -> Self {
        Self::new()
    }
}

impl Control {
    /// Creates the control of a search that starts now, has no time limit, and may answer when it has
    /// finished.
    pub fn new() -> Self {
        Self::starting(TimeSource::default(), None, MayAnswer::AtOnce)
    }

    /// Creates the control of a search that starts now, with a time limit. The search may answer when it has
    /// finished.
    pub fn with_budget(budget: Budget) -> Self {
        Self::starting(TimeSource::default(), Some(budget), MayAnswer::AtOnce)
    }

    /// Creates the control of a search that starts now and reads the time from `time`. `budget` is its time limit;
    /// `None` for no limit. `answer` is the condition for its answer. With [`MayAnswer::AfterPonderHit`], the limit
    /// begins with the ponder hit.
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
        let shared = ControlState {
            started: time.now(),
            time,
            stopped: AtomicBool::new(false),
            limited_from: AtomicU64::new(0),
            soft: AtomicU64::new(NO_LIMIT),
            hard: AtomicU64::new(NO_LIMIT),
            latest: AtomicU64::new(NO_LIMIT),
            hold: Mutex::new(Hold { released, ponders, after_ponder_hit: budget }),
            change: Condvar::new(),
        };
        let control = Self { shared: Arc::new(shared) };
        if let Some(budget) = budget.filter(|_| !ponders) {
            control.limit(budget);
        }
        control
    }

    /// Creates a control for brief work that starts now, with the clock of this search. `time` is the work's time
    /// limit, if it has one. Stopping this search does not stop the work.
    pub(super) fn of_brief_work(&self, time: Option<Duration>) -> Self {
        Self::starting(self.shared.time.clone(), time.map(Budget::exactly), MayAnswer::AtOnce)
    }

    /// Stops the search and lets it answer. Does not wait: the threads of the search notice the stop at their next
    /// check.
    pub fn stop(&self) {
        self.shared.stopped.store(true, Ordering::Relaxed);
        self.release(&mut lock(&self.shared.hold));
    }

    /// Reports a ponder hit: the time limit starts now, and the search may answer. No effect if the search
    /// does not wait for a ponder hit.
    pub fn ponder_hit(&self) {
        let mut hold = lock(&self.shared.hold);
        if mem::take(&mut hold.ponders) {
            if let Some(budget) = hold.after_ponder_hit {
                self.limit(budget);
            }
            self.release(&mut hold);
        }
    }

    /// Whether [`Control::stop`] has been called. Reaching a time limit does not count.
    pub fn is_stopped(&self) -> bool {
        self.shared.stopped.load(Ordering::Relaxed)
    }

    /// Whether the search has been stopped, or has reached its hard time limit or [`Budget::latest`].
    pub fn is_over(&self) -> bool {
        self.is_over_by(Duration::ZERO)
    }

    /// Whether the search has been stopped, has exceeded its hard time limit by `grace`, or has reached
    /// [`Budget::latest`].
    pub(super) fn is_over_by(&self, grace: Duration) -> bool {
        let hard = self.shared.hard.load(Ordering::Relaxed);
        let latest = self.shared.latest.load(Ordering::Relaxed);
        let has_passed = || {
            let elapsed = self.elapsed();
            elapsed.saturating_sub(grace).as_nanos() >= u128::from(hard)
                || elapsed >= Duration::from_nanos(latest)
        };
        // Without threads, a request to stop can arrive only while the clock is read. The clock is therefore read even
        // if there is no limit.
        let reads_clock = hard != NO_LIMIT || latest != NO_LIMIT || !cfg!(feature = "threads");
        self.is_stopped() || (reads_clock && has_passed())
    }

    /// Returns the extra time beyond the hard limit for a first iteration that begins now:
    /// [`FIRST_ITERATION_GRACE`], plus the time since the limit if it has already passed.
    pub(super) fn first_iteration_grace(&self) -> Duration {
        let late = self.time_limit().map_or(Duration::ZERO, |limit| self.elapsed().saturating_sub(limit));
        late + FIRST_ITERATION_GRACE
    }

    /// Whether [`Budget::latest`] has passed.
    pub(super) fn is_past_latest(&self) -> bool {
        self.elapsed() >= Duration::from_nanos(self.shared.latest.load(Ordering::Relaxed))
    }

    /// Whether another iteration may start: the search is not stopped, and the soft limit lies ahead. `need` is a
    /// factor for this limit: the time that the move needs, relative to the usual time. The soft limit is never
    /// extended beyond the hard limit. The factor has no effect if both are equal.
    ///
    /// ```
    /// use std::time::Duration;
    /// use plywright::search::{Budget, Control};
    /// let hour = Duration::from_secs(3600);
    /// let control = Control::with_budget(Budget { soft: hour, hard: 2 * hour, latest: 2 * hour });
    /// assert!(control.allows_iteration(1.0) && !control.allows_iteration(0.0));
    /// assert!(Control::with_budget(Budget::exactly(hour)).allows_iteration(0.0));
    /// ```
    pub fn allows_iteration(&self, need: f64) -> bool {
        if self.is_stopped() {
            return false;
        }
        let [from, soft, hard] = [&self.shared.limited_from, &self.shared.soft, &self.shared.hard]
            .map(|time| time.load(Ordering::Relaxed));
        if soft == NO_LIMIT {
            return true;
        }
        let until = if soft < hard {
            from.saturating_add((soft.saturating_sub(from) as f64 * need.max(0.0)) as u64).min(hard)
        } else {
            soft
        };
        self.elapsed().as_nanos() < u128::from(until)
    }

    /// Returns the hard time limit, measured from the start of the search; `None` for no limit and before a
    /// ponder hit.
    pub fn time_limit(&self) -> Option<Duration> {
        let limit = self.shared.hard.load(Ordering::Relaxed);
        (limit != NO_LIMIT).then(|| Duration::from_nanos(limit))
    }

    /// Returns the time since the start of the search.
    pub fn elapsed(&self) -> Duration {
        self.shared.time.now().saturating_sub(self.shared.started)
    }

    /// Sleeps until the result of the search may be announced; see [`MayAnswer`]. Without the feature `threads`,
    /// returns at once, because no other thread could wake this one.
    pub fn wait_until_released(&self) {
        let waiting = |hold: &mut Hold| cfg!(feature = "threads") && !hold.released;
        let hold = lock(&self.shared.hold);
        drop(self.shared.change.wait_while(hold, waiting).unwrap_or_else(PoisonError::into_inner));
    }

    /// Sets the time limits, which are counted from now on.
    fn limit(&self, budget: Budget) {
        let now = self.elapsed();
        let since_start =
            |time: Duration| u64::try_from(now.saturating_add(time).as_nanos()).unwrap_or(NO_LIMIT);
        self.shared.limited_from.store(since_start(Duration::ZERO), Ordering::Relaxed);
        self.shared.soft.store(since_start(budget.soft), Ordering::Relaxed);
        self.shared.hard.store(since_start(budget.hard), Ordering::Relaxed);
        self.shared.latest.store(since_start(budget.latest), Ordering::Relaxed);
    }

    /// Lets the search answer, and wakes the thread that waits for this.
    fn release(&self, hold: &mut Hold) {
        hold.released = true;
        self.shared.change.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_iteration_ends_before_the_clock_falls() {
        let milliseconds = Arc::new(AtomicU64::new(0));
        let time = Arc::clone(&milliseconds);
        let clock = TimeSource::new(move || Duration::from_millis(time.load(Ordering::Relaxed)));
        let [soft, hard, latest] = [1, 5, 20].map(Duration::from_millis);
        let budget = Budget { soft, hard, latest };
        let control = Control::starting(clock, Some(budget), MayAnswer::AfterPonderHit);
        let grace = control.first_iteration_grace();
        control.ponder_hit();
        for (now, over, over_by_grace, past_latest) in
            [(4, false, false, false), (19, true, false, false), (20, true, true, true)]
        {
            milliseconds.store(now, Ordering::Relaxed);
            let seen = (control.is_over(), control.is_over_by(grace), control.is_past_latest());
            assert_eq!(seen, (over, over_by_grace, past_latest), "after {now} ms");
        }
    }

    #[test]
    fn the_latest_time_ends_a_search_without_a_hard_limit() {
        let budget = Budget { soft: Duration::MAX, hard: Duration::MAX, latest: Duration::ZERO };
        assert!(Control::with_budget(budget).is_over());
    }
}
