//! Sessions as clients see them when commands overlap.

use std::time::Duration;

use crate::client::Client;
use crate::takeaway::UNLUCKY;

const A_MOMENT: Duration = Duration::from_millis(150);

#[test]
fn the_handshake_names_the_game_and_its_options() {
    let mut client = Client::start();
    client.say("uci\n");
    let lines = client.until("uciok");
    assert!(lines[0].starts_with("id name Plywright") && lines[0].ends_with("(takeaway)"));
    assert!(lines.contains(&"option name Last Stone Loses type check default false".to_owned()));
    assert!(lines.contains(&"option name Debug Log File type string default <empty>".to_owned()));
    assert_eq!(client.part(), [""; 0]);
}

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

#[test]
fn a_finished_game_has_a_score() {
    let mut client = Client::start();
    client.say("position fen 0\ngo\n");
    assert!(client.line().starts_with("info depth 0 seldepth 0 multipv 1 score mate 0 nodes 0 "));
    assert_eq!(client.line(), "bestmove -");
}

#[test]
fn an_endless_search_of_a_finished_game_waits_for_stop() {
    let mut client = Client::start();
    for (go, end) in [("go infinite", "stop"), ("go ponder", "stop"), ("go ponder movetime 1", "ponderhit")] {
        client.say(&format!("position fen 0\n{go}\n"));
        assert!(client.line().contains(" score mate 0 "));
        std::thread::sleep(A_MOMENT / 3);
        assert_eq!(client.ask("isready\n"), "readyok", "{go}");
        assert_eq!(client.ask(&format!("{end}\n")), "bestmove -", "{go}");
    }
}

#[test]
fn the_developer_mode_tells_the_course_of_a_search_once_it_was_set() {
    let mut client = Client::start();
    client.say("position fen 4\ngo depth 3\n");
    let is_verbose = |line: &String| line.starts_with("debug: ");
    assert!(!client.until("bestmove").iter().any(is_verbose), "not by default");
    client.say("setoption name DeveloperMode value true\ngo depth 3\n");
    let lines = client.until("bestmove");
    let verbose: Vec<&String> = lines.iter().filter(|line| is_verbose(line)).collect();
    assert_eq!(verbose.len(), 3, "{lines:?}");
    assert_eq!((verbose[0], &lines[0]), (&"debug: Search starting at depth 1".to_owned(), verbose[0]));
    let [nodes, time] = ["debug: Node count: ", ", time: "];
    assert!(verbose[1].starts_with(nodes) && verbose[1].contains(time) && verbose[1].ends_with("ms"));
    let best = &lines[lines.len() - 1]["bestmove ".len()..];
    let best = best.split(' ').next().expect("a move");
    assert!(verbose[2].starts_with(&format!("debug: Best move found: {best}, score: ")), "{lines:?}");
    client.say("setoption name IDS value false\ngo depth 3\n");
    assert_eq!(client.until("bestmove")[0], "debug: Search starting at depth 3");
    client.say("setoption name DeveloperMode value false\ngo depth 3\n");
    assert!(!client.until("bestmove").iter().any(is_verbose));
}

#[test]
fn an_option_that_makes_the_options_odd_is_reported_at_once() {
    let mut client = Client::start();
    let warning = "info string setoption: odd options";
    assert_eq!(client.ask("setoption name Odd value true\n"), warning);
    // The warning is not repeated while nothing changes, and is absent once the option is valid.
    client.say("setoption name Hash value 1\nsetoption name Odd value false\nisready\n");
    assert_eq!(client.line(), "readyok");
    client.say("setoption name DeveloperMode value false\nsetoption name Odd value true\nisready\n");
    assert_eq!(client.line(), "readyok");
}

#[test]
fn moves_that_cannot_be_searched_are_reported() {
    let mut client = Client::start();
    client.say("position fen 2\ngo depth 1 searchmoves t3 t1\n");
    assert_eq!(client.line(), "info string go: searchmoves: 't3' is not a legal move here");
    assert_eq!(client.until("bestmove").last().map(String::as_str), Some("bestmove t1"));
    client.say("go depth 1 searchmoves t3\n");
    assert_eq!(client.line(), "info string go: searchmoves: 't3' is not a legal move here");
    assert_eq!(client.line(), "info string go: searchmoves: no legal move is left, so all are searched");
    client.until("bestmove");
    client.say("setoption name DeveloperMode value false\ngo depth 1 searchmoves t3\n");
    assert!(client.line().starts_with("info depth"));
}

#[test]
fn a_running_search_keeps_its_position_and_options() {
    let mut client = Client::start();
    client.say("position fen 2\ngo infinite\nposition fen 1\nsetoption name last stone loses value true\n");
    client.until("info depth");
    client.say("stop\n");
    assert!(client.until("bestmove").last().is_some_and(|line| line.starts_with("bestmove t2")));
    client.say("go\n");
    let lines = client.until("bestmove");
    assert!(lines.iter().any(|line| line.contains("score mate -")), "{lines:?}");
}

#[test]
fn a_ponderhit_does_not_end_an_endless_search() {
    let mut client = Client::start();
    client.say("position fen 3\ngo infinite depth 5\nponderhit\n");
    client.until("info depth");
    std::thread::sleep(A_MOMENT);
    client.say("isready\n");
    assert!(client.until("readyok").iter().all(|line| !line.starts_with("bestmove")));
    client.say("stop\n");
    client.until("bestmove t3");
}

#[test]
fn errors_change_nothing_and_are_silenced_by_the_option() {
    let mut client = Client::start();
    client.say("position fen 7 moves t3\nposition fen x\nposition fen 9 moves t3 t4\nfen\n");
    assert_eq!(
        client.line(),
        "info string position: cannot read position: heap is 'x', expected a number of stones"
    );
    assert_eq!(client.line(), "info string position: move 2: 't4' is not a legal move here");
    assert_eq!(client.line(), "Fen: 4");
    client.say("setoption name DeveloperMode value false\nposition fen x\nxyzzy\ngo depth x\n");
    assert!(client.until("bestmove").iter().all(|line| !line.starts_with("info string")));
    client.say("debug on\nxyzzy\n");
    assert_eq!(client.line(), "info string 'xyzzy' is not a command");
}

#[test]
fn a_refused_position_is_told_again_by_go() {
    let mut client = Client::start();
    let refusal = client.ask("position fen 7\nposition fen x\n");
    for go in ["go depth 3", "go nodes 50"] {
        assert_eq!(client.ask(&format!("{go}\n")), refusal);
        client.until("bestmove t3");
    }
    let refusal = client.ask("position nowhere\n");
    assert_eq!(client.ask("go depth 1\n"), refusal);
    client.until("bestmove t3");
    client.say("position fen 7\ngo depth 1\n");
    assert!(client.line().starts_with("info depth 1 "));
    client.until("bestmove t3");
    client.say("position fen x\nucinewgame\ngo depth 1\n");
    assert_eq!(
        client.line(),
        "info string position: cannot read position: heap is 'x', expected a number of stones"
    );
    assert!(client.line().starts_with("info depth 1 "));
}

#[test]
fn counts_are_told_and_can_be_stopped() {
    let mut client = Client::start();
    client.say("go perft 3\n");
    let lines = client.until("Nodes searched");
    assert_eq!((lines[0].as_str(), lines.last().map(String::as_str)), ("t1: 9", Some("Nodes searched: 27")));
    client.say("go perft 60\nisready\nstop\n");
    assert_eq!(client.line(), "readyok");
    assert_eq!(client.line(), "info string stopped before the end");
    client.say("bench 3\nisready\n");
    client.until("Nodes searched");
    assert!(client.part().len() <= 1);
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
