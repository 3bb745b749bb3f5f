//! How far long work has got, on standard error: a bar for a person who waits, a line now and then for a
//! file.

use std::io::{self, IsTerminal};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};

use crate::stderr::say;

/// Time between two reports to a person.
const TERMINAL_INTERVAL: Duration = Duration::from_millis(200);
/// Time between two reports to a file: as long as the work has taken so far, within these bounds.
const FILE_INTERVALS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// The progress of some work, which several threads may report.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    state: Mutex<State>,
}

struct State {
    /// When the work was shown first, and how much of it was done by then.
    began: Option<(Instant, u64)>,
    /// The time of the last report; the first one is made at once.
    reported: Option<Instant>,
}

impl Progress {
    /// Work that has just begun.
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{bar:20} {percent} %{wide_msg}");
        let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let state = State { began: None, reported: None };
        Self { bar, is_terminal: io::stderr().is_terminal(), state: Mutex::new(state) }
    }

    /// Work that is usually done at once: its first report waits as long as the later ones.
    pub fn of_short_work() -> Self {
        Self { state: Mutex::new(State { began: None, reported: Some(Instant::now()) }), ..Self::new() }
    }

    /// Shows that `done` of `all` steps are done; `text`, asked for when it is time to, says more.
    pub fn show(&self, done: u64, all: u64, text: impl FnOnce() -> String) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (began, before) = *state.began.get_or_insert((Instant::now(), done));
        let interval = if self.is_terminal { TERMINAL_INTERVAL } else { file_interval(began.elapsed()) };
        if state.reported.is_some_and(|reported| reported.elapsed() < interval) {
            return;
        }
        state.reported = Some(Instant::now());
        let left = time_left(began.elapsed(), done.saturating_sub(before), all.saturating_sub(done));
        let left = left.map(|left| format!(", {} left", HumanDuration(left))).unwrap_or_default();
        if self.is_terminal {
            self.bar.set_message(format!("{left}  {}", text()));
        } else {
            say(format_args!("{}: {done} of {all}{left}", text()));
        }
    }

    /// Prints a line that stays.
    pub fn line(&self, text: &str) {
        self.aside(|| say(text));
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

/// The time until the next report to a file.
fn file_interval(elapsed: Duration) -> Duration {
    let [least, greatest] = FILE_INTERVALS;
    elapsed.clamp(least, greatest)
}

/// The time that the rest of some work takes if it goes on as it did from the beginning; `None` while nothing
/// is done.
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() / done as f64 * left as f64;
    Duration::try_from_secs_f64(seconds).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_to_a_file_come_early_and_then_seldom() {
        let seconds = |elapsed| file_interval(Duration::from_secs(elapsed)).as_secs();
        assert_eq!([0, 1, 8, 30, 4000].map(seconds), [1, 1, 8, 30, 30]);
    }

    #[test]
    fn the_time_left_follows_from_all_that_is_done() {
        let minute = Duration::from_secs(60);
        assert_eq!(time_left(minute, 20, 80), Some(4 * minute));
        assert_eq!(time_left(minute, 100, 0), Some(Duration::ZERO));
        assert_eq!(time_left(minute, 0, 80), None);
        assert_eq!(time_left(minute, 0, 0), None);
    }
}
