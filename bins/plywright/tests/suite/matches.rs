//! Matches: what they print, which engines they play, what they keep, and what they refuse.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

use crate::program::{Folder, PROGRAM, command, prints, refuses, run};
use crate::stopwatch::well_once_in_four;

tests! {
    beside: the_block_of_results_is_the_one_that_people_know,
        a_higher_level_wins_and_ratings_follow,
        a_test_ends_with_a_verdict,
        networks_that_come_with_a_game_beat_its_hand_written_evaluation,
        engines_of_every_protocol_play,
        wrong_engines_lose_and_the_match_goes_on,
        a_killed_match_loses_only_the_games_that_were_on,
        shards_are_added_up,
        openings_come_from_files,
        balanced_openings_are_even,
        decided_games_end_early,
        mistakes_are_named,
        other_files_are_not_resumed,
        recorded_games_are_shown_and_analysed;
    alone: clocks_are_kept;
}

/// The lines that a match prints that goes well.
fn lines(arguments: &[&str]) -> Vec<String> {
    prints(&[&["match"], arguments].concat()).lines().map(str::to_owned).collect()
}

/// The number behind a word of the block of results.
fn number(lines: &[String], word: &str) -> f64 {
    let text = lines.join("\n");
    let behind = text.split(word).nth(1).unwrap_or_else(|| panic!("no {word} in {text}"));
    let end = behind.find(|c: char| !(c.is_ascii_digit() || "+-.".contains(c))).unwrap_or(behind.len());
    behind[..end].parse().unwrap_or_else(|_| panic!("no number behind {word} in {text}"))
}

/// This program as an engine in a process of its own.
fn process(name: &str, arguments: &str, protocol: &str) -> String {
    format!("'cmd={PROGRAM}' name={name} args='{arguments}' proto={protocol} option.Hash=4")
}

fn the_block_of_results_is_the_one_that_people_know() {
    let engines = ["--engine", "cmd=builtin name=A depth=3", "--engine", "cmd=builtin name=B depth=1"];
    let lines = lines(&[&["--game", "connect-four", "--rounds", "10"], &engines[..]].concat());
    assert_eq!(lines.len(), 7, "{lines:#?}");
    for (line, start) in lines.iter().zip([
        "-----",
        "Results of A vs B (3 plies - 1 plies, random:4):",
        "Elo: ",
        "LOS: ",
        "Games: 20, Wins: ",
        "Ptnml(0-2): [",
        "-----",
    ]) {
        assert!(line.starts_with(start), "{line}");
    }
    let [wins, losses, draws] = ["Wins: ", "Losses: ", "Draws: "].map(|word| number(&lines, word));
    assert!((wins + losses + draws - 20.0).abs() < 0.1 && wins > losses, "{lines:#?}");
    assert!((number(&lines, "Points: ") - wins - draws / 2.0).abs() < 0.1, "{lines:#?}");
}

fn a_higher_level_wins_and_ratings_follow() {
    let lines = lines(&["--levels", "0,6,12", "--pairing", "neighbours", "--rounds", "20"]);
    let ranks: Vec<_> = lines.iter().filter_map(|line| line.split_whitespace().nth(1)).collect();
    assert_eq!(ranks[1..4], ["level-12", "level-6", "level-0"], "{lines:#?}");
}

/// An engine with half the nodes is weaker, and the test says so.
fn a_test_ends_with_a_verdict() {
    let engines = ["--engine", "cmd=builtin name=A nodes=4000", "--engine", "cmd=builtin name=B nodes=200"];
    let limits = ["--rounds", "2000", "--sprt", "elo0=0 elo1=100", "--game", "connect-four"];
    let lines = lines(&[&engines[..], &limits].concat());
    assert_eq!(lines[0], "SPRT completed: H1 was accepted", "{lines:#?}");
    assert!(number(&lines, "LLR: ") >= 2.94 && number(&lines, "Games: ") < 2000.0, "{lines:#?}");
}

/// At as many nodes, where they are stronger by some hundred Elo: half of the games of each is a wide margin.
fn networks_that_come_with_a_game_beat_its_hand_written_evaluation() {
    for game in ["mill", "santorini"] {
        let engines =
            ["--engine", "cmd=builtin name=network", "--engine", "cmd=builtin name=hand option.EvalFile="];
        let rest = ["--game", game, "--each", "nodes=2000", "--rounds", "15", "--openings", "random:4"];
        let lines = lines(&[&engines[..], &rest].concat());
        assert!(number(&lines, "Points: ") > 15.0, "{game}: {lines:#?}");
    }
}

fn engines_of_every_protocol_play() {
    for (game, arguments, protocol) in [
        ("mill", "", "uci"),
        ("mill", "--protocol ugi", "ugi"),
        ("gyges", "--game gyges --protocol ugi --ugi-dialect gyges", "ugi"),
        ("santorini", "--game santorini --protocol json", "json"),
        ("connect-four", "--game connect-four", "uci"),
        ("tic-tac-toe", "--game tic-tac-toe --protocol json", "json"),
    ] {
        let other = process("other", arguments, protocol);
        let engines = ["--engine", "cmd=builtin", "--engine", &other];
        let rest =
            ["--game", game, "--rounds", "1", "--each", "st=0.05 timemargin=2000", "--max-plies", "40"];
        let lines = lines(&[&engines[..], &rest].concat());
        assert!((number(&lines, "Games: ") - 2.0).abs() < 0.1, "{game} {protocol}: {lines:#?}");
        assert!(!lines[0].contains("failures"), "{game} {protocol}: {lines:#?}");
    }
}

/// A game on the clock is not lost on time.
fn clocks_are_kept() {
    for (arguments, protocol) in [("", "uci"), ("--protocol ugi", "ugi"), ("--protocol json", "json")] {
        let other = process("other", arguments, protocol);
        let engines = ["--engine", "cmd=builtin", "--engine", &other];
        let rest = ["--rounds", "1", "--each", "tc=1+0.02 timemargin=200", "--max-plies", "60"];
        well_once_in_four(protocol, || {
            let lines = lines(&[&engines[..], &rest].concat());
            if lines[0].starts_with("---") { Ok(()) } else { Err(lines.join("\n")) }
        });
    }
}

fn wrong_engines_lose_and_the_match_goes_on() {
    let folder = Folder::new();
    let record = folder.file("record");
    let engines = ["--engine", "cmd=builtin name=right", "--engine", "cmd=/no/such/program name=wrong"];
    let rest = ["--game", "tic-tac-toe", "--rounds", "3", "--record", &record];
    let lines = lines(&[&engines[..], &rest].concat());
    assert_eq!(lines[0], "wrong has lost 6 games by failures");
    assert!((number(&lines, "Wins: ") - 6.0).abs() < 0.1, "{lines:#?}");
    let text = folder.text("record");
    assert_eq!(text.matches("[Termination \"abandoned\"]").count(), 6, "{text}");
    assert!(text.contains("wrong cannot be started"), "{text}");
}

const PAIR: [&str; 4] =
    ["--engine", "cmd=builtin name=A nodes=3000", "--engine", "cmd=builtin name=B nodes=1000"];

fn kill(mut child: Child) {
    child.kill().expect("a process");
    child.wait().expect("an end");
}

/// A match that is killed goes on where it was, even when the last game was written in part.
fn a_killed_match_loses_only_the_games_that_were_on() {
    let folder = Folder::new();
    let [path, whole] = &["killed", "whole"].map(|name| folder.file(name));
    let arguments = [&["match", "--rounds", "30", "--game", "connect-four"], &PAIR[..]].concat();
    let resumed = [&arguments[..], &["--resume", path]].concat();
    let games = || folder.text("killed").matches("[Event ").count();
    for stop_at in [5, 12, 25] {
        let child = command(&resumed).spawn().expect("the program");
        let started = Instant::now();
        while games() < stop_at && started.elapsed() < Duration::from_secs(60) {
            sleep(Duration::from_millis(2));
        }
        kill(child);
        assert!(games() >= stop_at);
        let mut damaged = OpenOptions::new().append(true).open(path).expect("the file");
        damaged
            .write_all(b"[Event \"match\"]\n[Round \"99\"]\n\n1. 4 {book} 1... 3 {half a com")
            .expect("a write");
    }
    let output = run(&resumed);
    assert!(output.status.success(), "{output:?}");
    let at_once = run(&[&arguments[..], &["--record", whole]].concat());
    assert_eq!(String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&at_once.stdout));
    assert_eq!(games(), 60);
    // A match that is over is not played again, and another match does not get into its file.
    assert_eq!(run(&resumed).stdout, output.stdout);
    refuses(&[&arguments[..], &["--record", path]].concat(), 2, "--resume");
    refuses(&[&resumed[..], &["--seed", "2"]].concat(), 2, "another match: Seed is '1', here '2'");
}

fn shards_are_added_up() {
    let folder = Folder::new();
    let shards = ["1", "2"].map(|seed| folder.file(seed));
    let mut sums = [0.0; 3];
    for (seed, path) in ["1", "2"].iter().zip(&shards) {
        let rest = ["--game", "connect-four", "--rounds", "5", "--seed", seed, "--record", path];
        let lines = lines(&[&PAIR[..], &rest].concat());
        for (sum, word) in sums.iter_mut().zip(["Games: ", "Wins: ", "Points: "]) {
            *sum += number(&lines, word);
        }
    }
    let joined = lines(&["--sprt", "elo0=0 elo1=5", "--join", &shards[0], &shards[1]]);
    let found = ["Games: ", "Wins: ", "Points: "].map(|word| number(&joined, word));
    assert!(sums.iter().zip(found).all(|(sum, found)| (sum - found).abs() < 0.1), "{sums:?} {joined:#?}");
    assert!(joined[5].starts_with("Ptnml") && joined[6].starts_with("LLR: "), "{joined:#?}");
}

fn openings_come_from_files() {
    let folder = Folder::new();
    let [from, to] = &["openings", "record"].map(|name| folder.file(name));
    fs::write(from, "# two openings\nstartpos moves b2 a1\nx../.../... moves c1\n\nmoves a1 b1 c1\n")
        .expect("a file");
    let engines = ["--engine", "cmd=builtin name=A nodes=50", "--engine", "cmd=builtin name=B nodes=40"];
    let rest = ["--game", "tic-tac-toe", "--rounds", "3", "--openings", from, "--record", to];
    lines(&[&engines[..], &rest].concat());
    let text = folder.text("record");
    for start in [
        "1. b2 {book} 1... a1 {book} 2. ",
        "1... c1 {book}",
        "1. a1 {book} 1... b1 {book} 2. c1 {book} 2... ",
    ] {
        assert_eq!(text.matches(start).count(), 2, "{start}: {text}");
    }
    // Records are openings too.
    let from_records = [&engines[..], &["--game", "tic-tac-toe", "--rounds", "3", "--openings", to]].concat();
    lines(&from_records);
    fs::write(to, "[Event \"x\"]\n\n1. b2 1... b2 2. a1 *\n").expect("a file");
    refuses(&[&["match"], &from_records[..]].concat(), 2, "game 1: move 2: 'b2'");
    fs::write(from, "moves b2 b2\n").expect("a file");
    refuses(&[&["match"], &engines[..], &rest[..6]].concat(), 2, "line 1: move 2: 'b2'");
}

/// What one side's search calls won is not balanced: fewer of the openings are left.
fn balanced_openings_are_even() {
    let engines = ["--engine", "cmd=builtin name=A depth=1", "--engine", "cmd=builtin name=B depth=1"];
    let rest = ["--game", "tic-tac-toe", "--rounds", "20", "--openings", "random:4", "--balanced", "0"];
    let lines = lines(&[&engines[..], &rest].concat());
    assert!((number(&lines, "Games: ") - 40.0).abs() < 0.1, "{lines:#?}");
    refuses(
        &[&["match"], &engines[..], &["--game", "tic-tac-toe", "--openings", "random:9"]].concat(),
        2,
        "expected fewer moves",
    );
}

fn decided_games_end_early() {
    let folder = Folder::new();
    let path = &folder.file("record");
    let engines = ["--engine", "cmd=builtin name=A depth=2", "--engine", "cmd=builtin name=B depth=2"];
    let rest =
        ["--game", "connect-four", "--rounds", "2", "--draw", "movecount=3 score=10000", "--record", path];
    lines(&[&engines[..], &rest].concat());
    let text = folder.text("record").replace('\n', " ");
    // The rules may end a game before.
    let drawn = text.matches("{drawn by agreement}").count();
    assert!(drawn > 0 && drawn == text.matches("[PlyCount \"10\"]").count(), "{text}");
}

fn mistakes_are_named() {
    refuses(&["match"], 2, "at least two engines");
    refuses(&["match", "--levels", "3"], 2, "at least two engines");
    refuses(&["match", "--levels", "3,31"], 2, "0 to 30");
    refuses(&["match", "--levels", "1,2,3", "--sprt", "elo1=5"], 2, "two engines, but there are 3");
    refuses(&["match", "--levels", "1,2", "--sprt", "elo0=9 elo1=5"], 2, "elo0 to be less");
    refuses(&["match", "--levels", "1,2", "--each", "option.Hash=x"], 2, "Hash");
    refuses(&["match", "--levels", "1,2", "--each", "option.Hsh=1"], 2, "no option is called 'Hsh'");
    refuses(&["match", "--levels", "1,2", "--option", "Hash"], 2, "expected NAME=VALUE");
    refuses(&["match", "--levels", "1,2", "--game", "chess"], 2, "chess");
    refuses(&["match", "--levels", "1,2", "--openings", "/no/such/file"], 2, "/no/such/file");
    refuses(&["match", "--engine", "name=A", "--engine", "cmd=builtin"], 2, "no cmd");
    refuses(&["match", "--levels", "1,2", "--resign", "movecount=x"], 2, "a whole number");
    refuses(&["match", "--join", "/no/such/file"], 1, "/no/such/file");
    let folder = Folder::new();
    let path = &folder.file("games");
    for (text, expected) in [
        ("", "games counts"),
        ("[White \"A\"]\n[Black \"A\"]\n[Round \"1\"]\n\n1. a 1-0\n", "A plays both sides"),
    ] {
        fs::write(path, text).expect("a file");
        refuses(&["match", "--join", path], 2, expected);
    }
    refuses(
        &["match", "--levels", "1,2", "--openings", "random:x"],
        2,
        "random is 'x', expected a whole number",
    );
}

/// A file that no match has written is left as it is.
fn other_files_are_not_resumed() {
    let folder = Folder::new();
    let path = &folder.file("other");
    for text in ["plain notes", "[section]\nkey = value\n", "[Result \"1-0\"]\n\n1. a 0-1\n"] {
        fs::write(path, text).expect("a file");
        refuses(&[&["match", "--rounds", "1"], &PAIR[..], &["--resume", path]].concat(), 2, "other, line ");
        assert_eq!(folder.text("other"), text);
    }
}

fn recorded_games_are_shown_and_analysed() {
    let folder = Folder::new();
    let [path, svg] = &["record", "picture"].map(|name| folder.file(name));
    let engines = [
        "--engine",
        "cmd=builtin name=A depth=9",
        "--engine",
        "cmd=builtin name=B option.Algorithm=4 depth=1",
    ];
    lines(
        &[
            &engines[..],
            &["--game", "tic-tac-toe", "--rounds", "3", "--openings", "random:1", "--record", path],
        ]
        .concat(),
    );
    let shown = run(&["replay", path, "--number", "2"]);
    let text = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.status.success() && text.starts_with("B against A, "), "{shown:?}");
    assert!(text.contains("\n1. first side: ") && text.contains("\n2. second side: "), "{text}");
    let analysed = run(&["replay", path, "--number", "2", "--analyse", "--svg", svg]);
    let text = String::from_utf8_lossy(&analysed.stdout);
    assert!(analysed.status.success(), "{analysed:?}");
    // The player that searches to the end loses nothing.
    assert!(text.contains("second side: 0.00 lost a move, 0 mistakes"), "{text}");
    let picture = folder.text("picture");
    assert!(picture.starts_with("<svg ") && picture.contains("<polyline "), "{picture}");
    refuses(&["replay", path, "--number", "7"], 2, "has 6 games");
    refuses(&["replay", "/no/such/file"], 2, "/no/such/file");
    refuses(&["replay", "/dev/null"], 2, "/dev/null holds no games");
    fs::write(path, "[Event \"x\"]\n[Game \"tic-tac-toe\"]\n\n1. a1 {open\n").expect("a file");
    refuses(&["replay", path], 2, "line 4: ");
    refuses(&["replay", path, "--number", "2"], 2, "line 4: ");
}
