//! Tests of requests for files: the hosts and origins that the server accepts, and what it sends.

use std::process::Command;

use crate::server::Server;

/// Header of a request to open a WebSocket.
const UPGRADE: &str = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";

/// Requests a file, with the lines `more` in the header of the request. Returns the first line of the answer, which has
/// the status.
fn status(server: &Server, path: &str, host: &str, more: &str) -> String {
    server.get(path, host, more).lines().next().unwrap_or_default().to_owned()
}

fn port_of(server: &Server) -> &str {
    server.host().rsplit(':').next().expect("a port")
}

#[test]
fn only_pages_from_the_requested_host_are_answered() {
    let server = Server::start();
    let (host, port) = (server.host(), port_of(&server));
    for name in ["localhost", "[::1]", "127.0.0.1"] {
        let named = format!("{name}:{port}");
        assert!(status(&server, "/", &named, "").contains(" 200 "), "{named}");
        let header = format!("Origin: http://{named}\r\n");
        assert!(status(&server, "/", &named, &header).contains(" 200 "), "{named}");
    }
    // The page comes through a tunnel that begins at another port, as with `ssh -L 20100:localhost:7927`.
    for named in ["localhost:20100", "127.0.0.1:20100", "[::1]:20100", "localhost", "[::1]"] {
        let header = format!("Origin: http://{named}\r\n");
        assert!(status(&server, "/", named, &header).contains(" 200 "), "{named}");
        let foreign = format!("{UPGRADE}Origin: http://localhost:3000\r\n");
        assert!(status(&server, "/socket", named, &foreign).contains(" 403 "), "{named}");
    }
    let (https, other_name) = (format!("https://{host}"), format!("http://localhost:{port}"));
    for origin in ["http://evil.example", "https://127.0.0.1", &https, &other_name, "null", ""] {
        let header = format!("Origin: {origin}\r\n");
        assert!(status(&server, "/", host, &header).contains(" 403 "), "{origin}");
        assert!(
            status(&server, "/socket", host, &format!("{UPGRADE}{header}")).contains(" 403 "),
            "{origin}"
        );
    }
}

#[test]
fn requests_to_other_hosts_are_refused() {
    let server = Server::start();
    let (host, port) = (server.host(), port_of(&server));
    let (evil, address) = (format!("evil.example:{port}"), format!("10.0.0.1:{port}"));
    assert!(server.get("/", &evil, "").ends_with("use the whole address that the board printed\n"));
    for foreign in
        ["evil.example", "evil.example:80", &evil, "localhost.evil.example", "10.0.0.1", &address, "", ":80"]
    {
        assert!(status(&server, "/socket", foreign, UPGRADE).contains(" 421 "), "{foreign}");
        assert!(status(&server, "/", foreign, "").contains(" 421 "), "{foreign}");
    }
    for foreign in [
        "http://evil.example",
        &format!("http://{evil}"),
        "http://localhost:1",
        &format!("https://{host}"),
        &format!("http://localhost:{port}"),
    ] {
        assert!(status(&server, &format!("{foreign}/"), host, "").contains(" 400 "), "{foreign}");
    }
    assert!(status(&server, &format!("http://{host}/"), host, "").contains(" 200 "));
}

#[test]
fn a_request_with_no_host_two_hosts_or_two_origins_is_malformed() {
    let server = Server::start();
    let host = server.host();
    let own = format!("http://{host}");
    assert!(server.raw(b"GET / HTTP/1.1\r\n\r\n").contains(" 400 "));
    for (named, more) in [
        (host, format!("Host: {host}\r\n")),
        (host, "Host: evil.example\r\n".to_owned()),
        ("evil.example", format!("Host: {host}\r\n")),
        (host, format!("Origin: {own}\r\nOrigin: {own}\r\n")),
        (host, format!("Origin: {own}\r\nOrigin: http://evil.example\r\n")),
    ] {
        assert!(status(&server, "/", named, &more).contains(" 400 "), "{named}: {more}");
    }
}

#[test]
fn the_page_loads_nothing_from_elsewhere_and_no_file_outside_it_is_sent() {
    let server = Server::start();
    let host = server.host();
    assert!(status(&server, "/../Cargo.toml", host, "").contains(" 404 "));
    assert!(status(&server, "/socket", host, "").contains(" 4"));
    let page = server.get("/", host, "").to_ascii_lowercase();
    assert!(page.contains("content-security-policy: default-src 'none'") && page.contains("nosniff"));
}

#[test]
fn a_server_on_every_address_prints_one_that_answers() {
    let server = Server::with(&["--listen", "0.0.0.0"]);
    assert!(!server.host().starts_with("0.0.0.0"), "{}", server.host());
    let port = port_of(&server);
    for (name, code) in [
        (server.host(), "200"),
        (&format!("10.0.0.1:{port}"), "200"),
        (&format!("evil.example:{port}"), "421"),
    ] {
        let answer = server.get(server.path(), name, "");
        assert!(answer.starts_with(&format!("HTTP/1.1 {code}")), "{name}: {answer}");
    }
}

/// The address belongs to a network that is reserved for documentation.
#[test]
fn an_address_of_no_machine_is_not_a_taken_port() {
    let mut program = Command::new(env!("CARGO_BIN_EXE_plywright"));
    let output = program.args(["board", "--no-open", "--listen", "192.0.2.1"]).output().expect("the program");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{errors}");
    assert!(errors.starts_with("error: cannot listen on 192.0.2.1:7927: "), "{errors}");
}

#[test]
fn files_are_sent_compressed_to_those_who_can_unpack_them() {
    let server = Server::start();
    for (accepted, is_packed) in
        [("", false), ("gzip, br", true), ("br, gzip", true), ("br", false), ("gzip;q=0", false)]
    {
        let header = format!("Accept-Encoding: {accepted}\r\n");
        let answer = server.get("/main.js", server.host(), &header).to_ascii_lowercase();
        assert_eq!(answer.contains("content-encoding: gzip"), is_packed, "{accepted}");
        assert!(answer.contains("vary: accept-encoding"), "{accepted}");
    }
}
