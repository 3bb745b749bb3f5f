//! Process of an engine. Dropping a [`Process`] asks the engine to end, waits up to [`QUIT_WAIT`], and then kills it.
//! If it kills the engine on Unix, it also kills the processes that the engine has started.
//!
//! Each pipe has its own thread, so that an engine that does not read, does not write or writes without end
//! cannot block the match. The queue of unread lines is bounded: when it is full, the engine's output blocks.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use plywright::engine::lock;

use super::{Fault, MoveRequest};

/// Creation flag of Windows that puts a process into a process group of its own.
#[cfg(windows)]
const CREATE_NEW_PROCESS_GROUP: u32 = 0x200;
/// Maximum number of unread lines in the queue.
const MAX_UNREAD_LINES: usize = 256;
/// Maximum length of a line in bytes. The rest of a longer line is dropped.
const MAX_LINE_BYTES: u64 = 1 << 18;
/// Interval at which a player that waits for a move checks whether the match has been stopped.
const STOP_CHECK: Duration = Duration::from_millis(20);
/// Number of the engine's last lines that are kept to describe a fault.
const LAST_LINES: usize = 8;
/// Maximum length, in characters, of a line that is kept to describe a fault.
const SHOWN_LETTERS: usize = 200;
/// Maximum time to wait for the exit status of a process whose output has ended.
const STATUS_WAIT: Duration = Duration::from_millis(50);
/// Command that ends an engine.
const QUIT: &str = "quit";
/// Time after [`QUIT`] from which a process that is still running is killed.
const QUIT_WAIT: Duration = Duration::from_millis(500);

type LastLines = Arc<Mutex<VecDeque<String>>>;

/// A running engine process.
#[derive(Debug)]
pub(super) struct Process {
    child: Child,
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    last_lines: LastLines,
}

impl Process {
    /// Starts a program and the threads for its pipes. The program runs in `directory`, or in the current directory if
    /// that is `None`.
    pub(super) fn start(program: &Path, args: &[String], directory: Option<&Path>) -> Result<Self, Fault> {
        let mut command = Command::new(program);
        command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        if let Some(directory) = directory {
            command.current_dir(directory);
        }
        // Ctrl-C in the terminal must not reach the engine: it would end before the match and lose its game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        #[cfg(windows)]
        std::os::windows::process::CommandExt::creation_flags(&mut command, CREATE_NEW_PROCESS_GROUP);
        let wrong = |error: &dyn std::fmt::Display| Fault::Start(format!("{}: {error}", program.display()));
        let mut child = command.spawn().map_err(|error| wrong(&error))?;
        let (Some(stdin), Some(stdout), Some(stderr)) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        else {
            return Err(wrong(&"no pipes"));
        };
        let last_lines = LastLines::default();
        let (input, requests) = channel::<Vec<u8>>();
        let (sender, output) = sync_channel(MAX_UNREAD_LINES);
        let (said, complained) = (Arc::clone(&last_lines), Arc::clone(&last_lines));
        let process = Self { child, input, output, last_lines };
        let no_thread = |error| wrong(&format_args!("cannot start a thread: {error}"));
        in_thread(move || send(requests, stdin)).map_err(no_thread)?;
        in_thread(move || forward(stdout, "", &said, Some(&sender))).map_err(no_thread)?;
        in_thread(move || forward(stderr, "stderr: ", &complained, None)).map_err(no_thread)?;
        Ok(process)
    }

    /// Sends a line, without waiting until the engine reads it. If the engine has closed its input, the line is lost
    /// without an error.
    pub(super) fn say(&self, line: &str) {
        let _ = self.input.send(format!("{line}\n").into_bytes());
    }

    /// Returns the next line, or an error if none arrives before `until` or the output has ended.
    fn line(&self, until: Instant) -> Result<String, RecvTimeoutError> {
        self.output.recv_timeout(until.saturating_duration_since(Instant::now()))
    }

    /// Waits for the next line of an engine that received `request` at `started`. Returns `None` if no line has come by
    /// the earliest of `until`, the time limit of the request, and [`STOP_CHECK`] from now. Returns a fault if the
    /// output has ended, or if the match has been stopped; the referee ignores faults in a stopped match.
    pub(super) fn line_of_search(
        &mut self,
        request: &MoveRequest,
        started: Instant,
        until: Option<Instant>,
    ) -> Result<Option<String>, Fault> {
        if request.searches.is_stopped() {
            return Err(request.late(started.elapsed()));
        }
        let limit = (started + request.allowed).min(Instant::now() + STOP_CHECK);
        match self.line(until.map_or(limit, |until| until.min(limit))) {
            Ok(line) => Ok(Some(line)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(self.disconnected()),
        }
    }

    /// Takes the unread lines, at most twice [`MAX_UNREAD_LINES`], because the engine may write without end.
    pub(super) fn unread_lines(&self) -> impl Iterator<Item = String> {
        self.output.try_iter().take(2 * MAX_UNREAD_LINES)
    }

    /// Drops the lines that [`Process::unread_lines`] would return.
    pub(super) fn drop_unread_lines(&self) {
        self.unread_lines().for_each(drop);
    }

    /// Reads lines until `pick` finds a value in one of them, and returns the value. If this takes longer than
    /// `timeout`, the fault names `question`, the command that was sent. The end of the output is also a fault.
    pub(super) fn answer_to<T>(
        &mut self,
        question: &str,
        timeout: Duration,
        mut pick: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, Fault> {
        let until = Instant::now() + timeout;
        loop {
            match self.line(until) {
                Ok(line) if Instant::now() < until => {
                    if let Some(found) = pick(&line) {
                        return Ok(found);
                    }
                }
                Ok(_) | Err(RecvTimeoutError::Timeout) => {
                    return Err(Fault::Unresponsive { question: question.to_owned(), waited: timeout });
                }
                Err(RecvTimeoutError::Disconnected) => return Err(self.disconnected()),
            }
        }
    }

    /// Returns the fault of an engine whose output has ended. Waits up to [`STATUS_WAIT`] for the exit status of the
    /// process, to name it in the fault.
    fn disconnected(&mut self) -> Fault {
        let until = Instant::now() + STATUS_WAIT;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Fault::Disconnected(format!("its process has ended, {status}")),
                Ok(None) if Instant::now() < until => thread::sleep(Duration::from_millis(1)),
                _ => return Fault::Disconnected("its output has ended".to_owned()),
            }
        }
    }

    /// Returns the last lines of standard output and standard error, oldest first, at most [`LAST_LINES`].
    pub(super) fn last_lines(&self) -> Vec<String> {
        lock(&self.last_lines).iter().cloned().collect()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.say(QUIT);
        // Replacing the sender ends the writing thread, which closes the engine's standard input.
        (self.input, _) = channel();
        let until = Instant::now() + QUIT_WAIT;
        let mut pause = Duration::from_millis(1);
        while Instant::now() < until {
            // Empties the queue, because a full queue would block an engine that is still writing.
            self.drop_unread_lines();
            if !matches!(self.child.try_wait(), Ok(None)) {
                return;
            }
            thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        // Errors are ignored: nothing more can be done about a process that cannot be killed.
        #[cfg(unix)]
        if let Ok(group) = i32::try_from(self.child.id()) {
            let _ = nix::sys::signal::killpg(
                nix::unistd::Pid::from_raw(group),
                nix::sys::signal::Signal::SIGKILL,
            );
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn in_thread(work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().spawn(work).map(drop)
}

/// Writes requests until the pipe or the channel closes.
fn send(requests: Receiver<Vec<u8>>, mut pipe: impl Write) {
    for request in requests {
        if pipe.write_all(&request).and_then(|()| pipe.flush()).is_err() {
            break;
        }
    }
}

/// Passes the lines of a pipe to `sender`, if there is one, until the pipe ends or the channel is closed. Blocks while
/// the channel is full. Keeps the last [`LAST_LINES`] lines that are not empty in `last_lines`: `mark`, a note if the
/// line was cut, and the line, [`SHOWN_LETTERS`] characters in all.
fn forward(pipe: impl Read, mark: &str, last_lines: &LastLines, sender: Option<&SyncSender<String>>) {
    let mut pipe = BufReader::new(pipe);
    while let Some((line, is_cut)) = read_line(&mut pipe) {
        let note = if is_cut { format!("longer than {MAX_LINE_BYTES} bytes, cut: ") } else { String::new() };
        if !line.is_empty() {
            let shown = format!("{mark}{note}{line}").chars().take(SHOWN_LETTERS).collect();
            let mut last_lines = lock(last_lines);
            if last_lines.len() == LAST_LINES {
                last_lines.pop_front();
            }
            last_lines.push_back(shown);
        }
        if is_cut && pipe.skip_until(b'\n').is_err() {
            break;
        }
        if sender.is_some_and(|sender| sender.send(line).is_err()) {
            break;
        }
    }
}

/// Reads a line, and removes white space at its ends. Replaces invalid UTF-8. After [`MAX_LINE_BYTES`] bytes, the rest
/// of the line stays in the pipe, and the returned flag is set. `None` at the end of the pipe or on a read error.
fn read_line(pipe: &mut impl BufRead) -> Option<(String, bool)> {
    let mut line = Vec::new();
    let read = pipe.by_ref().take(MAX_LINE_BYTES).read_until(b'\n', &mut line).ok()?;
    let is_cut = read as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n");
    (read > 0).then(|| (String::from_utf8_lossy(&line).trim().to_owned(), is_cut))
}
