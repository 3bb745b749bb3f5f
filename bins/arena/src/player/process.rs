//! An engine's process and its pipes.
//!
//! Each pipe has a thread, so that an engine that does not read, does not write or does not stop writing
//! never holds up the match. What waits to be read is bounded: the engine waits then. A process that is
//! dropped is ended.

use std::collections::VecDeque;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, TryRecvError, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use super::fault::Fault;

/// Lines that wait to be read at the most.
const WAITING_LINES: usize = 256;
/// Bytes of a line that are kept; the rest is passed over.
const LONGEST_LINE: usize = 1 << 18;
/// Lines that are kept to be shown after a fault.
const LAST_LINES: usize = 8;
/// Letters of them.
const SHOWN_LETTERS: usize = 200;
/// For how long the status of a process is waited for whose output has ended.
const STATUS_WAIT: Duration = Duration::from_millis(50);
/// Asks an engine to end, under every protocol.
const FAREWELL_WORD: &str = "quit";
/// For how long a process may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(500);

type LastLines = Arc<Mutex<VecDeque<String>>>;

/// A running engine.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    last_lines: LastLines,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NoLine {
    /// The time is over.
    Late,
    /// The output has ended.
    Closed,
}

impl Process {
    /// Starts a program.
    pub(super) fn start(program: &Path, args: &[String], directory: Option<&Path>) -> Result<Self, Fault> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        // Ctrl-C in the terminal ends the match, which ends its engines: it must not cost them a game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let wrong = |error: &dyn std::fmt::Display| Fault::Start(format!("{}: {error}", program.display()));
        let mut child = command.spawn().map_err(|error| wrong(&error))?;
        let (Some(mut stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(wrong(&"no pipes"));
        };
        let last_lines = LastLines::default();
        let (input, requests) = channel::<Vec<u8>>();
        thread::spawn(move || {
            for request in requests {
                if stdin.write_all(&request).and_then(|()| stdin.flush()).is_err() {
                    break;
                }
            }
        });
        let (sender, output) = sync_channel(WAITING_LINES);
        let (said, complained) = (Arc::clone(&last_lines), Arc::clone(&last_lines));
        thread::spawn(move || forward(stdout, "", &said, Some(&sender)));
        thread::spawn(move || forward(stderr, "stderr: ", &complained, None));
        Ok(Self { child, input, output, last_lines })
    }

    /// Writes a line. An engine that has closed its input is found out when it is waited for.
    pub(super) fn say(&self, line: &str) {
        let _ = self.input.send(format!("{line}\n").into_bytes());
    }

    /// The next line, if it comes before that time.
    pub(super) fn line(&self, until: Instant) -> Result<String, NoLine> {
        let left = until.saturating_duration_since(Instant::now());
        self.output.recv_timeout(left).map_err(|error| match error {
            RecvTimeoutError::Timeout => NoLine::Late,
            RecvTimeoutError::Disconnected => NoLine::Closed,
        })
    }

    /// Passes over what has been said before and was not asked for.
    pub(super) fn skip(&self) {
        for _ in 0..2 * WAITING_LINES {
            if matches!(self.output.try_recv(), Err(TryRecvError::Empty | TryRecvError::Disconnected)) {
                break;
            }
        }
    }

    /// The first line that `pick` finds something in. `question` names what was asked.
    pub(super) fn answer_to<T>(
        &mut self,
        question: &str,
        patience: Duration,
        mut pick: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let until = Instant::now() + patience;
        loop {
            match self.line(until) {
                Ok(line) => {
                    if let Some(found) = pick(&line) {
                        return Ok(found);
                    }
                    if Instant::now() >= until {
                        return Err(Fault::Unresponsive { question: question.to_owned(), waited: patience });
                    }
                }
                Err(NoLine::Late) => {
                    return Err(Fault::Unresponsive { question: question.to_owned(), waited: patience });
                }
                Err(NoLine::Closed) => return Err(self.disconnected()),
            }
        }
    }

    /// The fault of an engine whose output has ended.
    pub(super) fn disconnected(&mut self) -> Fault {
        let until = Instant::now() + STATUS_WAIT;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Fault::Disconnected(format!("its process has ended, {status}")),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                _ => return Fault::Disconnected("its output has ended".to_owned()),
            }
        }
    }

    /// The last lines of both outputs.
    pub(super) fn last_lines(&self) -> Vec<String> {
        self.last_lines.lock().unwrap_or_else(PoisonError::into_inner).iter().cloned().collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say(FAREWELL_WORD);
        // Ends the thread that writes, and with it the engine's input.
        self.input = channel().0;
        let until = Instant::now() + FAREWELL;
        let mut pause = Duration::from_millis(1);
        while Instant::now() < until {
            // An engine that writes must not wait for a reader.
            self.skip();
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Hands lines on and keeps the last ones, until the pipe or the interest ends.
fn forward(pipe: impl Read, mark: &str, last_lines: &LastLines, sender: Option<&SyncSender<String>>) {
    let mut pipe = BufReader::new(pipe);
    while let Some(line) = read_line(&mut pipe) {
        if !line.is_empty() {
            let shown = mark.chars().chain(line.chars()).take(SHOWN_LETTERS).collect();
            let mut last_lines = last_lines.lock().unwrap_or_else(PoisonError::into_inner);
            if last_lines.len() == LAST_LINES {
                last_lines.pop_front();
            }
            last_lines.push_back(shown);
        }
        if sender.is_some_and(|sender| sender.send(line).is_err()) {
            break;
        }
    }
}

/// The next line without its end, cut off where it is too long; `None` at the end of the pipe.
fn read_line(pipe: &mut impl BufRead) -> Option<String> {
    let mut line = Vec::new();
    loop {
        let bytes = pipe.fill_buf().ok()?;
        if bytes.is_empty() && line.is_empty() {
            return None;
        }
        let end = bytes.iter().position(|byte| *byte == b'\n');
        let taken = end.unwrap_or(bytes.len());
        let kept = taken.min(LONGEST_LINE.saturating_sub(line.len()));
        line.extend_from_slice(&bytes[..kept]);
        let is_last = end.is_some() || bytes.is_empty();
        pipe.consume(end.map_or(taken, |end| end + 1));
        if is_last {
            return Some(String::from_utf8_lossy(&line).trim().to_owned());
        }
    }
}
