//! Own time: time without waiting for a processor; and tests that may be repeated.
//!
//! The host of a virtual machine may take the processor away unseen.

use std::fs;
use std::time::{Duration, Instant};

/// Measures time with and without waiting for a processor.
pub struct Stopwatch {
    processes: [String; 2],
    started: Instant,
    waited: Duration,
}

impl Stopwatch {
    /// Starts a measurement of this process and another one.
    pub fn with(process: u32) -> Self {
        let processes = ["self".to_owned(), process.to_string()];
        let waited = waited(&processes);
        Self { processes, started: Instant::now(), waited }
    }

    /// The time that has passed.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Elapsed time without the time in which threads waited for a processor, if the system provides it.
    /// Threads that have ended are not counted.
    pub fn own_time(&self) -> Duration {
        self.elapsed().saturating_sub(waited(&self.processes).saturating_sub(self.waited))
    }
}

/// Time that the threads of these processes have waited for a processor since they started.
fn waited(processes: &[String]) -> Duration {
    let threads = processes.iter().filter_map(|process| fs::read_dir(format!("/proc/{process}/task")).ok());
    let nanoseconds = threads.flatten().flatten().filter_map(|thread| {
        let statistics = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        statistics.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// Repeats an attempt that depends on the machine until it succeeds, up to four times; a real fault fails
/// every time.
///
/// # Panics
///
/// Panics with the failures of all attempts.
pub fn well_once_in_four(what: &str, mut attempt: impl FnMut() -> Result<(), String>) {
    let mut failures = Vec::new();
    for _ in 0..4 {
        match attempt() {
            Ok(()) => return,
            Err(failure) => failures.push(failure),
        }
    }
    panic!("{what}: {failures:#?}");
}

/// Asserts that the median of five attempts is within the limit, in the best of four rounds.
pub fn expect_in_time(limit: Duration, what: &str, mut attempt: impl FnMut() -> Duration) {
    well_once_in_four(what, || {
        let (mut timely, mut late) = (0, Vec::new());
        while timely < 3 && late.len() < 3 {
            let time = attempt();
            if time < limit { timely += 1 } else { late.push(time) }
        }
        if timely == 3 { Ok(()) } else { Err(format!("{late:?}, not below {limit:?}")) }
    });
}
