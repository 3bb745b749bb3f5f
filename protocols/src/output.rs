//! The output of a session: writes events as lines to the client, and to a log file if one is set. All threads of a
//! session share one `Output`.
//!
//! When writing to the client fails, the client counts as gone. The output then calls `on_close` once, so that the
//! session ends, and drops all later events.

use std::fs::File;
use std::io::{self, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use plywright::engine::lock;

use crate::dialect::Dialect;
use crate::event::Event;

pub(crate) struct Output {
    pub(crate) dialect: Box<dyn Dialect>,
    client: Mutex<Box<dyn Write + Send>>,
    is_closed: AtomicBool,
    on_close: Box<dyn Fn() + Send + Sync>,
    /// Log file; `None` if logging is off. It has a lock of its own, so that logging a line of input does not wait for
    /// a client that reads slowly.
    log: Mutex<Option<File>>,
    started: Instant,
}

impl Output {
    pub(crate) fn new(
        dialect: Box<dyn Dialect>,
        client: Box<dyn Write + Send>,
        on_close: Box<dyn Fn() + Send + Sync>,
    ) -> Self {
        Self {
            dialect,
            client: Mutex::new(client),
            is_closed: AtomicBool::new(false),
            on_close,
            log: Mutex::new(None),
            started: Instant::now(),
        }
    }

    /// Whether writing to the client has failed.
    pub(crate) fn is_closed(&self) -> bool {
        self.is_closed.load(Ordering::Relaxed)
    }

    /// Writes the lines of an event to the client and to the log. Control characters become `U+FFFD`, so that a text
    /// from a client cannot break a line or control a terminal. Waits while the client reads nothing.
    pub(crate) fn send(&self, event: &Event) {
        let lines = self.dialect.write(event);
        let clean = |line: String| line.replace(char::is_control, "\u{fffd}") + "\n";
        let text: String = lines.into_iter().map(clean).collect();
        if text.is_empty() || self.is_closed() {
            return;
        }
        let mut client = lock(&self.client);
        self.log('<', text.as_bytes());
        if client.write_all(text.as_bytes()).and_then(|()| client.flush()).is_err()
            && !self.is_closed.swap(true, Ordering::Relaxed)
        {
            (self.on_close)();
        }
    }

    /// Logs a line of input.
    pub(crate) fn log_input(&self, line: &[u8]) {
        self.log('>', line);
    }

    /// Appends all further lines of input and output to the file `path`, each with the seconds since the start of the
    /// session. An empty path ends logging, and so does a failure to write to the file. If the file cannot be opened,
    /// returns the error and changes nothing.
    pub(crate) fn log_to(&self, path: &str) -> io::Result<()> {
        *lock(&self.log) = match path {
            "" => None,
            path => Some(File::options().append(true).create(true).open(path)?),
        };
        Ok(())
    }

    /// Writes lines to the log, if there is one. `direction` is `>` for input and `<` for output.
    fn log(&self, direction: char, text: &[u8]) {
        let mut log = lock(&self.log);
        if let Some(file) = log.as_mut() {
            let seconds = self.started.elapsed().as_secs_f64();
            let mut record = Vec::new();
            for line in text.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
                record.extend_from_slice(format!("{seconds:12.6} {direction} ").as_bytes());
                record.extend_from_slice(line);
                record.push(b'\n');
            }
            if file.write_all(&record).is_err() {
                // Logging ends without an error, because a full disk must not interrupt the game.
                *log = None;
            }
        }
    }
}
