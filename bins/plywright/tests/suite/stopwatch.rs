//! Measures own time, which is the elapsed time without waits for a processor. Repeats tests whose result
//! depends on the machine's load.
//!
//! The host of a virtual machine can take a processor away without a trace, so a single failed attempt proves
//! nothing.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A measurement of a program and of the threads of a test that talk to it.
pub struct Stopwatch {
    program: u32,
    /// Folders of the threads of the test.
    threads: Vec<PathBuf>,
    started: Instant,
    waited: Duration,
}

impl Stopwatch {
    /// Starts a measurement of the process with the id `program` and of the threads with these folders. Other threads
    /// of this process may belong to another test.
    pub fn with(program: u32, threads: Vec<PathBuf>) -> Self {
        let waited = time_waited(program, &threads);
        Self { program, threads, started: Instant::now(), waited }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the elapsed time minus the sum of the times that the measured threads waited for a processor; 0 if the
    /// sum is larger. Threads that have ended are not included. Returns the elapsed time if the system does not report
    /// waiting.
    pub fn own_time(&self) -> Duration {
        let waited = time_waited(self.program, &self.threads);
        self.elapsed().saturating_sub(waited.saturating_sub(self.waited))
    }
}

/// Returns the folder in which the system describes the calling thread; `None` on a system without such folders.
pub fn folder_of_this_thread() -> Option<PathBuf> {
    let thread = fs::read_link("/proc/thread-self").ok()?;
    Some(Path::new("/proc").join(thread))
}

/// Returns the total time for which the threads of the program and the threads with these folders have waited for a
/// processor; 0 if the system does not report it.
fn time_waited(program: u32, threads: &[PathBuf]) -> Duration {
    let of_program = fs::read_dir(format!("/proc/{program}/task")).into_iter().flatten().flatten();
    let folders = of_program.map(|thread| thread.path()).chain(threads.iter().cloned());
    let nanoseconds = folders.filter_map(|folder| {
        let statistics = fs::read_to_string(folder.join("schedstat")).ok()?;
        statistics.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// Makes up to four attempts at a test that depends on the machine's load. Panics, naming `what`, if none succeeds.
pub fn succeed_within_four_attempts(what: &str, mut attempt: impl FnMut() -> Result<(), String>) {
    let mut failures = Vec::new();
    for _ in 0..4 {
        match attempt() {
            Ok(()) => return,
            Err(failure) => failures.push(failure),
        }
    }
    panic!("{what}: {failures:#?}");
}

/// Asserts that the median time of five attempts is below `limit`, in at least one of four rounds. Skips attempts that
/// cannot change the result of a round.
pub fn expect_in_time(limit: Duration, what: &str, mut attempt: impl FnMut() -> Duration) {
    succeed_within_four_attempts(what, || {
        let (mut timely, mut late) = (0, Vec::new());
        while timely < 3 && late.len() < 3 {
            let time = attempt();
            if time < limit { timely += 1 } else { late.push(time) }
        }
        if timely == 3 { Ok(()) } else { Err(format!("{late:?}, not below {limit:?}")) }
    });
}
