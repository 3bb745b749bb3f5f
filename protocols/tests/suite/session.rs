//! Whole sessions as a client sees them.

use std::thread::sleep;
use std::time::Duration;

use crate::client::Client;
use crate::takeaway::UNLUCKY;
use plywright_protocols::{Json, Ugi, UgiForm};

const A_MOMENT: Duration = Duration::from_millis(50);

#[test]
fn a_stopped_search_answers_before_the_next_readyok() {
    let mut client = Client::start();
    for _ in 0..200 {
        client.say("go infinite\nstop\nisready\n");
        client.until("bestmove t");
        assert_eq!(client.line(), "readyok");
    }
}

#[test]
fn a_search_that_panics_gives_no_answer_and_the_next_one_does() {
    let mut client = Client::start();
    let lucky = UNLUCKY + 1;
    for threads in [1, 1, 3, 3] {
        client.say(&format!("setoption name Threads value {threads}\nposition fen {lucky}\ngo depth 2\n"));
        assert_eq!(client.ask("position startpos moves t1\nstop\nisready\n"), "readyok");
        client.say("go depth 2\n");
        client.until("bestmove t");
    }
}

/// A heap of 0 stones is a finished game. The search solves a heap of 7, and cannot solve a heap of 300 in
/// time.
#[test]
fn a_search_that_must_not_answer_yet_waits() {
    let mut client = Client::start();
    for heap in [0, 7, 300] {
        for (go, end) in [
            ("go infinite", "stop"),
            ("go infinite depth 1\nponderhit", "stop"),
            ("go ponder", "stop"),
            ("go ponder depth 1", "stop"),
            ("go ponder movetime 1", "ponderhit"),
            ("go ponder wtime 100 btime 100", "ponderhit"),
        ] {
            client.say(&format!("position fen {heap}\n{go}\n"));
            client.until("info depth");
            sleep(A_MOMENT);
            client.say("isready\n");
            let early = client.until("readyok");
            assert!(!early.iter().any(|line| line.starts_with("bestmove")), "{heap}, {go}: {early:?}");
            client.say(&format!("{end}\n"));
            client.until("bestmove");
        }
    }
}

#[test]
fn long_lines_and_odd_bytes_get_one_short_complaint_each() {
    let ugi = |form| Client::speaking(Ugi::new(Some(form)));
    let json = Client::speaking(Json::default());
    assert_eq!(json.line(), r#"{"type":"started"}"#);
    for (mut client, place, question, answer) in [
        (Client::start(), "position fen", "isready", "readyok"),
        (ugi(UgiForm::Game), "position fen", "isready", "readyok"),
        (ugi(UgiForm::Gyges), "setpos data", "isready", "readyok"),
        (json, "set_position", "ping", "pong"),
    ] {
        let long = ["x".repeat(2 << 20), " y".repeat(1 << 20), format!("{place}{}", " d6".repeat(700_000))];
        let odd: [&[u8]; 7] =
            [b"\0", b"isready\0", b"ping\0", b"\xff\xfe isready", b"\xff\xfe ping", b"go \xc3", b"\x1b[2J"];
        for bytes in long.iter().map(String::as_bytes).chain(odd) {
            client.send(bytes);
            let complaint = client.ask(&format!("\n{question}\n"));
            let shown = String::from_utf8_lossy(&bytes[..bytes.len().min(80)]);
            let is_error =
                complaint.starts_with("info string ") || complaint.starts_with(r#"{"type":"error""#);
            assert!(is_error && complaint.len() < 2000, "{shown}: {complaint}");
            assert!(!complaint.contains(char::is_control), "{shown}: {complaint}");
            assert_eq!(client.line(), answer, "{shown}");
        }
    }
}

#[test]
fn the_log_has_both_sides_of_the_conversation() {
    let path = std::env::temp_dir().join(format!("plywright session {}.log", std::process::id()));
    let mut client = Client::start();
    client.say(&format!("setoption name debug log file value {}\nisready\n", path.display()));
    client.until("readyok");
    client.say("setoption name Debug Log File value\nisready\nsetoption name Debug Log File value /\n");
    client.until("readyok");
    assert!(client.line().starts_with("info string setoption: cannot write to '/'"));
    let log = std::fs::read_to_string(&path).expect("a log");
    std::fs::remove_file(&path).expect("a log to remove");
    let lines: Vec<_> = log.lines().filter_map(|line| line.trim_start().split_once(' ')).collect();
    assert!(lines.iter().all(|(time, _)| time.parse::<f64>().is_ok()), "{log}");
    let texts: Vec<_> = lines.iter().map(|(_, text)| *text).collect();
    assert_eq!(texts, ["> isready", "< readyok", "> setoption name Debug Log File value"]);
}
