//! Messages of a page to the board, and requests to its server.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, TcpStream};
use std::sync::mpsc::channel;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use std::time::Duration;

use plywright::Variant;
use plywright::engine::DynEngine;
use plywright_board::{Address, Catalogue, Desk, Envelope, GameListing, Reply, serve};
use serde_json::Value;

use super::games::engine;
use super::text;
use crate::Target;

pub(super) const TARGETS: &[Target] = &[
    Target { name: "board-messages", run: messages, seeds: message_seeds },
    Target { name: "board-requests", run: requests, seeds: request_seeds },
];

struct Games;

impl Catalogue for Games {
    fn games(&self) -> Vec<GameListing> {
        let variants = vec![Variant { name: "tic-tac-toe", summary: "" }];
        vec![GameListing { name: "tic-tac-toe", variants, further: None }]
    }

    fn table(&self) -> usize {
        1
    }

    fn engine(&self, game: &str, variant: Option<&str>) -> Result<Box<dyn DynEngine>, String> {
        engine(game, variant).ok_or_else(|| "no such game".to_owned())
    }
}

fn message_seeds() -> Vec<Vec<u8>> {
    let place = r#""place":{"game":"mill","variant":"nine-mens-morris","options":[["PiecesCount","9"]],"setup":null,"moves":["d6","f4"]}"#;
    let other = r#""place":{"game":"santorini","variant":null,"setup":null}"#;
    let record = r#""players":["a","b"],"sides":[0,1],"annotations":[{"comment":"c","note":"+0.1/3 0.1s","glyphs":"$1","variations":"(b4)"},{}],"before":"x","tags":[["Event","e"]],"result":2,"date":"2026.01.31""#;
    let message = |id: u64, rest: String| format!("{{\"id\":{id},\"type\":{rest}}}");
    [
        message(1, format!(r#""position",{place}"#)),
        message(2, format!(r#""preview",{place},"steps":[["place","d2"]]"#)),
        message(3, format!(r#""exact",{place}"#)),
        message(
            4,
            format!(r#""search",{place},"level":3,"movetime":5,"clocks":[[100,1],[100,1]],"lines":2"#),
        ),
        message(5, r#""stop""#.to_owned()),
        message(6, format!(r#""explore",{place}"#)),
        message(7, format!(r#""puzzles",{other}"#)),
        message(8, format!(r#""judge",{place},"solver":1,"draw":false"#)),
        message(9, r#""read_records","text":"[Game \"mill\"]\n\n1. d6 f4 *\n""#.to_owned()),
        message(10, format!(r#""write_record","record":{{{place},{record},"format":"pgn"}}"#)),
        message(11, format!(r#""write_record","record":{{{place},{record},"format":"sgf"}}"#)),
        message(12, format!(r#""write_record","record":{{{place},{record},"format":"mif"}}"#)),
        [message(13, format!(r#""position",{other}"#)), message(14, format!(r#""position",{place}"#))]
            .join("\n"),
    ]
    .map(String::into_bytes)
    .to_vec()
}

/// Passes up to ten lines to a desk. Answers must be JSON. Searches are stopped before they begin.
fn messages(input: &[u8]) -> bool {
    let Some(text) = text(input) else { return false };
    let mut desk = Desk::new(Arc::new(Games));
    let mut accepted = false;
    let is_json = |answer: &str| {
        let value: Result<Value, _> = serde_json::from_str(answer);
        value.unwrap_or_else(|error| panic!("an answer is not JSON: {error}: {answer}"))
    };
    for line in text.lines().take(10) {
        match Envelope::read(line) {
            Err(answer) => drop(is_json(&answer)),
            Ok(envelope) => {
                let id = serde_json::from_str::<Value>(line).ok().and_then(|request| request["id"].as_u64());
                match desk.answer(envelope) {
                    Reply::Answer(answer) => {
                        let answer = is_json(&answer);
                        assert_eq!(answer["id"].as_u64(), id, "the id of the answer {answer}");
                        accepted |= answer["type"] != "error";
                    }
                    Reply::Judge(judgement) => {
                        accepted = true;
                        judgement.control().stop();
                        drop(is_json(&judgement.run()));
                    }
                    Reply::Search(search) => {
                        accepted = true;
                        search.control().stop();
                        search.run(&mut |message| match message {
                            plywright_board::SearchMessage::Line(_, text)
                            | plywright_board::SearchMessage::End(text) => drop(is_json(&text)),
                        });
                    }
                }
            }
        }
    }
    accepted
}

/// Returns the port of the board's server. The first call starts the server.
fn port() -> u16 {
    static PORT: OnceLock<u16> = OnceLock::new();
    *PORT.get_or_init(|| {
        let (sender, receiver) = channel();
        let sender = Mutex::new(sender);
        let listening = move |page: &str| {
            let port =
                page.trim_end_matches('/').rsplit(':').next().and_then(|port| port.parse::<u16>().ok());
            let sender = sender.lock().unwrap_or_else(PoisonError::into_inner);
            let _ = sender.send(port.unwrap_or(0));
        };
        let address = Address { ip: IpAddr::V4(Ipv4Addr::LOCALHOST), port: 0, is_shared: false };
        thread::spawn(move || serve(Arc::new(Games), address, std::io::sink(), listening));
        receiver.recv().expect("a server")
    })
}

/// Placeholder in the seeds for the server's address.
const HOST: &str = "HOST:PORT";

fn request_seeds() -> Vec<Vec<u8>> {
    let get =
        |path: &str, rest: &str| format!("GET {path} HTTP/1.1\r\nHost: {HOST}\r\n{rest}\r\n").into_bytes();
    let upgrade = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
    let origin = format!("Origin: http://{HOST}\r\n");
    let mut socket = get("/socket", &format!("{upgrade}{origin}"));
    // WebSocket frames with a mask of zeros: a request, and a close.
    let message = b"{\"id\":5,\"type\":\"stop\"}";
    socket.extend([0x81, 0x80 | message.len() as u8, 0, 0, 0, 0]);
    socket.extend(message);
    socket.extend([0x88, 0x80, 0, 0, 0, 0]);
    vec![
        get("/", ""),
        get("/", &origin),
        get("/nothing", "Accept: */*\r\n"),
        format!("POST / HTTP/1.1\r\nHost: {HOST}\r\nContent-Length: 3\r\n\r\nabc").into_bytes(),
        socket,
    ]
}

/// Sends bytes to the board's server. Afterwards, the server must still answer a valid request.
fn requests(input: &[u8]) -> bool {
    let port = port();
    let address = format!("127.0.0.1:{port}");
    let mut bytes = input.to_vec();
    while let Some(at) = bytes.windows(HOST.len()).position(|part| part == HOST.as_bytes()) {
        bytes.splice(at..at + HOST.len(), address.bytes());
    }
    let answer = exchange(port, &bytes, Duration::from_millis(20));
    let valid = exchange(
        port,
        format!("GET / HTTP/1.1\r\nHost: {address}\r\n\r\n").as_bytes(),
        Duration::from_secs(5),
    );
    assert!(
        valid.starts_with(b"HTTP/1.1 200"),
        "the server does not answer: {}",
        String::from_utf8_lossy(&valid)
    );
    answer.is_empty() || answer.starts_with(b"HTTP/1.1 ")
}

/// Sends bytes. Returns the bytes received until the connection closes or no byte arrives for `patience`.
fn exchange(port: u16, bytes: &[u8], patience: Duration) -> Vec<u8> {
    let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, port)).expect("a connection");
    stream.set_read_timeout(Some(patience)).expect("a limit");
    // Errors are ignored: the server may close the connection at any time.
    let _ = stream.write_all(bytes);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    answer
}
