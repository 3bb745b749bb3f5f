//! A client for tests. It starts a session with the game of `takeaway.rs` in a thread, and talks to it through pipes as
//! a program in another process would. Waiting for a line has a time limit, so a test fails instead of hanging.

use std::io::{BufRead, BufReader, PipeWriter, Write, pipe};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use crate::takeaway::Takeaway;
use plywright::Protocol;
use plywright::engine::Engine;
use plywright_protocols::{ActionForm, AnyDialect, Dialect, Json, Program, Session, Uci};

/// Maximum time to wait for a line. Only a session that hangs should exceed it.
const TIMEOUT: Duration = Duration::from_secs(60);

pub struct Client {
    input: Option<PipeWriter>,
    lines: Receiver<String>,
    session: JoinHandle<()>,
}

impl Client {
    /// Creates a client that speaks UCI.
    pub fn start() -> Self {
        Self::speaking(Uci)
    }

    /// Creates a client that speaks JSON and has read the greeting.
    pub fn greeted() -> Self {
        let client = Self::speaking(Json::default());
        assert_eq!(client.line(), r#"{"type":"started"}"#);
        client
    }

    /// Creates a client whose protocol is detected. `expected` is the game's usual protocol.
    pub fn detected(expected: Protocol) -> Self {
        Self::speaking(AnyDialect::detected(expected, None, ActionForm::default()))
    }

    pub fn speaking(dialect: impl Dialect + 'static) -> Self {
        let (client, output) = pipe().expect("a pipe");
        let (sender, lines) = channel();
        thread::spawn(move || {
            for line in BufReader::new(client).lines() {
                if sender.send(line.expect("UTF-8")).is_err() {
                    break;
                }
            }
        });
        let (input, writer) = pipe().expect("a pipe");
        let session = thread::spawn(move || {
            let engine = Engine::<Takeaway>::new(None).expect("memory for a table");
            Session::run(Program::PLYWRIGHT, Box::new(engine), dialect, input, output).expect("threads");
        });
        Self { input: Some(writer), lines, session }
    }

    /// Sends a text, to which no line end is added.
    pub fn say(&mut self, text: &str) {
        self.send(text.as_bytes());
    }

    pub fn send(&mut self, bytes: &[u8]) {
        // An error is ignored: a session that has ended no longer reads.
        let _ = self.input.as_mut().expect("open input").write_all(bytes);
    }

    /// Waits for the next line.
    pub fn line(&self) -> String {
        self.lines.recv_timeout(TIMEOUT).expect("a line in time")
    }

    /// Sends a text and returns the next line.
    pub fn ask(&mut self, text: &str) -> String {
        self.say(text);
        self.line()
    }

    /// Returns the next lines, up to and including the first that begins with `start`.
    pub fn until(&self, start: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().is_some_and(|line| line.starts_with(start)) {
            lines.push(self.line());
        }
        lines
    }

    /// Waits for the session to end while its input is still open.
    pub fn until_ended(self) {
        self.session.join().expect("a session that ends well");
    }

    /// Closes the input, waits for the session to end, and returns its remaining output.
    pub fn close(mut self) -> Vec<String> {
        drop(self.input.take());
        self.session.join().expect("a session that ends well");
        self.lines.iter().collect()
    }
}
