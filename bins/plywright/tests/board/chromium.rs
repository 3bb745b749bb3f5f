//! Controls Chromium through its driver, by the `WebDriver` protocol (JSON over HTTP).

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::process::{Command, Stdio};

use serde_json::{Value, json};

use crate::browser::{Group, Window, path_of};
use crate::server::PATIENCE;

/// Arguments of the browser. It runs without a sandbox, because the sandbox does not work for root.
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
/// Argument that makes the page dark.
const DARK: &str = "--blink-settings=preferredColorScheme=0";

pub struct Chromium {
    port: u16,
    session: String,
}

impl Chromium {
    pub fn start(window: Window) -> (Group, Self) {
        let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr());
        let port = free.expect("a port").port();
        let mut command = Command::new("chromedriver");
        command.arg(format!("--port={port}")).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut driver = Group::spawn(&mut command);
        let mut lines = BufReader::new(driver.output()).lines().map_while(Result::ok);
        lines.find(|line| line.contains("started successfully")).expect("chromedriver starts");
        let size = format!("--window-size={},{}", window.size.0, window.size.1);
        let mut arguments = [&ARGUMENTS[..], &[&size]].concat();
        if !window.has_motion {
            arguments.push(AT_ONCE);
        }
        if window.is_dark {
            arguments.push(DARK);
        }
        let options = json!({"binary": path_of("chromium"), "args": arguments});
        let mut browser = Self { port, session: String::new() };
        let log = json!({"browser": "ALL"});
        let wanted = json!({"goog:chromeOptions": options, "goog:loggingPrefs": log});
        let wanted = json!({"capabilities": {"alwaysMatch": wanted}});
        let session = browser.request("POST", "/session", &wanted).expect("the browser starts");
        browser.session.push_str(session["sessionId"].as_str().expect("a session"));
        (driver, browser)
    }

    pub fn call(&self, method: &str, command: &str, body: &Value) -> Result<Value, String> {
        self.request(method, &format!("/session/{}{command}", self.session), body)
    }

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
