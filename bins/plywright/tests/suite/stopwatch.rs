//! Times as they would be if nothing else ran on the machine, and tests that may try again.
//!
//! What lies below the system, such as the host of a virtual machine, may take the processor away unseen.

use std::fs;
use std::time::{Duration, Instant};

/// Measures time, with and without that in which threads that take part had to wait for a processor.
pub struct Stopwatch {
    processes: Vec<String>,
    started: Instant,
    waited: Duration,
}

impl Stopwatch {
    /// Starts to measure what this process does, its threads and children's readers included.
    pub fn start() -> Self {
        Self::of(vec!["self".to_owned()])
    }

    /// Starts to measure what this process and another one do.
    pub fn with(process: u32) -> Self {
        Self::of(vec!["self".to_owned(), process.to_string()])
    }

    fn of(processes: Vec<String>) -> Self {
        let waited = waited(&processes);
        Self { processes, started: Instant::now(), waited }
    }

    /// The time that has passed.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time that has passed without that in which a thread was ready to run, but others had the
    /// processors, where the system tells; threads that have ended are left out.
    pub fn own_time(&self) -> Duration {
        self.elapsed().saturating_sub(waited(&self.processes).saturating_sub(self.waited))
    }
}

/// For how long the threads of these processes have waited for a processor since they were started.
fn waited(processes: &[String]) -> Duration {
    let threads = processes.iter().filter_map(|process| fs::read_dir(format!("/proc/{process}/task")).ok());
    let nanoseconds = threads.flatten().flatten().filter_map(|thread| {
        let statistics = fs::read_to_string(thread.path().join("schedstat")).ok()?;
        statistics.split_whitespace().nth(1)?.parse::<u64>().ok()
    });
    Duration::from_nanos(nanoseconds.sum())
}

/// Tries something that depends on the machine up to four times, until it goes well; a fault shows every
/// time.
///
/// # Panics
///
/// Panics with what went wrong each time.
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

/// Asserts that something is done in time as a rule, that is in the median of five attempts, and only in the
/// best of four rounds.
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
