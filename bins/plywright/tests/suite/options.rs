//! Tests that every option that the engine of Mill advertises has an effect. The tests are in four places:
//!
//! * The game's crate tests the options of its rules and of exact values.
//! * The transcript `options.txt` tests the options that change depths and principal variations.
//! * The module `written_files` tests the options that name a network and a folder of tables.
//! * This module has a table with a row for each remaining option.

use std::collections::HashSet;
use std::time::Duration;

use plywright::Playable;
use plywright_mill::Mill;

use crate::Tests;
use crate::client::Client;
use crate::stopwatch::succeed_within_four_attempts;

/// Name of an option, and its test.
type Row = (&'static str, fn());

/// Rows whose tests measure no times.
const UNTIMED: [Row; 6] = [
    ("Algorithm", algorithm),
    ("Hash", hash),
    ("Clear Hash", clear_hash),
    ("Threads", threads),
    ("Seed", seed),
    ("UCI_Elo", elo),
];
/// Rows whose tests measure times.
const TIMED: [Row; 4] = [
    ("MoveTime", move_time),
    ("MoveTimeMs", move_time_ms),
    ("Ponder", ponder),
    ("Move Overhead", move_overhead),
];
const TRANSCRIPT: &str = include_str!("transcripts/options.txt");
/// Options whose values are paths: of a network, and of a folder of tables. The module `written_files` tests them.
const FILES: [&str; 2] = ["EvalFile", "EndgameTablesPath"];

pub fn add(tests: &mut Tests) {
    for (option, test) in UNTIMED {
        tests.untimed(format!("options::{option}"), test);
    }
    for (option, test) in TIMED {
        tests.timed(format!("options::{option}"), test);
    }
    tests.untimed("options::every_option_has_a_row", every_option_has_a_row);
    tests.untimed("options::the_page_lists_the_shared_options", the_page_lists_the_shared_options);
    tests.untimed("options::search_parameters_are_not_advertised", search_parameters_are_not_advertised);
}

fn the_page_lists_the_shared_options() {
    let page = include_str!("../../../../protocols/src/uci/page.md");
    let (_, rest) = page.split_once("| option | meaning |\n").expect("the table");
    let (table, _) = rest.split_once("\n\n").expect("the end of the table");
    let rows: Vec<&str> = table.lines().skip(1).filter_map(|row| row.split('`').nth(1)).collect();
    let own = Mill::default().options().specs();
    // Mill adds `MoveTime`, another name for the shared option `MoveTimeMs`.
    let is_own = |name: &String| *name == "MoveTime" || own.iter().any(|spec| spec.name == *name);
    let mut shared = Client::start("").options();
    shared.retain(|name| !is_own(name));
    assert_eq!(rows, shared);
}

fn every_option_has_a_row() {
    let mut known: Vec<&str> = UNTIMED.iter().chain(&TIMED).map(|(name, _)| *name).chain(FILES).collect();
    let set =
        TRANSCRIPT.lines().filter_map(|line| line.strip_prefix("> setoption name ")?.split_once(" value "));
    known.extend(set.map(|(name, _)| name));
    known.extend(Mill::default().options().specs().iter().map(|spec| spec.name));
    known.sort_unstable();
    known.dedup();
    let mut options = Client::start("").options();
    options.sort_unstable();
    assert_eq!(options, known, "each advertised option needs a row");
}

/// Starts a program and sets these options, each given as `NAME value VALUE`.
fn with(options: &[&str]) -> Client {
    let mut client = Client::start("");
    for option in options {
        client.say(&format!("setoption name {option}"));
    }
    assert_eq!(client.ask("isready", "readyok"), ["readyok"], "{options:?}");
    client
}

/// Returns the number after `word` in the last line that has this word.
fn last(lines: &[String], word: &str) -> i64 {
    let number = |line: &String| line.split(' ').skip_while(|found| *found != word).nth(1)?.parse().ok();
    lines.iter().rev().find_map(number).unwrap_or_else(|| panic!("no {word} in {lines:#?}"))
}

fn search_parameters_are_not_advertised() {
    let nodes = |plies| last(&with(&["Algorithm value 1", plies]).ask("go depth 8", "bestmove"), "nodes");
    assert_ne!(nodes("Param.Futility_Plies value 0"), nodes("param.futility_plies value 4"));
    let mut client = with(&[]);
    for (name, value) in [("param.joho", "1"), ("param.futility_plies", "99"), ("param.", "1")] {
        let answer = client.ask(&format!("setoption name {name} value {value}\nisready"), "readyok");
        assert!(answer[0].starts_with("info string setoption: "), "{name}: {answer:?}");
    }
}

/// Runs a search with these options. Returns the elapsed time, with and without waits for a processor.
fn time(options: &[&str], go: &str) -> (Duration, Duration) {
    let mut client = with(options);
    let stopwatch = client.stopwatch();
    client.ask(go, "bestmove");
    (stopwatch.elapsed(), stopwatch.own_time())
}

/// Asserts that a search with these options takes a time in `range`, in milliseconds. The upper bound applies
/// to the time without waits for a processor.
fn expect_time(options: &[&str], go: &str, range: std::ops::Range<u64>) {
    succeed_within_four_attempts(&format!("{options:?} {go}"), || {
        let (elapsed, own) = time(options, go);
        let is_expected =
            elapsed >= Duration::from_millis(range.start) && own < Duration::from_millis(range.end);
        if is_expected { Ok(()) } else { Err(format!("{elapsed:?}, {own:?} of it own, not in {range:?}")) }
    });
}

fn move_time() {
    expect_time(&["SkillLevel value 30"], "go", 645..1200);
    expect_time(&["SkillLevel value 30", "MoveTime value 2"], "go", 1285..2000);
}

fn move_time_ms() {
    expect_time(&["SkillLevel value 30", "MoveTimeMs value 100"], "go", 100..400);
}

/// An engine that may ponder uses more of its own time. In this quiet position with an open mill, it uses
/// 0.52 s in place of 0.42 s.
fn ponder() {
    let go = "position startpos moves d6 a1 f6 g1\ngo wtime 28000 btime 28000";
    let used = |ponder| time(&["Algorithm value 3", ponder], go);
    succeed_within_four_attempts("the time for a move", || {
        let ((without, _), (with, _)) = (used("Ponder value false"), used("Ponder value true"));
        let is_more = with > without + Duration::from_millis(70);
        if is_more { Ok(()) } else { Err(format!("{without:?} without, {with:?} with pondering")) }
    });
}

fn move_overhead() {
    let go = "go wtime 1000 btime 1000 movestogo 1";
    expect_time(&["Move Overhead value 10"], go, 401..1000);
    expect_time(&["Move Overhead value 900"], go, 0..250);
}

/// An option that was never set has the advertised default, so setting this default changes nothing.
fn elo() {
    let mut client = with(&["UCI_LimitStrength value true", "Seed value 3"]);
    let options = client.ask("uci", "uciok");
    let default = options.iter().find_map(|line| line.strip_prefix("option name UCI_Elo type spin default "));
    let default = default.and_then(|rest| rest.split(' ').next()).expect("a default").to_owned();
    let mut nodes =
        |option: &str| last(&client.ask(&format!("{option}\nucinewgame\ngo"), "bestmove"), "nodes");
    let unset = nodes("");
    assert_ne!(nodes("setoption name UCI_Elo value 1700"), unset);
    assert_eq!(nodes(&format!("setoption name UCI_Elo value {default}")), unset);
}

fn seed() {
    let best = |algorithm: &str, seed: u8| {
        with(&[algorithm, "SkillLevel value 0", &format!("Seed value {seed}")]).best_move("go")
    };
    for algorithm in ["Algorithm value 2", "Algorithm value 4"] {
        assert_eq!(best(algorithm, 7), best(algorithm, 7));
        assert!((0..8).map(|seed| best(algorithm, seed)).collect::<HashSet<_>>().len() > 1);
    }
}

fn nodes_with(options: &[&str], go: &str) -> i64 {
    last(&with(options).ask(go, "bestmove"), "nodes")
}

fn algorithm() {
    let counts: HashSet<i64> =
        (0..5).map(|number| nodes_with(&[&format!("Algorithm value {number}")], "go depth 6")).collect();
    assert_eq!(counts.len(), 5, "{counts:?}");
}

fn hash() {
    let full = |size| last(&with(&[size]).ask("go nodes 100000", "bestmove"), "hashfull");
    assert!(full("Hash value 1") > 4 * full("Hash value 32").max(1));
}

fn clear_hash() {
    let mut client = with(&[]);
    let mut nodes = |setup: &str| last(&client.ask(&format!("{setup}\ngo depth 7"), "bestmove"), "nodes");
    let (first, again, cleared) = (nodes(""), nodes(""), nodes("setoption name Clear Hash"));
    assert!(again < first, "{first} {again}");
    assert_eq!(first, cleared);
}

fn threads() {
    let counts = |threads| (0..4).map(|_| nodes_with(&[threads], "go depth 9")).collect::<HashSet<_>>();
    assert_eq!(counts("Threads value 1").len(), 1);
    assert!(counts("Threads value 4").len() > 1);
}
