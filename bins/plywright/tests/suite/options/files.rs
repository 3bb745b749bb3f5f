//! Options that name files.

use std::fs;

use plywright::network::{self, Features, Network, Provenance, Weights};
use plywright_mill::PointsAndLines;

use super::{last, with};
use crate::client::Client;
use crate::program::Folder;

/// A position that looks slightly better for the side to move. It wins in four moves, which a search of ten
/// plies shows. The last move was the mistake.
const BEFORE: &str = "position startpos moves e3 f2 b4 g7 d7 a1 b2 g1 c5 d2 c4 d5 a4 xa1 e5 d6 c3 d1 a7 \
                      d6-f6 g7-g4 d7-d6 d2-d3 f6-f4 a7-d7 d6-b6 xe5 d5-e5 b6-d6 e5-d5 a4-a7 d7-g7 xd6 a7-d7";
const MISTAKE: &str = "d3-d2";

fn learning_from(path: &str) -> Client {
    with(&[&format!("Learning File value {path}")])
}

/// Score of the mistake after a shallow search.
fn glance(mut client: Client) -> String {
    let lines = client.ask(&format!("{BEFORE}\ngo depth 2 searchmoves {MISTAKE}"), "bestmove");
    client.quit();
    let score = lines.iter().rev().find_map(|line| line.split_once(" score ")).map_or("", |(_, score)| score);
    score.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

pub fn learning_file() {
    let folder = Folder::new();
    let path = folder.file("what was learned");
    assert!(glance(with(&[])).starts_with("cp "), "a glance does not show it");
    let mut client = learning_from(&path);
    let lines = client.ask(&format!("{BEFORE} {MISTAKE}\ngo depth 10"), "bestmove");
    assert!(
        lines[0].contains(" score cp ") && lines[lines.len() - 2].contains(" score mate 4 "),
        "{lines:#?}"
    );
    client.quit();
    let kept = folder.text("what was learned");
    assert_eq!(kept.lines().count(), 2, "a header and a position: {kept}");
    assert!(
        kept.lines()
            .all(|line| line.starts_with("plywright-learning ") || line.starts_with("nine-mens-morris "))
    );
    assert_eq!(glance(learning_from(&path)), "mate -4");
    // A file of the first version that wrote one.
    fs::write(&path, include_str!("../../data/learned.txt")).expect("a file");
    assert_eq!(glance(learning_from(&path)), "mate -4");

    fs::write(&path, "someone else's\n").expect("a file");
    let mut client = Client::start(&[]);
    let lines = client.ask(&format!("setoption name Learning File value {path}\nisready"), "readyok");
    assert!(lines.len() == 2 && lines[0].starts_with("info string setoption: cannot use the learning file"));
    assert!(client.ask("go depth 3", "bestmove").iter().all(|line| !line.contains("string")));
    client.quit();
    assert_eq!(folder.text("what was learned"), "someone else's\n");
}

/// A network that scores every position as a win, in a truncated file and in a whole one.
pub fn network() {
    let weights = Weights {
        rows: vec![0; PointsAndLines::COUNT * 32],
        bias: vec![0; 32],
        output: vec![0; 2 * PointsAndLines::BUCKETS * 32],
        output_bias: vec![1 << 24; PointsAndLines::BUCKETS],
    };
    let network = Network::new(PointsAndLines::NAME, Provenance::default(), weights).expect("a network");
    let bytes = network::to_bytes(&network);
    let folder = Folder::new();
    let path = folder.file("a network");
    let mut client = Client::start(&[]);
    let mut eval = |bytes: &[u8], expected: &str| {
        fs::write(&path, bytes).expect("a file");
        let answer = client.ask(&format!("setoption name EvalFile value {path}\nisready"), "readyok");
        assert!(answer[0].contains(expected), "{answer:#?}");
        last(&client.ask("go depth 1", "bestmove"), "cp")
    };
    let own = eval(&bytes[..bytes.len() / 2], "bytes, expected");
    let winning = eval(&bytes, "readyok");
    assert!(winning.abs() > own.abs() + 5, "{own} {winning}");
    assert_eq!(eval(&bytes[1..], "expected a network"), winning, "what was in use stays");
    let other = Network::new("chess-1", Provenance::default(), network.weights().clone()).expect("a network");
    assert_eq!(eval(&network::to_bytes(&other), "over the features 'chess-1', expected 'mill-"), winning);
    client.ask("setoption name EvalFile value built-in\nisready", "readyok");
    assert_eq!(last(&client.ask("go depth 1", "bestmove"), "cp"), own);
}
