//! Progress of long operations on standard error: a bar in a terminal, otherwise a line from time to time.

use std::io::{self, IsTerminal};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use plywright::engine::lock;

use crate::console::say;

/// Minimum interval between updates of the text beside the bar in a terminal.
const TERMINAL_INTERVAL: Duration = Duration::from_millis(200);
/// Bounds of [`file_interval`], the minimum time between progress lines outside a terminal.
const FILE_INTERVALS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// Progress of a long operation. Several threads may report to it.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    state: Mutex<State>,
}

/// Times of the reports.
#[derive(Default)]
struct State {
    /// Time of the first report, and the number of steps finished by then; `None` before the first report.
    first_report: Option<(Instant, u64)>,
    /// Time of the last shown report, or of the start of short work. A report is shown only if the minimum interval
    /// has passed since then. `None` shows the next report at once.
    last_shown: Option<Instant>,
}

impl Progress {
    /// Starts the progress of an operation. Its first report is shown at once.
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{bar:20} {percent} %{wide_msg}");
        let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self { bar, is_terminal: io::stderr().is_terminal(), state: Mutex::default() }
    }

    /// Starts the progress of an operation that is usually short. No text is shown in its first second, or in a
    /// terminal in its first 0.2 seconds.
    pub fn of_short_work() -> Self {
        let state = State { last_shown: Some(Instant::now()), ..State::default() };
        Self { state: Mutex::new(state), ..Self::new() }
    }

    /// Reports that `done` of `all` steps are finished. Calls `text` for a description of the work only if enough time
    /// has passed to show the report. Outside a terminal, the line also contains both numbers.
    pub fn show(&self, done: u64, all: u64, text: impl FnOnce() -> String) {
        let counted = !self.is_terminal;
        self.show_without_counts(done, all, || {
            if counted { format!("{}: {done} of {all}", text()) } else { text() }
        });
    }

    /// Reports progress like [`Progress::show`], but no line contains `done` and `all`. They only move the bar and
    /// give an estimate of the time that is left.
    pub fn show_without_counts(&self, done: u64, all: u64, text: impl FnOnce() -> String) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        let mut state = lock(&self.state);
        let (start, done_before) = *state.first_report.get_or_insert((Instant::now(), done));
        if let Some(last) = state.last_shown {
            let interval = if self.is_terminal {
                TERMINAL_INTERVAL
            } else {
                file_interval(last.saturating_duration_since(start))
            };
            if last.elapsed() < interval {
                return;
            }
        }
        state.last_shown = Some(Instant::now());
        let left = time_left(start.elapsed(), done.saturating_sub(done_before), all.saturating_sub(done));
        let left = left.map(|left| format!(", {} left", HumanDuration(left))).unwrap_or_default();
        if self.is_terminal {
            self.bar.set_message(format!("{left}  {}", text()));
        } else {
            say(format_args!("{}{left}", text()));
        }
    }

    /// Prints a line to standard error. In a terminal, it stays on the screen above the bar.
    pub fn line(&self, text: &str) {
        self.aside(|| say(text));
    }

    /// Hides the bar while `print` runs, so that the bar does not overwrite the output of `print`.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar from the screen.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Returns the minimum time between a progress line and the next one outside a terminal. `elapsed` is the time from the
/// first report to the earlier line. The result is `elapsed`, limited to the range [`FILE_INTERVALS`], so that the
/// lines become rarer.
fn file_interval(elapsed: Duration) -> Duration {
    let [min, max] = FILE_INTERVALS;
    elapsed.clamp(min, max)
}

/// Estimates the time for the `left` remaining steps, if `done` steps have taken `elapsed`. Returns `None` if `done`
/// is 0, or if the time is too long for a [`Duration`].
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    // Division by 0 gives infinity or NaN, which the conversion refuses.
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
