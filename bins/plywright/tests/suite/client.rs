//! The program from a client's point of view: a process, its pipes and a clock.

use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::{Folder, command};
use crate::stopwatch::Stopwatch;

/// A timeout that is generous even on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running program.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    errors: Receiver<String>,
    /// All lines so far.
    heard: Vec<String>,
}

/// The end of a program.
#[derive(Debug)]
pub struct End {
    /// All lines, from the first on.
    pub lines: Vec<String>,
    /// Its error output.
    pub errors: String,
    /// Its exit code, unless a signal ended it.
    pub code: Option<i32>,
    /// Own time from the end of the conversation to the end of the process.
    pub time: Duration,
}

impl End {
    /// Asserts that the program ended well, with nothing on standard error.
    fn expect_well(self) -> Self {
        assert!(self.code == Some(0) && self.errors.is_empty(), "{:?}: {}", self.code, self.errors);
        self
    }
}

impl Client {
    /// Starts the program with arguments.
    pub fn start(arguments: &[&str]) -> Self {
        Self::of(command(arguments))
    }

    /// Starts the program with arguments in a working directory.
    pub fn start_in(arguments: &[&str], folder: &Folder) -> Self {
        let mut command = command(arguments);
        command.current_dir(folder.file(""));
        Self::of(command)
    }

    fn of(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the program");
        let output = child.stdout.take().expect("its output");
        let mut stderr = child.stderr.take().expect("its error output");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if sender.send(line.expect("UTF-8")).is_err() {
                    break;
                }
            }
        });
        let (sender, errors) = channel();
        thread::spawn(move || {
            let mut text = String::new();
            let _ = stderr.read_to_string(&mut text);
            let _ = sender.send(text);
        });
        let input = child.stdin.take();
        Self { child, input, lines, errors, heard: Vec::new() }
    }

    /// Sends bytes in one write.
    pub fn send(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("open input").write_all(bytes).expect("a program that reads");
    }

    /// Sends lines in one write.
    pub fn say(&mut self, lines: &str) {
        self.send(format!("{lines}\n").as_bytes());
    }

    /// The next line.
    pub fn line(&mut self) -> String {
        let line = self.lines.recv_timeout(PATIENCE);
        let line = line.unwrap_or_else(|error| panic!("no line: {error}; so far: {:#?}", self.tail()));
        self.heard.push(line.clone());
        line
    }

    /// Takes lines up to and including the first for which `is_last` holds.
    pub fn until_line(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().is_some_and(|line| is_last(line)) {
            lines.push(self.line());
        }
        lines
    }

    /// Takes lines up to and including the first that begins with `start`.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        self.until_line(|line| line.starts_with(start))
    }

    /// Sends text and takes lines up to and including the first that begins with `start`.
    pub fn ask(&mut self, text: &str, start: &str) -> Vec<String> {
        self.say(text);
        self.until(start)
    }

    /// Like [`Client::ask`], and returns its own time.
    pub fn time(&mut self, text: &str, start: &str) -> (Vec<String>, Duration) {
        let stopwatch = self.stopwatch();
        let lines = self.ask(text, start);
        (lines, stopwatch.own_time())
    }

    /// Starts a measurement of the program and this client.
    pub fn stopwatch(&self) -> Stopwatch {
        Stopwatch::with(self.child.id())
    }

    /// Searches and returns the move.
    pub fn best_move(&mut self, go: &str) -> String {
        let lines = self.ask(go, "bestmove");
        lines[lines.len() - 1].split(' ').nth(1).unwrap_or_default().to_owned()
    }

    /// Drops all lines so far, to bound the memory of long sessions.
    pub fn forget(&mut self) {
        self.heard.clear();
    }

    /// Memory of the program in KiB; 0 if the system does not provide it.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        size.and_then(|size| size.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }

    /// Processor time of the program in steps of ten milliseconds; zero if the system does not provide it.
    pub fn processor_time(&self) -> Duration {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        // The name in brackets may contain anything; user and system time are the 12th and 13th words after
        // it.
        let words = status.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: u64 = words.skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 10)
    }

    /// Takes the lines that arrive within `time`.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            lines.push(line);
        }
        self.heard.extend_from_slice(&lines);
        lines
    }

    /// Number of lines taken so far.
    pub fn known(&self) -> usize {
        self.heard.len()
    }

    /// Quits. The program must end well, with nothing on standard error.
    pub fn quit(mut self) -> End {
        self.say("quit");
        self.end().expect_well()
    }

    /// Waits until all commands are executed, then quits as [`Client::quit`] does. Returns the lines that
    /// were not asked for. `question` and `answer` are the protocol's readiness request and its answer.
    pub fn quit_and_hear_the_rest(mut self, question: &str, answer: &str) -> Vec<String> {
        self.say(question);
        let known = self.heard.len();
        self.until(answer);
        let mut rest = self.quit().lines.split_off(known);
        rest.retain(|line| line != answer);
        rest
    }

    /// Closes the input, and otherwise ends like [`Client::quit`].
    pub fn hang_up(self) -> End {
        self.close().expect_well()
    }

    /// Closes the input. The program may end in any way.
    pub fn close(mut self) -> End {
        drop(self.input.take());
        self.end()
    }

    /// Waits for the end of the program.
    fn end(mut self) -> End {
        let stopwatch = self.stopwatch();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => self.heard.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program goes on: {:#?}", self.tail()),
            }
        }
        // The system drops a process's statistics once its end is collected, so they are read before.
        let mut time = stopwatch.own_time();
        let waiting = Instant::now();
        let status = self.child.wait().expect("an exit code");
        time += waiting.elapsed();
        let errors = self.errors.recv_timeout(PATIENCE).expect("its error output");
        End { lines: std::mem::take(&mut self.heard), errors, code: status.code(), time }
    }

    fn tail(&self) -> String {
        self.heard.iter().rev().take(8).rev().fold(String::new(), |mut text, line| {
            let _ = writeln!(text, "{line:.200}");
            text
        })
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
