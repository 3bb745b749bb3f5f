//! Checks that every search algorithm ends soon after a stop.
//!
//! The time that a search waits for a processor is subtracted where the system reports it, as Linux does,
//! because the search is not at fault if the machine is busy.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::probe::Probe;
use super::report::{Check, Failure};
use super::run::Run;
use super::search;
use crate::game::Playable;
use crate::rules::Depth;
use crate::search::{Algorithm, Budget, Control, Limits, Resources, Root};

/// Maximum time that a search may take to end after a stop.
const PATIENCE: Duration = Duration::from_millis(10);
/// The check passes once the search has ended in time in at least this number of tries, and in more than half
/// of the tries so far. In a late try, the operating system may have delayed the thread without counting the
/// delay.
const TIMELY: usize = 5;
const TRIES: usize = 40;

pub(super) fn check<G: Playable>(run: &Run<G>) -> Result<(), Failure> {
    if run.setup.searches == 0 {
        return Ok(());
    }
    let start = run.game.start();
    let probe = Probe::new(run.game, &start);
    Algorithm::PLAYING
        .iter()
        .try_for_each(|algorithm| probe.guard(Check::Stop, |probe| check_algorithm(probe, *algorithm)))
}

fn check_algorithm<G: Playable>(probe: Probe<G>, algorithm: Algorithm) -> Result<(), Failure> {
    let root = Root::new(probe.game, probe.state.clone());
    check_without_time(probe, algorithm, &root)?;
    let mut delays = Vec::new();
    for _ in 0..TRIES {
        let resources = Resources::new(probe.table(1)?);
        let control = Control::new();
        let limits = Limits { depth: Some(Depth::MAX), ..Limits::default() };
        let queue = Queue::of_this_thread();
        let late = thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                thread::sleep(Duration::from_millis(20));
                control.stop();
                // Reads the clock before the waiting time, because this thread may wait for a processor
                // between the two readings.
                (Instant::now(), queue.waited())
            });
            let found = search::run(probe, algorithm, resources, &root, &limits, &control);
            let (ended, waited) = (Instant::now(), queue.waited());
            let late = stopper.join().map_or(Duration::MAX, |(stopped, before)| {
                ended.saturating_duration_since(stopped).saturating_sub(waited.saturating_sub(before))
            });
            found.map(|_| late)
        })?;
        delays.push(late);
        let timely = delays.iter().filter(|late| **late <= PATIENCE).count();
        if timely >= TIMELY && 2 * timely > delays.len() {
            return Ok(());
        }
    }
    let expected = format!("{} to end mostly within {PATIENCE:?} of a stop", algorithm.name());
    delays.sort_unstable();
    let found = format!("{:?} in the middle of {TRIES} tries", delays[TRIES / 2]);
    probe.fails(expected, found)
}

/// Checks that a search without any time still finishes one iteration. A busy machine may exceed the grace
/// for the first iteration, so one success in [`TRIES`] tries suffices.
fn check_without_time<G: Playable>(
    probe: Probe<G>,
    algorithm: Algorithm,
    root: &Root<G>,
) -> Result<(), Failure> {
    for _ in 0..TRIES {
        let resources = Resources::new(probe.table(1)?);
        let control = Control::with_budget(Budget::exactly(Duration::ZERO));
        let found = search::run(probe, algorithm, resources, root, &Limits::default(), &control)?;
        if found.depth >= Depth(1) {
            return Ok(());
        }
    }
    let expected = format!("{} to finish one iteration when it has no time", algorithm.name());
    probe.fails(expected, format!("none in {TRIES} tries"))
}

/// File with the run queue statistics of a thread; `None` if the system does not provide it.
struct Queue(Option<PathBuf>);

impl Queue {
    fn of_this_thread() -> Self {
        let thread = fs::read_link("/proc/thread-self").ok();
        Self(thread.map(|thread| Path::new("/proc").join(thread).join("schedstat")))
    }

    /// Returns the total time that the thread has waited for a processor; zero if the system does not provide
    /// it.
    fn waited(&self) -> Duration {
        let statistics = self.0.as_ref().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        let nanoseconds = statistics.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }
}
