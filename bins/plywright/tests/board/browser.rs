//! Starts a real browser: Chromium, or Firefox if `BOARD_BROWSER` is `firefox`.

use std::env;
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdout, Command};

use serde_json::Value;

use crate::chromium::Chromium;
use crate::firefox::Firefox;
use crate::page::Page;
use crate::server::Server;

/// Size of the browser's window, and preferences that the browser reports to the page.
#[derive(Clone, Copy)]
pub struct Window {
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Whether pieces glide; otherwise they are placed at once.
    pub has_motion: bool,
    pub is_dark: bool,
}

impl Window {
    /// Returns a light window of this size, without motion.
    pub const fn of(width: u32, height: u32) -> Self {
        Self { size: (width, height), has_motion: false, is_dark: false }
    }
}

/// A process group of a program and all programs that it starts. The group is killed on drop.
pub struct Group(Child);

impl Group {
    pub fn spawn(command: &mut Command) -> Self {
        Self(command.process_group(0).spawn().expect("a browser"))
    }

    pub fn output(&mut self) -> ChildStdout {
        self.0.stdout.take().expect("its output")
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        // An error is ignored: the processes may have ended already.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).status();
        let _ = self.0.wait();
    }
}

enum Driver {
    Chromium(Chromium),
    Firefox(Firefox),
}

pub struct Browser {
    driver: Driver,
    _programs: Group,
}

impl Browser {
    fn start(window: Window, is_firefox: bool) -> Self {
        let (programs, driver) = if is_firefox {
            let (programs, firefox) = Firefox::start(window);
            (programs, Driver::Firefox(firefox))
        } else {
            let (programs, chromium) = Chromium::start(window);
            (programs, Driver::Chromium(chromium))
        };
        Self { driver, _programs: programs }
    }

    /// Sends a `WebDriver` command to the browser, and returns the value of the answer. An error is a
    /// `WebDriver` error code, such as `stale element reference`.
    pub fn call(&self, method: &str, command: &str, body: &Value) -> Result<Value, String> {
        match &self.driver {
            Driver::Chromium(chromium) => chromium.call(method, command, body),
            Driver::Firefox(firefox) => firefox.call(method, command, body),
        }
    }
}

pub fn path_of(program: &str) -> Option<String> {
    let found = Command::new("sh").args(["-c", &format!("command -v {program}")]).output().expect("a shell");
    let path = String::from_utf8_lossy(&found.stdout).trim().to_owned();
    found.status.success().then_some(path)
}

/// Runs a test with a server and a browser that has not opened the page yet. Afterwards, asserts that the
/// console is empty, if the browser reports it.
pub fn with_page(test: impl FnOnce(Server, &Page)) {
    in_window(Window::of(1280, 900), test);
}

/// Works like [`with_page`], in a window of the given size.
pub fn in_window(window: Window, test: impl FnOnce(Server, &Page)) {
    let wanted = env::var("BOARD_BROWSER").ok();
    let is_firefox = wanted.as_deref() == Some("firefox");
    let programs = if is_firefox { &["firefox-esr"][..] } else { &["chromium", "chromedriver"] };
    if wanted.as_deref() == Some("none") || programs.iter().any(|program| path_of(program).is_none()) {
        assert!(wanted.is_none_or(|wanted| wanted == "none"), "{} must be installed", programs.join(" and "));
        eprintln!("NOT TRIED: without {}", programs.join(" and "));
        return;
    }
    let server = Server::start();
    let page = Page::new(Browser::start(window, is_firefox), &server.address, window.size.0 < 500);
    test(server, &page);
    page.expect_silence();
}
