//! Options that name files.

use std::fs;
use std::path::{Path, PathBuf};

use super::support::Client;
use super::{Row, with};

pub const ROWS: &[Row] = &[("Learning File", learning_file), ("Debug Log File", log_file)];

/// A game up to a position that looks a little better for the side to move: it wins in four moves, which a search
/// of six plies shows. The last move was the mistake.
const BEFORE: &str = "position startpos moves e3 f2 b4 g7 d7 a1 b2 g1 c5 d2 c4 d5 a4 xa1 e5 d6 c3 d1 a7 d6-f6 g7-g4 \
                      d7-d6 d2-d3 f6-f4 a7-d7 d6-b6 xe5 d5-e5 b6-d6 e5-d5 a4-a7 d7-g7 xd6 a7-d7";
const MISTAKE: &str = "d3-d2";

/// A path that nobody uses.
fn path(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("plywright options {} {name}", std::process::id()));
    let _ = fs::remove_file(&path);
    path
}

fn learning_from(path: &Path) -> Client {
    with(&[&format!("Learning File value {}", path.display())])
}

/// What the mistake is worth at a glance.
fn glance(mut client: Client) -> String {
    let lines = client.ask(&format!("{BEFORE}\ngo depth 2 searchmoves {MISTAKE}"), "bestmove");
    client.quit();
    let score = lines.iter().rev().find_map(|line| line.split_once(" score ")).map_or("", |(_, score)| score);
    score.split(' ').take(2).collect::<Vec<_>>().join(" ")
}

fn learning_file() {
    let path = path("learning");
    assert!(glance(with(&[])).starts_with("cp "), "a glance does not show it");
    let mut client = learning_from(&path);
    let lines = client.ask(&format!("{BEFORE} {MISTAKE}\ngo depth 8"), "bestmove");
    assert!(
        lines[0].contains(" score cp ") && lines[lines.len() - 2].contains(" score mate 4 "),
        "{lines:#?}"
    );
    client.quit();
    let kept = fs::read_to_string(&path).expect("a file");
    assert_eq!(kept.lines().count(), 2, "a header and a position: {kept}");
    assert!(
        kept.lines()
            .all(|line| line.starts_with("plywright-learning ") || line.starts_with("nine-mens-morris "))
    );
    assert_eq!(glance(learning_from(&path)), "mate -4");

    fs::write(&path, "someone else's\n").expect("a file");
    let mut client = Client::start(&[]);
    let lines =
        client.ask(&format!("setoption name Learning File value {}\nisready", path.display()), "readyok");
    assert!(lines.len() == 2 && lines[0].starts_with("info string setoption: cannot use the learning file"));
    assert!(client.ask("go depth 3", "bestmove").iter().all(|line| !line.contains("string")));
    client.quit();
    assert_eq!(fs::read_to_string(&path).expect("a file"), "someone else's\n");
    fs::remove_file(&path).expect("a file to remove");
}

fn log_file() {
    let path = path("log");
    let mut client = with(&[&format!("Debug Log File value {}", path.display())]);
    client.ask("go depth 1", "bestmove");
    client.quit();
    let log = fs::read_to_string(&path).expect("a log");
    assert!(log.contains("> go depth 1\n") && log.contains("< bestmove "), "{log}");
    fs::remove_file(&path).expect("a log to remove");
}
