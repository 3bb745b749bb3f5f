//! Checks that every search algorithm ends soon after a stop. A search notices the stop only between nodes, so a slow
//! method of the game delays the end of the search.
//!
//! Where the system reports it, as Linux does, the time that a search waits for a processor is subtracted: the search
//! is not at fault if the machine is busy.

use std::fs;
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use super::probe::Probe;
use super::report::{Check, Failure, Verdict};
use super::run::Run;
use super::search;
use crate::game::Playable;
use crate::rules::Depth;
use crate::search::{Algorithm, Budget, Control, Limits, Resources, Root};

/// Maximum time that a search may take to end after a stop.
const PATIENCE: Duration = Duration::from_millis(10);
/// Number of tries that must have ended in time for the check to pass. They must also be more than half of the tries so
/// far. A single late try proves nothing, because the operating system may have delayed the thread without counting the
/// delay.
const TIMELY: usize = 3;
/// Number of late tries after which the check fails.
const MAX_LATE: usize = 20;
/// Maximum number of tries of a search without any time; one success suffices.
const TRIES: usize = 40;
/// Time from the start of a search to the stop.
const BEFORE_STOP: Duration = Duration::from_millis(10);

pub(super) fn check<G: Playable>(run: &Run<G>) -> Verdict {
    if run.setup.searches == 0 {
        return Ok(());
    }
    let start = run.game.start();
    let probe = Probe::new(run.game, &start);
    for algorithm in Algorithm::PLAYING {
        probe.guard(Check::Stop, |probe| check_algorithm(probe, algorithm))?;
    }
    Ok(())
}

fn check_algorithm<G: Playable>(probe: Probe<G>, algorithm: Algorithm) -> Verdict {
    let root = Root::new(probe.game, probe.state.clone());
    check_without_time(probe, algorithm, &root)?;
    let (mut timely, mut late) = (0, Vec::new());
    while late.len() < MAX_LATE {
        let delay = measure_delay(probe, algorithm, &root)?;
        if delay <= PATIENCE {
            timely += 1;
        } else {
            late.push(delay);
        }
        if timely >= TIMELY && timely > late.len() {
            return Ok(());
        }
    }
    let expected = format!("{} to end mostly within {PATIENCE:?} of a stop", algorithm.name());
    late.sort_unstable();
    let found = format!("{:?} in the middle of {MAX_LATE} late tries", late[MAX_LATE / 2]);
    probe.fails(expected, found)
}

/// Runs a search to the maximum depth and stops it after [`BEFORE_STOP`]. Returns the time from the stop to the end of
/// the search, minus the time that the search waits for a processor; zero if the search ends before the stop.
fn measure_delay<G: Playable>(
    probe: Probe<G>,
    algorithm: Algorithm,
    root: &Root<G>,
) -> Result<Duration, Failure> {
    let resources = Resources::new(probe.table(1)?);
    let control = Control::new();
    let limits = Limits { depth: Some(Depth::MAX), ..Limits::default() };
    let waited = waiting_time();
    thread::scope(|scope| {
        let stopper = scope.spawn(|| {
            thread::sleep(BEFORE_STOP);
            control.stop();
            // The clock is read first: a wait of this thread between the two readings then makes the delay too long,
            // not too short.
            (Instant::now(), waited())
        });
        search::run(probe, algorithm, resources, root, &limits, &control)?;
        let (ended, after) = (Instant::now(), waited());
        let delay = stopper.join().map(|(stopped, before)| {
            ended.saturating_duration_since(stopped).saturating_sub(after.saturating_sub(before))
        });
        Ok(delay.unwrap_or(Duration::MAX))
    })
}

/// Checks that a search without any time still finishes one iteration, so that it has a move. The first iteration gets
/// only a little extra time, and a busy machine can use that up, so one success in [`TRIES`] tries is enough.
fn check_without_time<G: Playable>(probe: Probe<G>, algorithm: Algorithm, root: &Root<G>) -> Verdict {
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

/// Returns a function that reads the total time that this thread has waited for a processor since its start; zero if
/// the system does not report it. Any thread can call the function.
fn waiting_time() -> impl Fn() -> Duration + Sync {
    let thread = fs::read_link("/proc/thread-self").ok();
    let statistics = thread.map(|thread| Path::new("/proc").join(thread).join("schedstat"));
    move || {
        let read = statistics.as_ref().and_then(|path| fs::read_to_string(path).ok());
        let text = read.unwrap_or_default();
        // The second number of `schedstat` is the waiting time in nanoseconds.
        let nanoseconds = text.split_whitespace().nth(1).and_then(|word| word.parse().ok());
        Duration::from_nanos(nanoseconds.unwrap_or(0))
    }
}
