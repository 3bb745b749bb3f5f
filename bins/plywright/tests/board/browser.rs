//! A real browser, controlled by its driver.

use std::env;
use std::future::Future;
use std::io::{BufRead, BufReader};
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use fantoccini::{Client, ClientBuilder};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::json;

use crate::page::Page;
use crate::server::Server;

/// Arguments of the browser: without a window, without a network, as any user.
const ARGUMENTS: [&str; 9] = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
];

/// The driver's process, in its own process group.
struct Driver(Child);

impl Drop for Driver {
    /// Kills the browser too, which a failed test leaves open.
    fn drop(&mut self) {
        let group = format!("-{}", self.0.id());
        // They may have ended already, so errors are ignored.
        let _ = Command::new("kill").args(["-KILL", "--", &group]).stderr(Stdio::null()).status();
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Whether a program is installed.
fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok()
}

/// Runs a test with a server and an empty browser page. Without a browser, prints a notice and skips the
/// test.
pub fn with_page<F: Future<Output = ()>>(test: impl FnOnce(Server, Page) -> F) {
    with_size(1280, 900, test);
}

/// Like [`with_page`], with a window of another size.
pub fn with_size<F: Future<Output = ()>>(width: u32, height: u32, test: impl FnOnce(Server, Page) -> F) {
    if !is_installed("chromium") || !is_installed("chromedriver") {
        assert!(env::var_os("BOARD_BROWSER").is_none(), "chromium and chromedriver are not installed");
        eprintln!("NOT TRIED: chromium and chromedriver are not installed");
        return;
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let (_driver, address) = start_driver();
        let client = connect(&address, width, height).await;
        let server = Server::start();
        let page = Page::new(client.clone(), server.address.clone());
        test(server, page).await;
        client.close().await.expect("the browser closes");
    });
}

/// A driver on a free port.
fn start_driver() -> (Driver, String) {
    let free = TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).expect("a port");
    let mut child = Command::new("chromedriver")
        .arg(format!("--port={}", free.port()))
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .process_group(0)
        .spawn()
        .expect("chromedriver");
    let lines = BufReader::new(child.stdout.take().expect("its output")).lines();
    lines
        .map_while(Result::ok)
        .find(|line| line.contains("started successfully"))
        .expect("chromedriver starts");
    (Driver(child), format!("http://127.0.0.1:{}", free.port()))
}

async fn connect(address: &str, width: u32, height: u32) -> Client {
    let arguments: Vec<String> = ARGUMENTS
        .into_iter()
        .map(str::to_owned)
        .chain([format!("--window-size={width},{height}"), "--force-device-scale-factor=1".to_owned()])
        .collect();
    let mut capabilities = serde_json::Map::new();
    capabilities.insert("goog:chromeOptions".to_owned(), json!({"binary": chromium(), "args": arguments}));
    for _ in 0..50 {
        let mut builder = ClientBuilder::new(HttpConnector::new());
        if let Ok(client) = builder.capabilities(capabilities.clone()).connect(address).await {
            return client;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("the browser does not start");
}

fn chromium() -> String {
    let found = Command::new("sh").args(["-c", "command -v chromium"]).output().expect("a shell");
    String::from_utf8_lossy(&found.stdout).trim().to_owned()
}
