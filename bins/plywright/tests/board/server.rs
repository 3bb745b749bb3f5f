//! Runs the server as a process and connects to it without a browser.

use std::fmt::Debug;
use std::fs;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::TcpStream;
use std::num::NonZero;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::client::IntoClientRequest;
use tungstenite::{Error, Message, WebSocket};

/// Timeout of each wait, long enough for a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(60);

/// A process that serves the board. It is killed when the value is dropped.
pub struct Server {
    child: Child,
    /// The page's address, as the server prints it.
    pub address: String,
}

/// Resources that a process uses.
#[derive(Clone, Copy, Debug)]
pub struct Load {
    pub threads: u64,
    /// Number of open files, connections included.
    pub files: usize,
    /// Resident memory in KiB.
    pub memory: u64,
}

impl Server {
    /// Starts a server that only this machine can reach, on a free port.
    pub fn start() -> Self {
        Self::with(&["--port", "0"])
    }

    /// Starts a server with these arguments of the command `board`.
    pub fn with(arguments: &[&str]) -> Self {
        Self::with_input(arguments, "")
    }

    /// Starts a server like [`Server::with`]. Its standard input is a pipe with this text.
    pub fn with_input(arguments: &[&str], input: &str) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_plywright"))
            .args(["board", "--no-open"])
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program");
        let mut pipe = child.stdin.take().expect("its input");
        pipe.write_all(input.as_bytes()).expect("a program that reads");
        drop(pipe);
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
        Self { child, address: line.trim().to_owned() }
    }

    pub fn host(&self) -> &str {
        self.address.trim_start_matches("http://").split('/').next().expect("a host")
    }

    /// Returns the path of the page, which ends with a slash.
    pub fn path(&self) -> &str {
        self.address.trim_start_matches("http://").trim_start_matches(self.host())
    }

    /// Sends bytes over a new connection, and returns everything that the server answers until it closes the
    /// connection.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = TcpStream::connect(self.host()).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        // An error is ignored: the server may close the connection before it has read everything.
        let _ = stream.write_all(bytes);
        let mut answer = Vec::new();
        // After an error, such as a timeout, the bytes read before it are the answer.
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    /// Requests the file at `path` and returns the answer with its header. `more` holds more lines of the request's
    /// header, each with its line end.
    pub fn get(&self, path: &str, host: &str, more: &str) -> String {
        self.raw(format!("GET {path} HTTP/1.1\r\nHost: {host}\r\n{more}\r\n").as_bytes())
    }

    pub fn page(&self) -> Page {
        let (page, _) = self.greeted_page();
        page
    }

    /// Opens the connection of a page, and returns it with the server's first message.
    pub fn greeted_page(&self) -> (Page, Value) {
        Page::connect(&self.address)
    }

    /// Opens as many pages as may search at the same time on a shared board, one for each processor. Each of them
    /// searches.
    pub fn busy_pages(&self) -> Vec<Page> {
        let allowed = thread::available_parallelism().map_or(1, NonZero::get);
        let mut pages = Vec::new();
        for _ in 0..allowed {
            let mut page = self.page();
            page.send(json!({"type": "search", "place": {"game": "tic-tac-toe"}}));
            assert_eq!(page.hear()["type"], "line");
            pages.push(page);
        }
        pages
    }

    pub fn load(&self) -> Load {
        let process = format!("/proc/{}", self.child.id());
        let status = fs::read_to_string(format!("{process}/status")).expect("a status");
        let field = |name: &str| {
            let line = status.lines().find(|line| line.starts_with(name)).expect("a field");
            line.split_whitespace().nth(1).and_then(|number| number.parse().ok()).expect("a number")
        };
        let files = fs::read_dir(format!("{process}/fd")).expect("a folder").count();
        Load { threads: field("Threads:"), files, memory: field("VmRSS:") }
    }

    /// Waits until the process has at most this number of threads.
    pub fn wait_for_threads_to_end(&self, threads: u64) {
        wait(|| self.load(), |now| now.threads <= threads);
    }

    /// Sends SIGTERM. Returns whether the process exits with code 0, and how long this takes.
    pub fn terminate(mut self) -> (bool, Duration) {
        let start = Instant::now();
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill").success());
        let status = self.child.wait().expect("an end");
        (status.success(), start.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Errors are ignored: the process may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until `is_expected` holds for what `observe` returns. Panics after [`PATIENCE`].
pub fn wait<T: Debug>(observe: impl Fn() -> T, is_expected: impl Fn(&T) -> bool) {
    let start = Instant::now();
    loop {
        let found = observe();
        if is_expected(&found) {
            return;
        }
        assert!(start.elapsed() < PATIENCE, "at last {found:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// Connection of a page over a WebSocket, without a browser.
pub struct Page {
    pub socket: WebSocket<TcpStream>,
    next: u64,
}

impl Page {
    /// Connects to the server and returns the connection with the first message.
    pub fn connect(address: &str) -> (Self, Value) {
        let place = address.trim_start_matches("http://");
        let request = format!("ws://{place}socket").into_client_request().expect("an address");
        let stream = TcpStream::connect(place.split('/').next().expect("a host")).expect("a connection");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let (socket, _) = tungstenite::client(request, stream).expect("a page's connection");
        let mut page = Self { socket, next: 0 };
        let hello = page.hear();
        assert_eq!(hello["type"], "hello");
        (page, hello)
    }

    /// Waits for the next message.
    pub fn hear(&mut self) -> Value {
        loop {
            match self.socket.read() {
                Ok(Message::Text(text)) => return serde_json::from_str(&text).expect("an object"),
                Ok(_) => {}
                // The read was interrupted because this process was stopped and continued.
                Err(Error::Io(error)) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => panic!("no message: {error}"),
            }
        }
    }

    /// Sends a request and returns its id.
    pub fn send(&mut self, mut request: Value) -> u64 {
        self.next += 1;
        request["id"] = self.next.into();
        self.socket.send(Message::text(request.to_string())).expect("a request is taken");
        self.next
    }

    /// Sends a request and returns its answer. Skips other messages.
    pub fn ask(&mut self, request: Value) -> Value {
        let id = self.send(request);
        loop {
            let message = self.hear();
            if message["id"] == id && message["type"] != "line" {
                return message;
            }
        }
    }

    /// Asks for the position of a game after these moves.
    pub fn position(&mut self, game: &str, moves: &[&str]) -> Value {
        self.ask(json!({"type": "position", "place": {"game": game, "moves": moves}}))
    }
}
