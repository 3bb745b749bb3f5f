//! Tests of the server under load: requests that take long, pages that leave before their answers, and
//! connections that never send a request.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::Message;

use crate::server::{Load, Page, Server, wait};

/// Returns a request of 700 kB to read a long game.
fn long_reading() -> Value {
    let text = format!("[Result \"*\"]\n\n{}*\n", "1. d6 f4\n".repeat(78_000));
    json!({"type": "read_records", "text": text})
}

/// Returns a request of 760 kB for the position after 190,000 moves. The server refuses it.
fn long_position() -> Value {
    json!({"type": "position", "place": {"game": "mill", "moves": vec!["a"; 190_000]}})
}

/// Returns a request of the type `kind` about a position that is quickly set up.
fn tic_tac_toe(kind: &str) -> Value {
    json!({"type": kind, "place": {"game": "tic-tac-toe", "moves": ["b2"]}, "solver": 0, "draw": true})
}

/// Waits until the server has no more threads and open files than before, and at most 20 MB more memory.
fn expect_as_before(server: &Server, before: Load) {
    let is_as_before = |now: &Load| {
        now.threads <= before.threads && now.files <= before.files && now.memory <= before.memory + 20_000
    };
    wait(|| server.load(), is_as_before);
}

#[test]
fn work_for_pages_that_have_left_ends() {
    let server = Server::start();
    let mut bystander = server.page();
    bystander.ask(tic_tac_toe("position"));
    let visit = |request: &Value| {
        let mut page = server.page();
        for _ in 0..12 {
            page.send(request.clone());
        }
    };
    visit(&long_reading());
    std::thread::sleep(Duration::from_secs(1));
    let before = server.load();
    let judgement = json!({"type": "judge", "place": {"game": "santorini"}, "solver": 0, "draw": true});
    let search = json!({"type": "search", "place": {"game": "mill"}, "lines": 10});
    for request in [long_reading(), judgement, search] {
        for _ in 0..8 {
            visit(&request);
        }
        expect_as_before(&server, before);
    }
    assert_eq!(bystander.ask(tic_tac_toe("position"))["side"], 1);
}

#[test]
fn memory_of_pages_and_their_requests_is_returned_after_a_flood() {
    let server = Server::start();
    let mut bystander = server.page();
    bystander.ask(tic_tac_toe("position"));
    let before = server.load();
    for mut request in [long_reading(), long_position()] {
        request["id"] = 1.into();
        let request = request.to_string();
        let mut pages: Vec<_> = (0..30).map(|_| server.page()).collect();
        for _ in 0..3 {
            for page in &mut pages {
                page.socket.send(Message::text(request.as_str())).expect("a page's connection");
            }
        }
        std::thread::sleep(Duration::from_secs(4));
        drop(pages);
        expect_as_before(&server, before);
    }
    assert_eq!(bystander.ask(tic_tac_toe("position"))["side"], 1);
}

#[test]
fn long_requests_do_not_delay_other_pages() {
    let server = Server::start();
    let mut bystander = server.page();
    bystander.ask(tic_tac_toe("position"));
    let mut pages: Vec<_> = (0..10).map(|_| server.page()).collect();
    let mut delay = || {
        for page in &mut pages {
            page.send(long_position());
        }
        let start = Instant::now();
        assert_eq!(bystander.ask(tic_tac_toe("position"))["side"], 1);
        start.elapsed()
    };
    // Other programs on the machine can delay an answer too, so one quick answer of three suffices.
    let delays = [delay(), delay(), delay()];
    assert!(delays.iter().any(|delay| *delay < Duration::from_secs(1)), "{delays:?}");
    for page in &mut pages {
        let answer = page.hear();
        assert!(answer["message"].as_str().is_some_and(|text| text.contains("at most 10000")), "{answer}");
    }
}

#[test]
fn a_request_to_stop_overtakes_others() {
    let server = Server::start();
    let mut page = server.page();
    page.send(json!({"type": "search", "place": {"game": "mill"}}));
    page.hear();
    let reading = long_reading();
    let readings = [page.send(reading.clone()), page.send(reading)];
    let stop = page.send(json!({"type": "stop"}));
    let answers: Vec<_> = std::iter::repeat_with(|| page.hear())
        .filter(|message| message["type"] != "line")
        .take(4)
        .map(|message| (message["type"].clone(), message["id"].as_u64()))
        .collect();
    let at = |kind: &str, id| answers.iter().position(|known| *known == (kind.into(), Some(id)));
    assert!(at("best", 1) < at("stopped", stop), "{answers:?}");
    assert!(at("stopped", stop) < at("records", readings[1]), "{answers:?}");
}

#[test]
fn a_stop_reaches_a_search_that_has_not_begun() {
    let server = Server::start();
    let mut page = server.page();
    page.send(long_reading());
    let search = page.send(json!({"type": "search", "place": {"game": "mill"}}));
    assert_eq!(page.ask(json!({"type": "stop"}))["type"], "stopped");
    let best = std::iter::repeat_with(|| page.hear()).find(|message| message["type"] == "best");
    assert_eq!(best.map(|message| message["id"].clone()), Some(search.into()));
}

#[test]
fn too_many_requests_are_refused_with_their_ids() {
    let server = Server::start();
    let mut page = server.page();
    let reading = long_reading();
    let last = (0..12).map(|_| page.send(reading.clone())).last();
    let answers: Vec<_> = (0..12).map(|_| page.hear()).collect();
    let (read, refused): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer["type"] == "records");
    assert!(read.len() >= 2, "{}", read.len());
    for answer in &refused {
        assert!(answer["message"].as_str().is_some_and(|text| text.contains("later")), "{answer}");
    }
    let mut ids: Vec<_> = answers.iter().filter_map(|answer| answer["id"].as_u64()).collect();
    ids.sort_unstable();
    assert_eq!(Some(ids), last.map(|last| (1..=last).collect()));
}

#[test]
fn answers_that_nobody_reads_take_little_memory() {
    let server = Server::start();
    let mut page = server.page();
    let before = server.load().memory;
    page.socket.get_mut().set_write_timeout(Some(Duration::from_millis(300))).expect("a time limit");
    let mut request = long_reading();
    request["id"] = 1.into();
    let request = request.to_string();
    for _ in 0..100 {
        if page.socket.send(Message::text(request.as_str())).is_err() {
            break;
        }
    }
    std::thread::sleep(Duration::from_secs(1));
    let after = server.load().memory;
    assert!(after < before + 150_000, "{before} kB grew to {after} kB");
}

#[test]
fn a_judgement_counts_as_a_search() {
    let server = Server::with(&["--listen", "127.0.0.1"]);
    let mut guest = server.page();
    assert_eq!(guest.ask(tic_tac_toe("judge"))["type"], "judged");
    let mut pages = server.busy_pages();
    let answer = guest.ask(tic_tac_toe("judge"));
    assert!(answer["message"].as_str().is_some_and(|text| text.contains("try again")), "{answer}");
    pages[0].send(json!({"type": "stop"}));
    assert_eq!(pages[0].ask(tic_tac_toe("judge"))["type"], "judged");
    assert_eq!(guest.ask(tic_tac_toe("judge"))["type"], "judged");
}

#[test]
fn connections_without_the_token_do_not_lock_pages_out() {
    let server = Server::with(&["--listen", "127.0.0.1"]);
    let mut open = server.page();
    let files = server.load().files;
    let mut idle: Vec<TcpStream> = Vec::new();
    for _ in 0..4 {
        idle.extend((0..64).map(|_| TcpStream::connect(server.host()).expect("a connection")));
        assert!(server.get(server.path(), server.host(), "").starts_with("HTTP/1.1 200"));
        let (mut page, _) = Page::connect(&server.address);
        assert_eq!(page.ask(tic_tac_toe("position"))["side"], 1);
    }
    let all = server.load().files;
    assert!(all < files + 100, "{all} files, {files} before");
    let start = Instant::now();
    wait(|| server.load(), |now| now.files <= files);
    assert!(start.elapsed() < Duration::from_secs(10), "{:?}", start.elapsed());
    assert_eq!(open.ask(tic_tac_toe("position"))["side"], 1);
}
