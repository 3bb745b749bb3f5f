//! Tests the Universal Gyges Interface from a client's side. Its clients read the words after `info` as pairs of name
//! and value, so their number must be even. A match program reads the third and the fifth word after `bestmove` as
//! numbers.

use std::collections::BTreeSet;

use crate::client::Client;
use plywright_protocols::Ugi;

/// Returns the words of a line after `info`; `None` if the line begins with another word.
fn info(line: &str) -> Option<Vec<&str>> {
    line.strip_prefix("info ").map(|words| words.split_whitespace().collect())
}

#[test]
fn infos_and_answers_of_the_older_interface_are_pairs() {
    let mut client = Client::speaking(Ugi::default());
    client.say("setpos data 40\nsetoption maxPly 7\nsetoption Hash 1\nisready\ngo\n");
    assert_eq!(client.line(), "readyok");
    let lines = client.until("bestmove");
    let plies: Vec<&str> = lines.iter().filter_map(|line| Some(info(line)?[1])).collect();
    assert_eq!(plies.last(), Some(&"7"), "{lines:?}");
    let (mut lengths, mut last) = (BTreeSet::new(), None);
    for words in lines.iter().filter_map(|line| info(line)) {
        // The words are `ply N bestmove MOVE score N nodes N nps N`, and then `time SECONDS pv MOVE ...`.
        let names: Vec<&str> = words.chunks(2).map(|pair| pair[0]).take(7).collect();
        assert_eq!(names, ["ply", "bestmove", "score", "nodes", "nps", "time", "pv"]);
        let ([_, _, _, first, _, score, ..], [_, time, _, pv @ ..]) = words.split_at(10) else {
            panic!("{words:?}")
        };
        assert!(score.parse::<i32>().is_ok() && time.parse::<f64>().is_ok(), "{words:?}");
        let moves: Vec<_> = pv.iter().filter(|word| word.starts_with('t')).collect();
        let filler = if moves.len() % 2 == 0 { &["null"][..] } else { &[] };
        assert_eq!((&pv[moves.len()..], *first), (filler, pv[0]), "{words:?}");
        lengths.insert(moves.len());
        last = Some((*first, *score));
    }
    assert!(lengths.iter().any(|length| length % 2 == 0), "no even number of moves: {lengths:?}");
    let answer: Vec<&str> = lines.last().map(|line| line.split(' ').collect()).unwrap_or_default();
    let ["bestmove", best, "score", score, "time", seconds] = answer[..] else { panic!("{answer:?}") };
    assert_eq!(Some((best, score)), last);
    assert!(seconds.parse::<f64>().is_ok_and(|seconds| (0.0..60.0).contains(&seconds)), "{seconds}");
}

#[test]
fn errors_of_the_older_interface_are_pairs() {
    let mut client = Client::speaking(Ugi::default());
    for line in ["joho", "joho joho", "setpos nowhere", "setpos", "setoption Hash x", "setoption maxPly x"] {
        let answer = client.ask(&format!("{line}\n"));
        assert_eq!(info(&answer).map(|words| words.len() % 2), Some(0), "{answer}");
    }
}
