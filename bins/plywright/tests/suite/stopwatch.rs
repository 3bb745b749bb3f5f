//! Measures own time, which is the elapsed time without waits for a processor. Repeats tests whose result
//! depends on the machine's load.
//!
//! The host of a virtual machine can take a processor away without a trace, so a single failed attempt proves
//! nothing.

use std::fs;
use std::time::{Duration, Instant};

/// A measurement of two processes: this one and another.
pub struct Stopwatch {
    processes: [String; 2],
    started: Instant,
    waited: Duration,
}

impl Stopwatch {
    /// Starts a measurement of this process and the process with this id.
    pub fn with(process: u32) -> Self {
        let processes = ["self".to_owned(), process.to_string()];
        let waited = time_waited(&processes);
        Self { processes, started: Instant::now(), waited }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns the elapsed time minus the sum of the times that threads of both processes waited for a
    /// processor; 0 if the sum is larger. Threads that have ended are not included. Returns the elapsed time
    /// if the system does not report waiting.
    pub fn own_time(&self) -> Duration {
        self.elapsed().saturating_sub(time_waited(&self.processes).saturating_sub(self.waited))
    }
}

/// Returns the total time for which the threads of these processes have waited for a processor; 0 if the system does
/// not report it.
fn time_waited(processes: &[String]) -> Duration {
    let threads = processes.iter().filter_map(|process| fs::read_dir(format!("/proc/{process}/task")).ok());
    let nanoseconds = threads.flatten().flatten().filter_map(|thread| {
        let statistics = fs::read_to_string(thread.path().join("schedstat")).ok()?;
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
