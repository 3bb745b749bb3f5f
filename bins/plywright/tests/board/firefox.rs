//! Controls Firefox by its own protocol, Marionette, so that no driver is needed. Marionette has the
//! commands of `WebDriver` under other names.

use std::cell::RefCell;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::browser::{Group, Window};
use crate::server::PATIENCE;

/// Settings of the browser: any free port, no start page, and no services such as updates.
const SETTINGS: [(&str, &str); 9] = [
    ("marionette.port", "0"),
    ("app.update.disabledForTesting", "true"),
    ("app.normandy.enabled", "false"),
    ("browser.shell.checkDefaultBrowser", "false"),
    ("browser.startup.page", "0"),
    ("datareporting.policy.dataSubmissionEnabled", "false"),
    ("network.captive-portal-service.enabled", "false"),
    ("network.connectivity-service.enabled", "false"),
    ("toolkit.telemetry.server", "\"\""),
];
/// Commands of `WebDriver` with their names in Marionette. A star stands for the id of an element.
const COMMANDS: [(&str, &str); 15] = [
    ("POST /url", "Navigate"),
    ("POST /refresh", "Refresh"),
    ("POST /execute/sync", "ExecuteScript"),
    ("POST /element", "FindElement"),
    ("GET /element/active", "GetActiveElement"),
    ("POST /element/*/click", "ElementClick"),
    ("POST /element/*/value", "ElementSendKeys"),
    ("GET /element/*/screenshot", "TakeScreenshot"),
    ("GET /screenshot", "TakeScreenshot"),
    ("POST /actions", "PerformActions"),
    ("GET /window", "GetWindowHandle"),
    ("GET /window/handles", "GetWindowHandles"),
    ("POST /window", "SwitchToWindow"),
    ("POST /window/new", "NewWindow"),
    ("DELETE /window", "CloseWindow"),
];
/// Script that sets the size of the page within the window. The page can be as narrow as a phone's screen,
/// but the window cannot.
const RESIZE: &str = "for (const [side, size] of Object.entries(arguments[0])) \
    for (const bound of [side, `min-${side}`, `max-${side}`]) \
    gBrowser.selectedBrowser.style.setProperty(bound, `${size}px`);";

pub struct Firefox {
    stream: RefCell<BufReader<TcpStream>>,
    _profile: TempDir,
}

impl Firefox {
    pub fn start(window: Window) -> (Group, Self) {
        let profile = tempfile::tempdir().expect("a folder");
        let motion = [("ui.prefersReducedMotion", if window.has_motion { "0" } else { "1" })];
        let colours =
            [("layout.css.prefers-color-scheme.content-override", if window.is_dark { "0" } else { "1" })];
        let settings = SETTINGS.iter().chain(&motion).chain(&colours);
        let settings: Vec<_> =
            settings.map(|(name, value)| format!("user_pref(\"{name}\", {value});")).collect();
        fs::write(profile.path().join("user.js"), settings.join("\n")).expect("a file");
        let mut command = Command::new("firefox-esr");
        command
            .args(["--headless", "--marionette", "--remote-allow-system-access", "--no-remote", "--profile"])
            .arg(profile.path())
            .env("MOZ_HEADLESS_WIDTH", "1600")
            .env("MOZ_HEADLESS_HEIGHT", "1200")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        let group = Group::spawn(&mut command);
        let start = Instant::now();
        let stream = loop {
            let port = fs::read_to_string(profile.path().join("MarionetteActivePort")).ok();
            let port = port.and_then(|port| port.trim().parse::<u16>().ok());
            match port.map(|port| TcpStream::connect(("127.0.0.1", port))) {
                Some(Ok(stream)) => break stream,
                _ => assert!(start.elapsed() < PATIENCE, "Firefox does not start"),
            }
            thread::sleep(Duration::from_millis(50));
        };
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let browser = Self { stream: BufReader::new(stream).into(), _profile: profile };
        browser.message();
        let send = |name, body| browser.send(name, &body).expect(name);
        send("WebDriver:NewSession", json!({}));
        send("WebDriver:SetWindowRect", json!({"width": 1500, "height": 1150}));
        send("Marionette:SetContext", json!({"value": "chrome"}));
        let (width, height) = window.size;
        let size = json!({"width": width, "height": height});
        send("WebDriver:ExecuteScript", json!({"script": RESIZE, "args": [size]}));
        send("Marionette:SetContext", json!({"value": "content"}));
        (group, browser)
    }

    pub fn call(&self, method: &str, command: &str, body: &Value) -> Result<Value, String> {
        let parts: Vec<&str> = command.split('/').collect();
        let (path, element) = match parts[..] {
            ["", "element", id, action] => (format!("/element/*/{action}"), Some(id)),
            _ => (command.to_owned(), None),
        };
        let known = COMMANDS.iter().find(|(known, _)| *known == format!("{method} {path}"));
        let Some((_, name)) = known else { return Err("unknown command".to_owned()) };
        let mut body = if body.is_null() { json!({}) } else { body.clone() };
        if let Some(id) = element {
            body["id"] = id.into();
        }
        if *name == "TakeScreenshot" {
            body["full"] = false.into();
        }
        self.send(&format!("WebDriver:{name}"), &body)
    }

    fn send(&self, name: &str, body: &Value) -> Result<Value, String> {
        let text = json!([0, 1, name, body]).to_string();
        let message = format!("{}:{text}", text.len());
        self.stream.borrow_mut().get_mut().write_all(message.as_bytes()).expect("a browser that reads");
        let answer = self.message();
        if let Some(error) = answer[2]["error"].as_str() {
            return Err(error.to_owned());
        }
        Ok(answer[3].get("value").unwrap_or(&answer[3]).clone())
    }

    /// Reads the next message: a length in bytes, a colon, and JSON.
    fn message(&self) -> Value {
        let mut stream = self.stream.borrow_mut();
        let mut length = Vec::new();
        stream.read_until(b':', &mut length).expect("a length");
        let length = String::from_utf8_lossy(&length[..length.len() - 1]).parse().expect("a length");
        let mut bytes = vec![0; length];
        stream.read_exact(&mut bytes).expect("a message");
        serde_json::from_slice(&bytes).expect("JSON")
    }
}
