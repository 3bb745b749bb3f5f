//! Controls a real browser through its driver, by the `WebDriver` protocol (JSON over HTTP).

use std::env;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

use serde_json::{Value, json};

use crate::page::Page;
use crate::server::{PATIENCE, Server};

/// Arguments of the browser: no window, no network, and permission to run as any user.
const ARGUMENTS: [&str; 10] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--force-device-scale-factor=1",
];
/// Argument that makes the page place pieces at once instead of letting them glide.
const AT_ONCE: &str = "--force-prefers-reduced-motion";

/// Size of the browser's window, and whether pieces glide in it.
#[derive(Clone, Copy)]
pub struct Window {
    pub size: (u32, u32),
    pub has_motion: bool,
}

impl Window {
    /// Returns a window of this size, without motion.
    pub const fn of(width: u32, height: u32) -> Self {
        Self { size: (width, height), has_motion: false }
    }
}

/// A browser and its driver, in a process group of their own.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts a driver on a free port, and a browser through it.
    fn start(window: Window) -> Self {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.expect("a port").port();
        let mut driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .process_group(0)
            .spawn()
            .expect("chromedriver");
        let mut lines =
            BufReader::new(driver.stdout.take().expect("its output")).lines().map_while(Result::ok);
        lines.find(|line| line.contains("started successfully")).expect("chromedriver starts");
        let found = Command::new("sh").args(["-c", "command -v chromium"]).output().expect("a shell");
        let size = format!("--window-size={},{}", window.size.0, window.size.1);
        let mut arguments = [&ARGUMENTS[..], &[&size]].concat();
        if !window.has_motion {
            arguments.push(AT_ONCE);
        }
        let options = json!({"binary": String::from_utf8_lossy(&found.stdout).trim(), "args": arguments});
        let mut browser = Self { driver, port, session: String::new() };
        let wanted = json!({"capabilities": {"alwaysMatch": {"goog:chromeOptions": options}}});
        let session = browser.request("POST", "/session", &wanted).expect("the browser starts");
        browser.session.push_str(session["sessionId"].as_str().expect("a session"));
        browser
    }

    /// Sends a command to the browser and returns the value of its answer.
    pub fn call(&self, method: &str, command: &str, body: &Value) -> Result<Value, String> {
        self.request(method, &format!("/session/{}{command}", self.session), body)
    }

    /// Sends a request to the driver. An error is the driver's name for the failure.
    fn request(&self, method: &str, path: &str, body: &Value) -> Result<Value, String> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("the driver");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let head =
            format!("{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {}\r\n\r\n", body.len());
        stream.write_all((head + &body).as_bytes()).expect("a driver that reads");
        let mut answer = BufReader::new(stream);
        let mut length = 0;
        for line in answer.by_ref().lines().map(|line| line.expect("a header")) {
            let (name, value) = line.split_once(':').unwrap_or_default();
            if name.eq_ignore_ascii_case("content-length") {
                length = value.trim().parse().expect("a length");
            } else if line.is_empty() {
                break;
            }
        }
        let mut bytes = vec![0; length];
        answer.read_exact(&mut bytes).expect("an answer");
        let value = serde_json::from_slice::<Value>(&bytes).expect("JSON")["value"].take();
        value["error"].as_str().map_or(Ok(value.clone()), |error| Err(error.to_owned()))
    }
}

impl Drop for Browser {
    /// Also kills the browser, which a failed test leaves open.
    fn drop(&mut self) {
        let group = format!("-{}", self.driver.id());
        // An error is ignored: the processes may have ended already.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.driver.wait();
    }
}

/// Whether the program can be started.
fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Runs a test with a server and an empty browser page. If no browser is installed or `BOARD_BROWSER` is
/// `none`, prints a notice and skips the test.
pub fn with_page(test: impl FnOnce(Server, &Page)) {
    in_window(Window::of(1280, 900), test);
}

/// Works like [`with_page`], in a window of another size.
pub fn in_window(window: Window, test: impl FnOnce(Server, &Page)) {
    let wanted = env::var("BOARD_BROWSER").ok();
    if wanted.as_deref() == Some("none") || !is_installed("chromium") || !is_installed("chromedriver") {
        assert!(wanted.is_none_or(|wanted| wanted == "none"), "chromium and chromedriver are not installed");
        eprintln!("NOT TRIED: without chromium and chromedriver");
        return;
    }
    let server = Server::start();
    let page = Page::new(Browser::start(window), server.address.clone());
    test(server, &page);
    page.delete("");
}
