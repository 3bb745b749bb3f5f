//! How far long work has got, on standard error: a bar for a person who waits, a line now and then for a
//! file.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

/// Time between two reports to a person, and to a file.
const INTERVALS: [Duration; 2] = [Duration::from_millis(200), Duration::from_secs(30)];

/// The progress of some work, which several threads may report.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    reported: Mutex<Instant>,
}

impl Progress {
    /// Work that has just begun.
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{bar:20} {percent} %, {eta} left  {wide_msg}");
        let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, is_terminal: io::stderr().is_terminal(), reported: Mutex::new(Instant::now()) }
    }

    /// Shows that `done` of `all` steps are done; `text`, asked for when it is time to, says more.
    pub fn show(&self, done: u64, all: u64, text: impl FnOnce() -> String) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        let mut reported = self.reported.lock().unwrap_or_else(PoisonError::into_inner);
        if reported.elapsed() < INTERVALS[usize::from(!self.is_terminal)] {
            return;
        }
        *reported = Instant::now();
        if self.is_terminal {
            self.bar.set_message(text());
        } else {
            let left = (done > 0).then(|| format!(", {} left", HumanDuration(self.bar.eta())));
            eprintln!("{}: {done} of {all}{}", text(), left.unwrap_or_default());
        }
    }

    /// Prints a line that stays.
    pub fn line(&self, text: &str) {
        self.aside(|| eprintln!("{text}"));
    }

    /// Does something that prints, while the bar is away.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Takes the bar away for good.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
