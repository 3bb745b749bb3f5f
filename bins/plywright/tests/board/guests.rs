//! Tests of the server with clients other than browsers: what they may ask, and what hostile ones cannot do.

use std::net::TcpStream;
use std::time::{Duration, Instant};

use serde_json::json;
use tungstenite::Message;

use crate::server::{Server, wait};

#[test]
fn the_first_line_is_the_address_and_a_signal_ends_it() {
    let server = Server::start();
    assert!(server.address.starts_with("http://127.0.0.1:") && server.address.ends_with('/'));
    let page = server.get("/", server.host(), "");
    assert!(page.starts_with("HTTP/1.1 200") && page.contains("<title>Plywright</title>"), "{page}");
    let mut other = server.page();
    other.send(json!({"type": "search", "place": {"game": "mill"}}));
    let (is_success, time) = server.terminate();
    assert!(is_success && time < Duration::from_secs(5), "{time:?}");
}

const RECORD: &str =
    "[Game \"tic-tac-toe\"]\n[White \"A\"]\n[Black \"B\"]\n[Result \"*\"]\n\n1. b2 1... a1 *\n";

#[test]
fn a_board_opens_with_records_from_a_pipe() {
    let server = Server::with_input(&["/dev/stdin", "--port", "0"], RECORD);
    let (_page, hello) = server.greeted_page();
    assert_eq!(hello["file"]["records"][0]["moves"], json!(["b2", "a1"]));
}

#[test]
fn a_board_reads_a_file_in_the_encoding_that_it_names() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), b"(;GM[2]CA[ISO-8859-1]PB[J\xfcrgen];B[f5])").expect("a file");
    let server = Server::with(&[file.path().to_str().expect("a path that is text"), "--port", "0"]);
    let (_page, hello) = server.greeted_page();
    let players = hello["file"]["records"][0]["players"].to_string();
    assert!(players.contains("\"J\u{fc}rgen\""), "{players}");
}

#[test]
fn a_board_opens_with_the_records_of_a_file_and_with_rules() {
    let file = tempfile::NamedTempFile::new().expect("a file");
    std::fs::write(file.path(), RECORD).expect("a file");
    let path = file.path().to_str().expect("a path that is text");
    let server = Server::with(&[path, "--option", "PiecesCount=7"]);
    let (_page, hello) = server.greeted_page();
    assert_eq!(hello["file"]["records"][0]["moves"], json!(["b2", "a1"]));
    assert_eq!(hello["rules"], json!({"PiecesCount": "7"}));
    assert_eq!((&hello["mistake"], &hello["blunder"]), (&json!(0.1), &json!(0.2)));
}

#[test]
fn a_record_may_call_a_variant_as_another_program_does() {
    let server = Server::start();
    let mut page = server.page();
    for (name, own) in [("Standard", "chess"), ("From Position", "chess"), ("Fischerandom", "chess960")] {
        let answer = page.ask(json!({"type": "position", "place": {"game": "chess", "variant": name}}));
        assert_eq!(answer["variant"], own, "{answer}");
    }
}

#[test]
fn a_board_begins_with_its_variant_and_has_the_table_of_its_option() {
    let server = Server::with(&["--game", "hex", "--variant", "7X7", "--option", "Hash=256"]);
    let (mut page, hello) = server.greeted_page();
    assert_eq!(hello["games"][0]["variants"][0]["name"], "7x7");
    page.send(json!({"type": "search", "place": {"game": "hex"}}));
    wait(|| server.load(), |now| now.memory >= 200_000);
}

#[test]
fn a_shared_board_has_a_secret_address_and_few_searches() {
    let server = Server::with(&["--listen", "127.0.0.1"]);
    let (host, path) = (server.host(), server.path());
    assert_eq!(path.len(), "/".len() + 32 + "/".len(), "{path}");
    assert_ne!(path, Server::with(&["--listen", "127.0.0.1"]).path());
    let wrong = format!("/{}/", "0".repeat(32));
    for place in ["/", "/main.js", "/socket", &wrong, path.trim_end_matches('/')] {
        assert!(server.get(place, host, "").starts_with("HTTP/1.1 404"), "{place}");
    }
    for file in ["", "main.js", "style.css", "icon.svg"] {
        assert!(server.get(&format!("{path}{file}"), host, "").starts_with("HTTP/1.1 200"), "{file}");
    }
    let search = json!({"type": "search", "place": {"game": "tic-tac-toe"}});
    let mut pages = server.busy_pages();
    let mut guest = server.page();
    let answer = guest.ask(search.clone());
    assert!(answer["message"].as_str().is_some_and(|text| text.contains("try again")), "{answer}");
    assert_eq!(guest.position("tic-tac-toe", &["a1"])["side"], 1);
    // A page whose search is running may replace it by another one. Once it has stopped its search, another page may
    // search.
    pages[0].send(search.clone());
    assert_eq!(pages[0].ask(json!({"type": "stop"}))["type"], "stopped");
    guest.send(search);
    assert_eq!(guest.hear()["type"], "line");
}

#[test]
fn malformed_bytes_do_not_disturb_a_page() {
    let server = Server::start();
    let mut bystander = server.page();
    for bytes in [
        &b"\0\0\0\0"[..],
        b"joho\r\n\r\n",
        b"GET / HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00",
        &vec![b'a'; 300_000],
    ] {
        server.raw(bytes);
    }
    assert_eq!(bystander.position("tic-tac-toe", &["b2"])["text"], ".../.x./...");
}

#[test]
fn malformed_messages_are_answered_with_errors() {
    let server = Server::start();
    for text in
        ["", "joho", "{", "[]", "{\"id\":1}", "{\"id\":-2,\"type\":\"stop\"}", "{\"id\":1,\"type\":\"quit\"}"]
    {
        let mut page = server.page();
        page.socket.send(Message::text(text)).expect("it is taken");
        let answer = page.hear();
        assert_eq!(answer["type"], "error", "{text}");
        // The error has the id of the request; null if the request has no valid id.
        assert_eq!(answer["id"], if text.contains(":1") { json!(1) } else { json!(null) }, "{text}");
        assert_eq!(page.position("tic-tac-toe", &[])["type"], "position");
    }
    let deep = format!("{{\"id\":1,\"type\":\"position\",\"place\":{}", "[".repeat(100_000));
    let mut page = server.page();
    page.socket.send(Message::text(deep)).expect("it is taken");
    assert_eq!(page.hear()["type"], "error");
}

#[test]
fn messages_of_bytes_or_of_three_megabytes_close_only_their_connection() {
    let server = Server::start();
    let mut bystander = server.page();
    let mut page = server.page();
    page.socket.send(Message::binary(vec![0; 100])).expect("it is taken");
    assert!(page.socket.read().is_err() || page.socket.read().is_err(), "no page sends bytes");
    let mut page = server.page();
    // An error is ignored: the server may close the connection before it has read everything.
    let _ = page.socket.send(Message::text("x".repeat(3 << 20)));
    assert!((0..3).any(|_| page.socket.read().is_err()), "a message of this size closes the connection");
    assert_eq!(bystander.position("tic-tac-toe", &["b2"])["text"], ".../.x./...");
}

#[test]
fn wrong_requests_are_answered_and_change_nothing() {
    let server = Server::start();
    let mut page = server.page();
    let many = vec!["a1"; 20_000];
    for place in [
        json!({"game": "shogi"}),
        json!({"game": "mill", "variant": "no-such"}),
        json!({"game": "mill", "moves": ["d6", "d6"]}),
        json!({"game": "mill", "setup": "nonsense"}),
        json!({"game": "mill", "moves": many}),
        json!({"game": "mill", "options": [["PerfectDatabasePath", "/"]]}),
        json!({"game": "mill", "options": [["Hash", "65536"]]}),
        json!({"game": "mill", "options": [["Learning File", "/tmp/x"]]}),
        json!({"game": "gyges", "options": [["NullMoves", "perhaps"]]}),
        json!({"game": "santorini", "options": [["First God", "hades"], ["Second God", "pan"]]}),
    ] {
        for kind in ["position", "search"] {
            let answer = page.ask(json!({"type": kind, "place": place}));
            assert_eq!(answer["type"], "error", "{kind} {answer}");
            assert!(answer["message"].as_str().is_some_and(|text| text.len() > 5), "{answer}");
        }
    }
    let preview = json!({"type": "preview", "place": {"game": "mill"}, "steps": [["place", "d4"]]});
    assert_eq!(page.ask(preview)["type"], "error");
    assert_eq!(page.position("mill", &["d6"])["side"], 1);
}

#[test]
fn a_slow_client_is_survived() {
    let server = Server::start();
    let mut quick = server.page();
    quick.position("connect-four", &[]);
    let threads = server.load().threads;
    let mut slow = server.page();
    slow.send(json!({"type": "search", "place": {"game": "connect-four"}, "lines": 10}));
    // The client sends many requests and reads no answer.
    slow.socket.get_mut().set_write_timeout(Some(Duration::from_millis(300))).expect("a time limit");
    let question = json!({"id": 5, "type": "position", "place": {"game": "santorini"}});
    // On a busy machine most requests are refused. Refusals are short, so that it takes many to fill the buffers.
    let is_refused = (0..1_000_000).any(|_| slow.socket.send(Message::text(question.to_string())).is_err());
    assert!(is_refused, "the server stops reading from a client that does not read");
    let before = server.load().memory;
    let start = Instant::now();
    for _ in 0..20 {
        assert_eq!(quick.position("connect-four", &["4"])["side"], 1);
    }
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    let after = server.load().memory;
    assert!(after < before + 32_000, "{before} kB grew to {after} kB");
    drop(slow);
    server.wait_for_threads_to_end(threads);
}

#[test]
fn tabs_that_come_and_go_leave_nothing_behind() {
    let server = Server::start();
    let threads = server.load().threads;
    let visit = |number: usize| {
        let mut page = server.page();
        page.position(["mill", "gyges", "tic-tac-toe"][number % 3], &[]);
        page.send(json!({"type": "search", "place": {"game": "mill"}, "lines": 3}));
        page.hear();
    };
    (0..5).for_each(visit);
    server.wait_for_threads_to_end(threads);
    let before = server.load().memory;
    let tabs: Vec<_> = (0..10)
        .map(|_| {
            let mut page = server.page();
            page.position("mill", &[]);
            page
        })
        .collect();
    (0..100).for_each(visit);
    let now = server.load().threads;
    assert!(now <= threads + 10 + 10, "{now} threads");
    drop(tabs);
    server.wait_for_threads_to_end(threads);
    let after = server.load().memory;
    assert!(after < before + 40_000, "{before} kB grew to {after} kB");
}

#[test]
fn more_connections_than_there_are_places_are_turned_away() {
    let server = Server::start();
    let mut pages: Vec<_> = (0..64).map(|_| server.page()).collect();
    assert!(server.get("/", server.host(), "").starts_with("HTTP/1.1 503"));
    assert_eq!(pages[63].position("tic-tac-toe", &["a1"])["side"], 1);
    drop(pages);
    wait(|| server.get("/", server.host(), ""), |answer| answer.starts_with("HTTP/1.1 200"));
    // A client that connects and leaves without a request does no harm.
    drop(TcpStream::connect(server.host()));
}

#[test]
fn a_search_answers_once_with_a_legal_move_after_its_lines() {
    let server = Server::start();
    let mut page = server.page();
    let id = page.send(json!({"type": "search", "place": {"game": "mill"}, "lines": 3}));
    let mut ranks = Vec::new();
    while ranks.len() < 12 {
        let line = page.hear();
        assert_eq!((&line["type"], &line["id"]), (&json!("line"), &json!(id)));
        ranks.push(line["rank"].as_u64().expect("a rank"));
    }
    assert!(ranks.contains(&3));
    page.send(json!({"type": "stop"}));
    let end =
        std::iter::repeat_with(|| page.hear()).find(|message| message["type"] != "line").expect("an end");
    assert_eq!((&end["type"], &end["id"]), (&json!("best"), &json!(id)));
    let mv = end["move"].as_str().expect("a move").to_owned();
    assert_eq!(page.position("mill", &[&mv])["side"], 1);
}

#[test]
fn a_search_may_have_a_level_a_time_or_clocks() {
    let server = Server::start();
    let mut page = server.page();
    let quick = json!({"type": "search", "place": {"game": "mill"}, "level": 3, "movetime": 200});
    assert!(page.ask(quick)["move"].is_string());
    let clocked =
        json!({"type": "search", "place": {"game": "mill"}, "level": 30, "clocks": [[1000, 0], [1000, 0]]});
    assert!(page.ask(clocked)["move"].is_string());
}

/// At a lower level, the engine overlooks moves at random, so that a line that was learned by heart does not
/// win every game.
#[test]
fn each_game_has_other_random_choices() {
    let server = Server::start();
    let mut answers = std::collections::BTreeSet::new();
    for _ in 0..12 {
        let mut page = server.page();
        let place = json!({"game": "mill", "moves": ["d6"]});
        let best = page.ask(json!({"type": "search", "place": place, "level": 1, "movetime": 100}));
        answers.insert(best["move"].as_str().expect("a move").to_owned());
    }
    assert!(answers.len() > 1, "{answers:?}");
}
