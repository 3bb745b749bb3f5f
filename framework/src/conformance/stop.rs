//! Every algorithm against the clock.
//!
//! What counts is the time that a search spends, not that for which it waits for a processor, so that a busy
//! machine misleads nobody.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use super::probe::Probe;
use super::report::{Check, Failure};
use super::run::Run;
use super::search;
use crate::playable::Playable;
use crate::score::Depth;
use crate::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};

/// The time that a search may take to end.
const PATIENCE: Duration = Duration::from_millis(10);
/// The system, or what lies below it, may hold a thread up unseen, so most of the stops must be timely, and
/// at least ...
const TIMELY: usize = 5;
/// ... out of this number at the most.
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

/// Stops a search that would go on for ever, or as long as the game allows.
fn check_algorithm<G: Playable>(probe: Probe<G>, algorithm: Algorithm) -> Result<(), Failure> {
    let root = Root::new(probe.game, probe.state.clone());
    let mut delays = Vec::new();
    for _ in 0..TRIES {
        let table = Arc::new(Table::new(1).map_err(|error| probe.failure(Check::Stop, "a table", error))?);
        let mut search = algorithm.search(probe.game.clone(), probe.game.eval(), Resources::new(table));
        let control = Control::new();
        let limits = Limits { depth: Some(Depth::MAX), ..Limits::default() };
        let queue = Queue::of_this_thread();
        let (found, late) = thread::scope(|scope| {
            let stopper = scope.spawn(|| {
                thread::sleep(Duration::from_millis(20));
                control.stop();
                // In this order: this thread may have to wait for a processor as well.
                (Instant::now(), queue.waited())
            });
            let found = search.search(&root, &limits, &control, &mut ());
            let (ended, waited) = (Instant::now(), queue.waited());
            let late = stopper.join().map_or(Duration::MAX, |(stopped, before)| {
                ended.saturating_duration_since(stopped).saturating_sub(waited.saturating_sub(before))
            });
            (found, late)
        });
        search::check_answer(probe, algorithm, &root, &found)?;
        delays.push(late);
        let timely = delays.iter().filter(|late| **late <= PATIENCE).count();
        if timely >= TIMELY && 2 * timely > delays.len() {
            return Ok(());
        }
    }
    let expected = format!("{} to end mostly within {PATIENCE:?} of a stop", algorithm.name());
    delays.sort_unstable();
    let found = format!("{:?} in the middle of {TRIES} tries", delays[TRIES / 2]);
    Err(probe.failure(Check::Stop, expected, found))
}

/// The queue in which a thread waits for a processor while others have them, where the system shows it.
struct Queue(Option<PathBuf>);

impl Queue {
    fn of_this_thread() -> Self {
        let thread = fs::read_link("/proc/thread-self").ok();
        Self(thread.map(|thread| Path::new("/proc").join(thread).join("schedstat")))
    }

    /// The time that the thread has waited so far; zero where the system does not show it.
    fn waited(&self) -> Duration {
        let statistics = self.0.as_ref().and_then(|path| fs::read_to_string(path).ok()).unwrap_or_default();
        let nanoseconds = statistics.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }
}
