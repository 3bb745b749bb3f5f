//! UGI as its clients see it.

use std::collections::BTreeSet;

use crate::client::Client;
use plywright::Protocol;
use plywright_protocols::{Ugi, UgiForm};

fn client() -> Client {
    Client::speaking(Ugi::default())
}

/// The words after `info` if the line begins with it.
fn info(line: &str) -> Option<Vec<&str>> {
    line.strip_prefix("info ").map(|words| words.split_whitespace().collect())
}

#[test]
fn a_match_program_needs_no_rules() {
    let mut client = client();
    client.say("ugi\n");
    let lines = client.until("ugiok");
    assert!(lines[0].starts_with("id name ") && lines[1].starts_with("id author "));
    assert!(lines.contains(&"option name maxPly type spin default 0 min 0 max 200".to_owned()));
    assert!(lines.contains(&"option name Last Stone Loses type check default false".to_owned()));
    client.say("setoption name hash value 1\nisready\nuginewgame\nisready\n");
    assert_eq!([client.line(), client.line()], ["readyok", "readyok"]);
    assert_eq!(client.ask("position startpos\nquery p1turn\n"), "response true");
    assert_eq!(client.ask("query gameover\n"), "response false");
    assert_eq!(client.ask("query result\n"), "response none");
    assert_eq!(client.ask("position startpos moves t1\nquery p1turn\n"), "response false");
    assert_eq!(client.ask("query fen\n"), "response 299");
    for go in ["depth 3", "nodes 500", "movetime 20", "p1time 1000 p2time 1000 p1inc 10 p2inc 10"] {
        client.say(&format!("go {go}\n"));
        let lines = client.until("bestmove");
        let last = lines.last().expect("a move");
        assert_eq!(last.split(' ').count(), 2, "{last}");
        let totals = info(&lines[lines.len() - 2]).expect("the totals");
        assert_eq!([totals[0], totals[2], totals[4]], ["nodes", "nps", "time"], "{go}");
    }
    assert_eq!(client.part(), [""; 0]);
}

#[test]
fn the_engine_is_the_referee() {
    let mut client = client();
    for (setup, result) in [
        ("position fen 3 moves t3", "p1win"),
        ("position fen 3 moves t1 t2", "p2win"),
        ("position fen 3\nmoves t2 t1", "p2win"),
        ("position fen 3\nmoves t1\nmoves t1\nmoves t1", "p1win"),
        ("position fen 3\nsetoption name last stone loses value true\nmoves t3", "p2win"),
    ] {
        assert_eq!(client.ask(&format!("{setup}\nquery result\n")), format!("response {result}"), "{setup}");
        assert_eq!(client.ask("query gameover\n"), "response true");
        assert_eq!(client.ask("query islegal t1\n"), "response false");
        assert!(client.ask("go depth 3\n").starts_with("info depth 0 "), "{setup}");
        assert!(client.line().starts_with("info nodes 0 nps 0 time "), "{setup}");
        assert_eq!(client.line(), "bestmove -");
    }
    for (mv, legal) in [("t2", true), ("T2", true), ("t3", false), ("x", false)] {
        let answer = client.ask(&format!("position fen 2\nquery islegal {mv}\n"));
        assert_eq!(answer, format!("response {legal}"), "{mv}");
    }
}

#[test]
fn distances_are_plies() {
    let mut client = client();
    client.say("position fen 7\ngo depth 9\n");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate 3 ")), "{lines:?}");
    client.say("position fen 4\ngo depth 9\n");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains(" score mate -2 ")), "{lines:?}");
}

#[test]
fn moves_that_cannot_be_played_change_nothing() {
    let mut client = client();
    assert_eq!(
        client.ask("position fen 9\nmoves t3 t4\n"),
        "info string moves: move 2: 't4' is not a legal move here"
    );
    assert_eq!(client.ask("query fen\n"), "response 9");
    assert_eq!(
        client.ask("position fen x\nquery fen\n"),
        "info string position: cannot read position: heap is 'x', expected a number of stones"
    );
    assert_eq!(client.line(), "response 9");
    assert_eq!(
        client.ask("query weather\n"),
        "info string query: the question is 'weather', expected p1turn, gameover, result, islegal or fen"
    );
}

#[test]
fn infos_of_the_older_interface_are_pairs() {
    let mut client = client();
    client.say("setpos data 40\nsetoption maxPly 7\nsetoption Hash 1\nisready\ngo\n");
    assert_eq!(client.line(), "readyok");
    let lines = client.until("bestmove");
    let plies: Vec<&str> = lines.iter().filter_map(|line| Some(info(line)?[1])).collect();
    assert_eq!(plies.last(), Some(&"7"), "{lines:?}");
    let mut lengths = BTreeSet::new();
    for words in lines.iter().filter_map(|line| info(line)) {
        let names: Vec<&str> = words.chunks(2).map(|pair| pair[0]).take(7).collect();
        assert_eq!(names, ["ply", "bestmove", "score", "nodes", "nps", "time", "pv"]);
        assert_eq!((words.len() % 2, words[3]), (0, words[13]));
        let moves: Vec<_> = words[13..].iter().filter(|word| word.starts_with('t')).collect();
        let filler = if moves.len() % 2 == 0 { &["null"][..] } else { &[] };
        assert_eq!(&words[13 + moves.len()..], filler, "{words:?}");
        lengths.insert(moves.len());
        assert!(words[5].parse::<i32>().is_ok() && words[11].parse::<f64>().is_ok());
    }
    assert!(lengths.iter().any(|length| length % 2 == 0), "lines of every length are whole: {lengths:?}");
    assert_eq!(lines.last().map(|line| line.split(' ').count()), Some(2));
    for line in ["joho", "joho joho", "setpos nowhere", "setpos", "setoption Hash x", "setoption maxPly x"] {
        let answer = client.ask(&format!("{line}\n"));
        assert_eq!(info(&answer).map(|words| words.len() % 2), Some(0), "{answer}");
    }
    assert!(client.ask("setpos data 0\ngo\n").starts_with("info ply 0 bestmove null score -32000 nodes 0 "));
    assert_eq!(client.line(), "bestmove null");
    assert_eq!(client.ask("stop\nisready\n"), "readyok");
}

#[test]
fn named_positions_are_set_up() {
    let mut client = client();
    for (setup, text) in [("start", "300"), ("small", "5"), ("SMALL", "5"), ("data 17", "17")] {
        assert_eq!(client.ask(&format!("setpos {setup}\nquery fen\n")), format!("response {text}"));
    }
    assert_eq!(client.ask("setpos large\n"), "info string note: setpos: no position is called 'large'");
}

#[test]
fn only_what_both_share_is_written_before_one_is_known() {
    let mut client = client();
    client.say("ugi\nisready\ngo\n");
    client.until("readyok");
    assert!(client.line().starts_with("bestmove t"));
    assert_eq!(client.part(), [""; 0]);
}

#[test]
fn a_chosen_interface_stays() {
    let mut client = Client::speaking(Ugi::new(Some(UgiForm::Gyges)));
    client.say("ugi\n");
    let options: Vec<String> =
        client.until("ugiok").into_iter().filter(|line| line.starts_with("option")).collect();
    assert_eq!(options[..2], ["option maxPly", "option maxTime"]);
    assert!(options.contains(&"option Last Stone Loses".to_owned()));
    client.say("position fen 40\ngo depth 3\n");
    assert!(client.line().starts_with("info ply 1 bestmove t"));
    let mut client = Client::speaking(Ugi::new(Some(UgiForm::Game)));
    client.say("setpos data 40\ngo\n");
    assert!(client.line().starts_with("info depth 1 "));
}

#[test]
fn the_first_line_may_choose() {
    for (line, answer) in [
        ("ugi", "ugiok"),
        ("setpos start\nugi", "ugiok"),
        ("setoption maxPly 3\nugi", "ugiok"),
        ("uci", "uciok"),
        ("isready", "readyok"),
        ("  \t\n\nugi", "ugiok"),
    ] {
        let mut client = Client::detected(Protocol::Uci);
        client.say(&format!("{line}\n"));
        client.until(answer);
        assert_eq!(client.part(), [""; 0]);
    }
    let mut client = Client::detected(Protocol::Uci);
    client.say("setpos start\nsetoption maxPly 2\ngo\n");
    assert!(client.line().starts_with("info ply 1 bestmove t"));
}

/// A line common to all protocols selects the expected protocol.
#[test]
fn the_expected_protocol_is_chosen_by_common_words() {
    let mut client = Client::detected(Protocol::Ugi);
    assert_eq!(client.ask("isready\n"), "readyok");
    client.say("ugi\n");
    client.until("ugiok");
}

/// With a detected form, the list of options takes the form of the interface known at that time.
#[test]
fn options_are_listed_in_the_form_of_the_interface() {
    for (before, option) in [
        ("", "option name maxPly type spin default 0 min 0 max 200"),
        ("setpos start\n", "option maxPly"),
        ("position startpos\n", "option name maxPly type spin default 0 min 0 max 200"),
    ] {
        let mut client = Client::detected(Protocol::Ugi);
        client.say(&format!("{before}ugi\n"));
        assert_eq!(client.until("option")[2], option, "{before}");
    }
}

#[test]
fn a_refused_position_is_told_again_by_go() {
    let mut client = client();
    let refusal = client.ask("setpos data 7\nsetpos nowhere\n");
    assert_eq!(refusal, "info string note: setpos: no position is called 'nowhere'");
    assert_eq!(client.ask("go\n"), refusal);
    client.until("bestmove t");
    let refusal = client.ask("moves t3 t9\n");
    assert_eq!(client.ask("go\n"), refusal);
    client.until("bestmove t");
    let refusal = client.ask("setpos\n");
    assert!(refusal.contains("setpos: the first word is missing"));
    assert_eq!(client.ask("go\n"), refusal);
    client.until("bestmove t");
    client.say("setpos data 7\ngo\n");
    assert!(client.line().starts_with("info ply 1 "));
}

#[test]
fn what_is_missing_is_named() {
    let mut client = client();
    for (request, complaint) in [
        ("position", "position: the first word is missing, expected startpos or fen"),
        ("position fen", "position: the position text is missing, expected a position"),
        ("setoption name", "setoption: the name is missing, expected an option's name"),
        ("setoption name value 3", "setoption: the name is missing, expected an option's name"),
        ("setoption name maxPly value", "setoption: maxPly is missing, expected a whole number, at least 0"),
        ("query", "query: the question is missing, expected p1turn, gameover, result, islegal or fen"),
        ("query islegal", "query: the move is missing, expected a move"),
        ("setpos", "setpos: the first word is missing, expected start, data or the name of a position"),
        ("setpos data ", "setpos: the position text is missing, expected a position"),
        ("setoption", "setoption: the name is missing, expected an option's name and its value"),
        (" . ", "'.' is not a command"),
    ] {
        assert_eq!(client.ask(&format!("{request}\n")), format!("info string {complaint}"));
    }
}
