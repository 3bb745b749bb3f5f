//! Answers to searches.

use std::time::Duration;

use super::speech::{EVERY, Until, WORDS, text};
use super::{Dialect, Row, Site};
use crate::stopwatch::expect_in_time;

pub const ROWS: &[Row] = &[
    Row::new("24 go on a finished game answers at once", WORDS, finished).timed(),
    Row::new("28 bestmove stands alone on its line", WORDS, alone).once(),
    Row::new("33 in JSON every line parses, elsewhere none does", EVERY, json_or_not),
];

fn finished(site: &Site) {
    let mut client = site.start();
    client.say(&site.dialect.place(&site.board.over));
    let go: &[&str] = if site.dialect == Dialect::Uci {
        &["go", "go depth 5", "go wtime 1000 btime 1000", "go searchmoves zz", "go mate 2"]
    } else {
        &["go", "go depth 5", "go p1time 1000 p2time 1000", "go movetime 500"]
    };
    let none = if site.dialect == Dialect::Gyges { "bestmove null" } else { "bestmove -" };
    for go in go {
        expect_in_time(Duration::from_millis(50), go, || {
            let stopwatch = client.stopwatch();
            let lines = site.search(&mut client, go);
            assert_eq!(lines.last().map(String::as_str), Some(none), "{go}: {lines:?}");
            stopwatch.own_time()
        });
    }
    client.quit();
}

fn alone(site: &Site) {
    let mut client = site.start();
    let untils =
        [Until::Depth(1), Until::Depth(3), Until::Nodes(100), Until::Milliseconds(20), Until::Stopped];
    for until in untils {
        let lines =
            site.search(&mut client, &format!("{}\nstop", site.dialect.search(&site.board.open, until)));
        let words: Vec<&str> = lines[lines.len() - 1].split(' ').collect();
        let fits = match words[..] {
            ["bestmove", _] => true,
            // Clients of the other protocols accept only two words.
            ["bestmove", _, "ponder", _] => site.dialect == Dialect::Uci,
            _ => false,
        };
        assert!(fits, "{words:?}");
        let starts = |line: &String| line.starts_with("info ");
        assert!(lines[..lines.len() - 1].iter().all(starts), "{lines:?}");
    }
    client.quit();
}

fn json_or_not(site: &Site) {
    let mut client = site.start();
    for line in
        ["d", "eval", "moves", "fen", "help", "nonsense", "query result", "next_moves", "{\"type\":\"ping\"}"]
    {
        client.say(line);
    }
    client.say(&format!("next_moves {}", site.board.open));
    site.search(&mut client, &site.dialect.search(&site.board.open, Until::Depth(2)));
    if site.dialect == Dialect::Uci {
        client.ask("go perft 2", "Nodes searched");
        client.ask("bench 2", "Nodes searched");
    }
    site.settle(&mut client);
    for line in client.quit().lines {
        let parses = serde_json::from_str::<serde_json::Value>(&line).is_ok();
        assert_eq!(parses, site.dialect.is_json() && line != "pong", "{line}");
        assert!(!site.dialect.is_json() || line == "pong" || !text(&line, "type").is_empty(), "{line}");
    }
}
