//! Messages and progress on standard error, the handling of Ctrl-C, and the execution of tasks. Progress is a
//! bar in a terminal, otherwise a line from time to time.

use std::fmt::Display;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::process::exit;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::{Duration, Instant};

use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use plywright::engine::{InternalError, Task, TaskEvent, lock};

/// Exit code after Ctrl-C or a signal to terminate. Shells use the same code for Ctrl-C.
pub const INTERRUPTED: u8 = 130;

/// Prints a line to standard error, without control characters. Errors of the output are ignored.
pub fn say(line: impl Display) {
    let _ = writeln!(io::stderr(), "{}", shown(&line.to_string()));
}

/// Replaces control characters by U+FFFD, except tabs and line ends. Texts of files may contain them, and a
/// terminal would obey them.
fn shown(text: &str) -> String {
    text.replace(|letter: char| letter.is_control() && !matches!(letter, '\t' | '\n'), "\u{fffd}")
}

/// Returns standard output without control characters.
pub fn stdout() -> impl Write {
    Shown(io::stdout().lock())
}

/// Output that replaces control characters. Each text must be written as a whole.
struct Shown<W>(W);

impl<W: Write> Write for Shown<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write_all(shown(&String::from_utf8_lossy(bytes)).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Maximum length in bytes of a line of standard input.
const MAX_LINE_BYTES: u64 = 16 << 20;

/// Reads a line of input; `None` at the end of the input. Bytes that are not UTF-8 are replaced. Lines longer
/// than [`MAX_LINE_BYTES`] are skipped with a message.
pub fn read_line(input: &mut impl BufRead) -> io::Result<Option<String>> {
    loop {
        let mut line = Vec::new();
        input.take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut line)?;
        if line.len() as u64 <= MAX_LINE_BYTES {
            return Ok((!line.is_empty()).then(|| String::from_utf8_lossy(&line).into_owned()));
        }
        if !line.ends_with(b"\n") {
            input.skip_until(b'\n')?;
        }
        say(format_args!("a line longer than {MAX_LINE_BYTES} bytes was not read"));
    }
}

/// Calls `action` in a thread of its own on Ctrl-C and on signals to terminate.
pub fn on_interrupt(action: impl FnMut() + Send + 'static) {
    if let Err(error) = ctrlc::set_handler(action) {
        say(format_args!("note: Ctrl-C ends the program at once: {error}"));
    }
}

/// Maximum time from Ctrl-C to the end of the program.
const GRACE: Duration = Duration::from_secs(3);

/// Sets the flag on Ctrl-C or a signal to terminate. Ends the program if it is still running after [`GRACE`]. A second
/// signal has no effect.
pub fn stop_or_exit_after_grace(flag: Arc<AtomicBool>) {
    on_interrupt(move || {
        flag.store(true, Ordering::Relaxed);
        sleep(GRACE);
        exit(INTERRUPTED.into());
    });
}

/// Returns a flag that Ctrl-C or a signal to terminate sets. The program then has any time to write what is finished. A
/// second signal ends it at once.
pub fn stop_flag_until_second_signal() -> Arc<AtomicBool> {
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    on_interrupt(move || {
        if flag.swap(true, Ordering::Relaxed) {
            exit(INTERRUPTED.into());
        }
        say("stopping, with everything finished so far; Ctrl-C again ends at once");
    });
    stop
}

/// Minimum interval between updates of the text beside the bar in a terminal.
const TERMINAL_INTERVAL: Duration = Duration::from_millis(200);
/// Minimum and maximum interval between progress lines outside a terminal.
const FILE_INTERVALS: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(30)];

/// Progress of a long operation. Several threads may report to it.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    state: Mutex<State>,
}

/// Times of the reports.
struct State {
    /// Time of the first report, and the number of steps finished by then; `None` before the first report.
    began: Option<(Instant, u64)>,
    /// Time of the last report that was shown, or of the start of short work. `None` shows the next report at
    /// once.
    reported: Option<Instant>,
}

impl Progress {
    /// Starts the progress of an operation. Its first report is shown at once.
    pub fn new() -> Self {
        let style = ProgressStyle::with_template("{bar:20} {percent} %{wide_msg}");
        let bar = ProgressBar::new(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let state = State { began: None, reported: None };
        Self { bar, is_terminal: io::stderr().is_terminal(), state: Mutex::new(state) }
    }

    /// Starts the progress of an operation that is usually short. Its first text is shown after one interval
    /// between updates, at the earliest.
    pub fn of_short_work() -> Self {
        Self { state: Mutex::new(State { began: None, reported: Some(Instant::now()) }), ..Self::new() }
    }

    /// Reports that `done` of `all` steps are finished. `text` describes the work; it is called only if its
    /// result is shown.
    pub fn show(&self, done: u64, all: u64, text: impl FnOnce() -> String) {
        let counted = !self.is_terminal;
        self.show_part(done, all, || if counted { format!("{}: {done} of {all}", text()) } else { text() });
    }

    /// Reports progress like [`Progress::show`]. Outside a terminal, the line does not contain `done` and
    /// `all`.
    pub fn show_part(&self, done: u64, all: u64, text: impl FnOnce() -> String) {
        self.bar.set_length(all);
        self.bar.set_position(done);
        let mut state = lock(&self.state);
        let (began, before) = *state.began.get_or_insert((Instant::now(), done));
        let at_last_report = state.reported.map_or(Duration::ZERO, |at| at.saturating_duration_since(began));
        let interval = if self.is_terminal { TERMINAL_INTERVAL } else { file_interval(at_last_report) };
        if state.reported.is_some_and(|reported| reported.elapsed() < interval) {
            return;
        }
        state.reported = Some(Instant::now());
        let left = time_left(began.elapsed(), done.saturating_sub(before), all.saturating_sub(done));
        let left = left.map(|left| format!(", {} left", HumanDuration(left))).unwrap_or_default();
        if self.is_terminal {
            self.bar.set_message(format!("{left}  {}", text()));
        } else {
            say(format_args!("{}{left}", text()));
        }
    }

    /// Prints a line that stays on the screen above the bar.
    pub fn line(&self, text: &str) {
        self.aside(|| say(text));
    }

    /// Hides the bar while `print` runs, so that its output is not overwritten.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.bar.suspend(print)
    }

    /// Removes the bar from the screen.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}

/// Returns the interval between two progress lines outside a terminal. `elapsed` is the time from the first
/// report to the last line.
fn file_interval(elapsed: Duration) -> Duration {
    let [min, max] = FILE_INTERVALS;
    elapsed.clamp(min, max)
}

/// Estimates the remaining time from the average speed so far. Returns `None` while `done` is 0.
fn time_left(elapsed: Duration, done: u64, left: u64) -> Option<Duration> {
    let seconds = elapsed.as_secs_f64() / done as f64 * left as f64;
    Duration::try_from_secs_f64(seconds).ok()
}

/// Runs `task` and passes its events to `listener`. The first error of `listener` stops the task and is
/// returned. The inner result is an error if the task panicked; a search has answered nevertheless.
pub fn run_task<R>(
    task: Task<R>,
    mut listener: impl FnMut(TaskEvent<R>) -> io::Result<()>,
) -> io::Result<Result<(), InternalError>> {
    let control = task.control.clone();
    let (mut output, mut result) = (Ok(()), Ok(()));
    task.run(&mut |event| {
        if let TaskEvent::Panicked(error) = event {
            result = Err(error);
        } else if output.is_ok() {
            output = listener(event);
            if output.is_err() {
                control.stop();
            }
        }
    });
    output.map(|()| result)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_read_one_by_one_and_long_ones_skipped() {
        let long = vec![b'x'; 3 * MAX_LINE_BYTES as usize];
        let text = [b"one\n\xff\n", &long[..], b"\n\nend"].concat();
        let mut input = &text[..];
        let lines: Vec<_> = std::iter::from_fn(|| read_line(&mut input).expect("text")).collect();
        assert_eq!(lines, ["one\n", "\u{fffd}\n", "\n", "end"]);
    }

    #[test]
    fn control_characters_do_not_reach_the_output() {
        let mut out = Shown(Vec::new());
        out.write_all("\u{1b}[2Ja\u{9b}\rb\u{e9}\t\n".as_bytes()).unwrap();
        assert_eq!(String::from_utf8(out.0).unwrap(), "\u{fffd}[2Ja\u{fffd}\u{fffd}b\u{e9}\t\n");
    }

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
