//! The answer of a search.

use std::time::Duration;

use super::{Row, ready};
use crate::support::Client;

pub const ROWS: &[Row] = &[
    ("24 go on a finished game answers at once", finished),
    ("28 bestmove stands alone on its line", alone),
    ("33 no line is JSON", no_json),
];

fn finished() {
    let mut client = ready();
    client.say("position fen OOO*****/********/******@@ b m s 3 0 2 0 0 0 0 0 0 0 0 0 20");
    for go in ["go", "go infinite", "go depth 5", "go wtime 1000 btime 1000", "go ponder"] {
        let (lines, time) = client.time(go, "bestmove");
        assert_eq!(lines, ["bestmove -"], "{go}");
        assert!(time < Duration::from_millis(50), "{go}: {time:?}");
    }
    client.quit();
    let mut client = Client::start(&["--game", "tic-tac-toe"]);
    client.say("position startpos moves a3 a2 b3 b2 c3");
    assert_eq!(client.ask("go", "bestmove"), ["bestmove -"]);
    client.quit();
}

fn alone() {
    let mut client = ready();
    for go in ["go depth 1", "go depth 4", "go nodes 100", "go infinite\nstop", "go movetime 50"] {
        let lines = client.ask(go, "bestmove");
        assert!(lines.iter().any(|line| line.contains(" pv ")), "{go}");
        let words: Vec<&str> = lines[lines.len() - 1].split(' ').collect();
        assert!(matches!(words[..], ["bestmove", _] | ["bestmove", _, "ponder", _]), "{words:?}");
        assert!(lines.iter().rev().skip(1).all(|line| !line.contains("bestmove")));
    }
    client.quit();
}

fn no_json() {
    for game in ["mill", "connect-four", "tic-tac-toe"] {
        let mut client = Client::start(&["--game", game]);
        client.say("uci\nisready\nd\neval\nmoves\nfen\nhelp\nnonsense\ngo depth 2");
        client.until("bestmove");
        client.ask("go perft 2", "Nodes searched");
        client.ask("bench 2", "Nodes searched");
        for line in client.quit().lines {
            assert!(serde_json::from_str::<serde_json::Value>(&line).is_err(), "{line}");
        }
    }
}
