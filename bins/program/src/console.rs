//! The program and its person: lines and progress on standard error, Ctrl-C, and tasks of the engine whose events
//! are printed. Progress is a bar in a terminal and occasional lines otherwise.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use plywright::engine::{Task, TaskEvent};

/// Exit code after Ctrl-C, as shells use it.
pub const INTERRUPTED: u8 = 130;

/// Prints a line to standard error. A closed standard error is ignored.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Calls `action` in its own thread when the program is asked to end.
pub fn on_interrupt(action: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(action) {
        say(format_args!("note: Ctrl-C ends the program at once: {error}"));
    }
}

/// Interval between two updates in a terminal.
const TERMINAL_INTERVAL: Duration = Duration::from_millis(200);
/// Bounds of the interval between two lines when the output is not a terminal. Between these bounds, the
/// interval equals the elapsed time.
const FILE_INTERVALS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// Progress of a piece of work. Several threads may report it.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    state: Mutex<State>,
}

struct State {
    /// Time of the first report, and the number of steps done by then.
    began: Option<(Instant, u64)>,
    /// Time of the last report; `None` makes the next report immediate.
    reported: Option<Instant>,
}

impl Progress {
    /// Starts a piece of work.
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{bar:20} {percent} %{wide_msg}");
        let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let state = State { began: None, reported: None };
        Self { bar, is_terminal: io::stderr().is_terminal(), state: Mutex::new(state) }
    }

    /// Starts a piece of work that usually takes no time: its first report also waits for the interval.
    pub fn of_short_work() -> Self {
        Self { state: Mutex::new(State { began: None, reported: Some(Instant::now()) }), ..Self::new() }
    }

    /// Reports that `done` of `all` steps are done. `text` adds a description; it is called only when the
    /// report is shown.
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

    /// Prints a permanent line.
    pub fn line(&self, text: &str) {
        self.aside(|| say(text));
    }

    /// Hides the bar while `print` runs.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Interval until the next line outside a terminal.
fn file_interval(elapsed: Duration) -> Duration {
    let [least, greatest] = FILE_INTERVALS;
    elapsed.clamp(least, greatest)
}

/// Estimates the time left from the average speed so far; `None` while nothing is done.
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() / done as f64 * left as f64;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Runs `task` and passes its events to `listener`. The first error of `listener` stops the task.
pub fn run_task(task: Task, mut listener: impl FnMut(TaskEvent) -> io::Result<()>) -> io::Result<()> {
    let control = task.control.clone();
    let mut result = Ok(());
    task.run(&mut |event| {
        if result.is_ok() {
            result = listener(event);
            if result.is_err() {
                control.stop();
            }
        }
    });
    result
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
