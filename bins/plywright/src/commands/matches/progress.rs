//! How far a match has got, on standard error: rewritten in place for a person, a line now and then for a file.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

const ON_TERMINAL: Duration = Duration::from_millis(500);
const IN_FILE: Duration = Duration::from_secs(30);

/// The progress of a match.
pub struct Progress {
    /// Games to be played, and those of them that are over.
    games: usize,
    done: usize,
    started: Instant,
    reported: Instant,
    is_terminal: bool,
}

impl Progress {
    /// None of so many games is over yet.
    pub fn new(games: usize) -> Self {
        let now = Instant::now();
        Self { games, done: 0, started: now, reported: now, is_terminal: io::stderr().is_terminal() }
    }

    /// Another game is over; `summary` says how the match stands, when it is time to.
    pub fn step(&mut self, summary: impl FnOnce() -> String) {
        self.done += 1;
        let interval = if self.is_terminal { ON_TERMINAL } else { IN_FILE };
        if self.reported.elapsed() < interval {
            return;
        }
        self.reported = Instant::now();
        let left = self.started.elapsed().mul_f64(self.games as f64 / self.done as f64 - 1.0);
        let text =
            format!("{} ({} to play, at most {} s)", summary(), self.games - self.done, left.as_secs());
        if self.is_terminal {
            eprint!("\r{text} \x1b[K");
        } else {
            eprintln!("{text}");
        }
    }

    /// Prints a line that is not to be overwritten.
    pub fn line(&self, text: &str) {
        self.clear();
        eprintln!("{text}");
    }

    /// Makes room for a line on the terminal.
    pub fn clear(&self) {
        if self.is_terminal {
            eprint!("\r\x1b[K");
        }
    }
}
