//! Client of the program: a process with pipes for its input and output.

use std::io::{BufRead, BufReader, Read, Write};
use std::path::PathBuf;
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

use crate::program::command;
use crate::stopwatch::{Stopwatch, folder_of_this_thread};

/// Timeout of each wait for the program, long enough for a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A running program. It is killed when the value is dropped.
pub struct Client {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Folder in `/proc` of the thread that reads the lines, for a [`Stopwatch`].
    reader: Option<PathBuf>,
    errors: Receiver<String>,
    /// Lines taken since the start or the last call of [`Client::forget`].
    heard: Vec<String>,
}

/// The end of a program.
#[derive(Debug)]
pub struct End {
    /// Lines of the program's output, without those that [`Client::forget`] has dropped.
    pub lines: Vec<String>,
    pub errors: String,
    /// Exit code; `None` if a signal ended the program.
    pub code: Option<i32>,
    /// Time from the client's last action to the end of the process, excluding waits for a processor.
    pub time: Duration,
}

impl End {
    /// Asserts that the program exited with code 0 and wrote nothing to standard error.
    fn expect_success(self) -> Self {
        assert!(self.code == Some(0) && self.errors.is_empty(), "{:?}: {}", self.code, self.errors);
        self
    }
}

impl Client {
    pub fn start(arguments: &str) -> Self {
        Self::of(command(arguments))
    }

    /// Runs a command, whose standard output and standard error must be pipes. Two threads read them.
    pub fn of(mut command: Command) -> Self {
        let mut child = command.stdin(Stdio::piped()).spawn().expect("the program");
        let output = child.stdout.take().expect("its output");
        let mut stderr = child.stderr.take().expect("its error output");
        let (sender, lines) = channel();
        let (folder_sender, folder) = channel();
        thread::spawn(move || {
            let _ = folder_sender.send(folder_of_this_thread());
            for line in BufReader::new(output).lines() {
                if sender.send(line.expect("UTF-8")).is_err() {
                    break;
                }
            }
        });
        let (sender, errors) = channel();
        thread::spawn(move || {
            let mut text = String::new();
            // Errors are ignored: a test that needs the text fails without it.
            let _ = stderr.read_to_string(&mut text);
            let _ = sender.send(text);
        });
        let input = child.stdin.take();
        let reader = folder.recv().expect("a thread that reads");
        Self { child, input, lines, reader, errors, heard: Vec::new() }
    }

    pub fn send(&mut self, bytes: &[u8]) {
        self.input.as_mut().expect("open input").write_all(bytes).expect("a program that reads");
    }

    pub fn say(&mut self, lines: &str) {
        self.send(format!("{lines}\n").as_bytes());
    }

    /// Waits for the next line of output. Panics if none comes within [`PATIENCE`].
    pub fn line(&mut self) -> String {
        let line = self.lines.recv_timeout(PATIENCE);
        let line = line.unwrap_or_else(|error| panic!("no line: {error}; so far: {:#?}", self.tail()));
        self.heard.push(line.clone());
        line
    }

    /// Takes lines up to the first for which `is_last` holds, and returns them with that line.
    pub fn until_line(&mut self, is_last: impl Fn(&str) -> bool) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().is_some_and(|line| is_last(line)) {
            lines.push(self.line());
        }
        lines
    }

    /// Takes lines up to the first that begins with `start`, and returns them with that line.
    pub fn until(&mut self, start: &str) -> Vec<String> {
        self.until_line(|line| line.starts_with(start))
    }

    /// Sends `text`, and takes lines up to the first that begins with `start`.
    pub fn ask(&mut self, text: &str, start: &str) -> Vec<String> {
        self.say(text);
        self.until(start)
    }

    /// Returns the names of the options that the program advertises in UCI, in their order.
    pub fn options(&mut self) -> Vec<String> {
        let lines = self.ask("uci", "uciok");
        let options = lines.iter().filter_map(|line| line.strip_prefix("option name ")?.split_once(" type "));
        options.map(|(name, _)| name.to_owned()).collect()
    }

    /// Works like [`Client::ask`]. Also returns the time until the answer, excluding waits for a processor.
    pub fn time(&mut self, text: &str, start: &str) -> (Vec<String>, Duration) {
        let stopwatch = self.stopwatch();
        let lines = self.ask(text, start);
        (lines, stopwatch.own_time())
    }

    /// Starts a measurement of the time that the program and its client, in the calling thread, need.
    pub fn stopwatch(&self) -> Stopwatch {
        let threads = [self.reader.clone(), folder_of_this_thread()].into_iter().flatten();
        Stopwatch::with(self.child.id(), threads.collect())
    }

    /// Sends `go`, a command that begins a search, and returns the move of its answer.
    pub fn best_move(&mut self, go: &str) -> String {
        let lines = self.ask(go, "bestmove");
        lines[lines.len() - 1].split(' ').nth(1).unwrap_or_default().to_owned()
    }

    /// Forgets all lines taken so far, to bound the memory of long sessions. [`End::lines`] then lacks them.
    pub fn forget(&mut self) {
        self.heard.clear();
    }

    /// Returns the program's resident memory in KiB, or 0 if the system does not report it.
    pub fn memory(&self) -> u64 {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap_or_default();
        let size = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        size.and_then(|size| size.split_whitespace().next()?.parse().ok()).unwrap_or(0)
    }

    /// Returns the processor time of the program, in steps of ten milliseconds. Zero if the system does not
    /// report it.
    pub fn processor_time(&self) -> Duration {
        let status = std::fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap_or_default();
        // The program's name in parentheses may contain anything. User and system time are the 12th and 13th
        // words after it, in ticks of 10 ms.
        let words = status.rsplit(')').next().unwrap_or_default().split_whitespace();
        let ticks: u64 = words.skip(11).take(2).filter_map(|word| word.parse::<u64>().ok()).sum();
        Duration::from_millis(ticks * 10)
    }

    /// Takes the lines that have arrived or arrive within `time`, and returns those that no earlier call has taken.
    /// Returns early if the program closes its output.
    pub fn listen(&mut self, time: Duration) -> Vec<String> {
        let until = Instant::now() + time;
        let mut lines = Vec::new();
        while let Ok(line) = self.lines.recv_timeout(until.saturating_duration_since(Instant::now())) {
            lines.push(line);
        }
        self.heard.extend_from_slice(&lines);
        lines
    }

    /// Returns the number of lines taken since the start or the last call of [`Client::forget`].
    pub fn heard_count(&self) -> usize {
        self.heard.len()
    }

    /// Sends `quit`. Asserts that the program exits with code 0 and writes nothing to standard error.
    pub fn quit(mut self) -> End {
        self.say("quit");
        self.end().expect_success()
    }

    /// Sends the readiness command `question`, waits for its `answer`, and quits like [`Client::quit`]. Returns the
    /// lines that no earlier call has taken, without `answer`.
    pub fn quit_and_hear_the_rest(mut self, question: &str, answer: &str) -> Vec<String> {
        self.say(question);
        let heard = self.heard.len();
        self.until(answer);
        let mut rest = self.quit().lines.split_off(heard);
        rest.retain(|line| line != answer);
        rest
    }

    /// Closes the input. Asserts the same as [`Client::quit`].
    pub fn hang_up(self) -> End {
        self.close().expect_success()
    }

    /// Closes the input and waits for the end of the program. Makes no assertion about the end.
    pub fn close(mut self) -> End {
        drop(self.input.take());
        self.end()
    }

    fn end(mut self) -> End {
        let stopwatch = self.stopwatch();
        loop {
            match self.lines.recv_timeout(PATIENCE) {
                Ok(line) => self.heard.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the program still runs: {:#?}", self.tail()),
            }
        }
        // The system drops a process's statistics when its exit code is read, so the statistics are read
        // first.
        let mut time = stopwatch.own_time();
        let waiting = Instant::now();
        let status = self.child.wait().expect("an exit code");
        time += waiting.elapsed();
        let errors = self.errors.recv_timeout(PATIENCE).expect("its error output");
        End { lines: std::mem::take(&mut self.heard), errors, code: status.code(), time }
    }

    /// Returns the last lines of output, shortened, for messages of failed tests.
    fn tail(&self) -> Vec<String> {
        let last = &self.heard[self.heard.len().saturating_sub(8)..];
        last.iter().map(|line| format!("{line:.200}")).collect()
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // Errors are ignored: the program may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
