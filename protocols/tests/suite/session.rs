//! Sessions in which something goes wrong or lasts long, as a client sees them: panics, slow searches, huge lines, and
//! the end of the input. Also that the value of an option gives the same rules in upper and in lower case.

use std::thread::sleep;
use std::time::Duration;

use crate::client::Client;
use crate::takeaway::{PANICKING_EVALUATION, PANICKING_MOVES, REASON, SLOW_EVALUATION, Takeaway};
use plywright::Protocol;
use plywright::engine::game_of;
use plywright_protocols::{Ugi, UgiForm};

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

/// With three threads, the panic may occur in a helper thread of the search.
#[test]
fn a_search_that_panics_says_why_and_answers() {
    let forms = [None, Some(UgiForm::Game), Some(UgiForm::Gyges)];
    for (form, place) in forms.into_iter().zip(["position fen", "position fen", "setpos data"]) {
        let mut client = form.map_or_else(Client::start, |form| Client::speaking(Ugi::new(Some(form))));
        for (threads, algorithm) in [(1, 0), (3, 0), (1, 1), (3, 1), (1, 2), (1, 3), (3, 3)] {
            client.say(&format!("setoption name Threads value {threads}\n"));
            client.say(&format!("setoption name Algorithm value {algorithm}\n"));
            // The algorithms 0 to 2 are alpha-beta, PVS and MTD(f). Algorithm 3, Monte Carlo tree search, plays random
            // games instead of evaluating, so another method of the game must panic.
            let culprit = if algorithm == 3 { PANICKING_MOVES } else { PANICKING_EVALUATION };
            for heap in [culprit + 1, culprit + 2, culprit + 4] {
                client.say(&format!("{place} {heap}\ngo depth 4\n"));
                let lines = client.until("bestmove t");
                let is_reason = |line: &&String| line.starts_with("info string ") && line.contains(REASON);
                let reasons = lines.iter().filter(is_reason).count();
                assert_eq!(reasons, 1, "{threads}, {algorithm}, {heap}: {lines:#?}");
            }
            client.say(&format!("{place} 9\ngo depth 2\n"));
            let lines = client.until("bestmove t");
            assert!(!lines.iter().any(|line| line.contains(REASON)), "{lines:#?}");
        }
    }
}

#[test]
fn the_answer_after_a_panic_is_the_best_move_so_far() {
    let mut client = Client::start();
    client.say(&format!("position fen {}\ngo depth 9\n", PANICKING_EVALUATION + 10));
    let lines = client.until("bestmove ");
    let pv = lines.iter().rev().find_map(|line| line.split(" pv ").nth(1)).expect("a line before the panic");
    let first = pv.split(' ').next().expect("a move");
    assert_eq!(lines.last(), Some(&format!("bestmove {first}")), "{lines:#?}");
}

#[test]
fn an_infinite_search_that_panics_answers_after_the_stop() {
    let mut client = Client::start();
    client.say(&format!("position fen {}\ngo infinite\n", PANICKING_EVALUATION + 1));
    assert!(client.until("info string ").concat().contains(REASON));
    sleep(A_MOMENT);
    assert_eq!(client.ask("isready\n"), "readyok");
    assert!(client.ask("stop\n").starts_with("bestmove t"));
}

#[test]
fn an_analysis_that_panics_answers_in_objects() {
    let mut client = Client::greeted();
    for heap in [PANICKING_EVALUATION, PANICKING_EVALUATION + 1, PANICKING_EVALUATION + 4] {
        client
            .say(&format!("{{\"type\":\"set_position\",\"state\":\"{heap}\",\"limits\":{{\"depth\":6}}}}\n"));
        let mut lines = vec![client.line()];
        while !lines[lines.len() - 1].contains(r#""trigger":"stop_flag""#) {
            lines.push(client.line());
        }
        let error = lines.iter().find(|line| line.starts_with(r#"{"type":"error","command":"set_position""#));
        assert!(error.is_some_and(|error| error.contains(REASON)), "{lines:#?}");
        assert!(lines[lines.len() - 1].contains(r#""action_str":"t"#), "{lines:#?}");
    }
    client.say("set_position 9\n");
    while !client.line().contains(r#""trigger":"end_of_line""#) {}
}

/// One evaluation of a heap of [`SLOW_EVALUATION`] stones takes much longer than the time after which the session stops
/// the search.
#[test]
fn a_search_answers_after_the_end_of_the_input_however_slow_it_is() {
    let mut client = Client::start();
    client.say(&format!("position fen {}\ngo depth 1", SLOW_EVALUATION + 1));
    let lines = client.close();
    assert!(lines.last().is_some_and(|line| line.starts_with("bestmove t")), "{lines:#?}");
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
    for (mut client, place, question, answer) in [
        (Client::start(), "position fen", "isready", "readyok"),
        (ugi(UgiForm::Game), "position fen", "isready", "readyok"),
        (ugi(UgiForm::Gyges), "setpos data", "isready", "readyok"),
        (Client::greeted(), "set_position", "ping", "pong"),
    ] {
        let moves = |count| format!("{place}{}", " d6".repeat(count));
        let (command, word) = (place.split(' ').next().unwrap_or_default(), "x".repeat(2 << 20));
        let [name, path] =
            [command, "setoption name Debug Log File value"].map(|text| format!("{text} {word}"));
        let long = [word, name, path, " y".repeat(1 << 20), moves(700_000), moves(17_000_000)];
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

/// If the mark were kept, the first word would belong to no protocol, and the line would select `expected`.
#[test]
fn a_byte_order_mark_before_the_first_line_is_skipped() {
    for (expected, line, answer) in [
        (Protocol::Uci, "ugi", "ugiok"),
        (Protocol::Uci, "ping", "pong"),
        (Protocol::Json, "{\"type\":\"ping\"}", "{\"type\":\"pong\"}"),
    ] {
        let mut client = Client::detected(expected);
        client.say(&format!("\u{feff}{line}\nquit\n"));
        let lines = client.close();
        assert!(lines.iter().any(|said| said == answer), "{line}: {lines:?}");
    }
}

#[test]
fn too_many_moves_are_refused_and_the_position_stays() {
    let game = Client::speaking(Ugi::new(Some(UgiForm::Game)));
    for mut client in [Client::start(), game] {
        client.say("position fen 60000\n");
        let long = " t1".repeat(3_000_000);
        client.send(format!("position fen 60000 moves{long}\n").as_bytes());
        let complaint = client.ask("isready\n");
        assert!(complaint.contains("more than 100000 moves"), "{complaint}");
        assert_eq!(client.line(), "readyok");
        assert!(client.ask("fen\n").ends_with("60000"), "the position stays");
    }
}

#[test]
fn a_search_repeats_that_a_position_is_not_text() {
    let mut client = Client::start();
    client.send(b"position fen \xff\n");
    let complaint = client.ask("go depth 1\n");
    assert!(complaint.contains("is not UTF-8"), "{complaint}");
    assert_eq!(client.line(), complaint);
    client.until("bestmove t");
    client.say("position fen 7\ngo depth 1\n");
    assert!(!client.until("bestmove t").contains(&complaint), "a position was accepted");
}

#[test]
fn too_many_moves_to_search_are_reported_and_the_search_starts() {
    let mut client = Client::start();
    client.say("position fen 7\n");
    client.send(format!("go depth 1 searchmoves{}\n", " t1".repeat(1_000_000)).as_bytes());
    let complaint = client.line();
    assert!(complaint.ends_with("expected at most 10000 moves"), "{complaint}");
    assert!(client.until("bestmove").concat().contains("bestmove t1"));
}

#[test]
fn moves_of_earlier_lines_count() {
    let mut client = Client::speaking(Ugi::new(Some(UgiForm::Game)));
    client.send(format!("position fen 62000 moves{}\n", " t1".repeat(60_000)).as_bytes());
    client.send(format!("moves{}\nisready\n", " t1".repeat(60_000)).as_bytes());
    assert!(client.line().contains("more than 100000 moves"));
}

#[test]
fn the_letters_of_a_value_make_no_other_rules() {
    let game = game_of::<Takeaway>();
    let mut engine = game.engine(None).expect("an engine");
    engine.set_option("last stone loses", "TRUE").expect("a rule");
    for value in ["true", " True "] {
        let rules = game.with("Last Stone Loses", value).expect("a rule");
        assert_eq!(rules.facts(), engine.dyn_game().facts());
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
