//! How far a tournament has got, on standard error: rewritten in place for a person, a line now and then for a file.

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

const ON_TERMINAL: Duration = Duration::from_millis(500);
const IN_FILE: Duration = Duration::from_secs(30);

/// See the module.
pub struct Progress {
    duels: usize,
    done: usize,
    started: Instant,
    told: Instant,
    is_terminal: bool,
}

impl Progress {
    /// Nothing is done yet of so many duels.
    pub fn new(duels: usize) -> Self {
        let now = Instant::now();
        Self { duels, done: 0, started: now, told: now, is_terminal: io::stderr().is_terminal() }
    }

    /// Another duel is done.
    pub fn step(&mut self) {
        self.done += 1;
        let interval = if self.is_terminal { ON_TERMINAL } else { IN_FILE };
        if self.told.elapsed() < interval {
            return;
        }
        self.told = Instant::now();
        let left = self.started.elapsed().mul_f64(self.duels as f64 / self.done as f64 - 1.0);
        let text = format!("{} of {} games, {} s to go", 2 * self.done, 2 * self.duels, left.as_secs());
        if self.is_terminal {
            eprint!("\r{text} \x1b[K");
        } else {
            eprintln!("{text}");
        }
    }

    /// Makes room for a line on the terminal.
    pub fn clear(&self) {
        if self.is_terminal {
            eprint!("\r\x1b[K");
        }
    }
}
