//! No option is without effect: for each one that is advertised there is a row that sets it and shows what changes.

#[allow(dead_code, reason = "each test program uses its own part")]
#[path = "../support/mod.rs"]
mod support;

mod captures;
mod files;
mod neutral;
mod play;
mod rules;
mod search;

use std::panic::catch_unwind;

use support::Client;

/// An option of the engine for Mill, and a test that shows its effect.
type Row = (&'static str, fn());

/// Options whose effect the tests of the game's own crate show, where the files are made that they need.
const SHOWN_WITH_THE_GAME: [&str; 4] =
    ["EndgameTables", "EndgameTablesPath", "PerfectDatabasePath", "UsePerfectDatabase"];

#[test]
fn every_option_has_an_effect() {
    let mut failed = Vec::new();
    let rules = [rules::ROWS, captures::ROWS].concat();
    let mut known: Vec<&str> = rules.iter().map(|row| row.option).collect();
    for rule in rules {
        if !catch_unwind(|| rule.matters()).unwrap_or(false) {
            failed.push(rule.option);
        }
    }
    // One after the other: some measure times.
    for (name, test) in [play::ROWS, search::ROWS, files::ROWS].concat() {
        known.push(name);
        if catch_unwind(test).is_err() {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "without the expected effect: {failed:#?}");
    known.extend(SHOWN_WITH_THE_GAME);
    let mut advertised: Vec<String> = Client::start(&[])
        .ask("uci", "uciok")
        .iter()
        .filter_map(|line| line.strip_prefix("option name ")?.split_once(" type "))
        .map(|(name, _)| name.to_owned())
        .collect();
    advertised.sort_unstable();
    known.sort_unstable();
    // A rule with several choices has a row for each.
    known.dedup();
    assert_eq!(advertised, known, "each advertised option needs a row");
}

/// A program with these options set, each as `NAME value VALUE`.
fn with(options: &[&str]) -> Client {
    let mut client = Client::start(&[]);
    for option in options {
        client.say(&format!("setoption name {option}"));
    }
    assert_eq!(client.ask("isready", "readyok"), ["readyok"], "{options:?}");
    client
}

/// The number after `word` in the last line that has one.
fn last(lines: &[String], word: &str) -> i64 {
    let number = |line: &String| line.split(' ').skip_while(|found| *found != word).nth(1)?.parse().ok();
    lines.iter().rev().find_map(number).unwrap_or_else(|| panic!("no {word} in {lines:#?}"))
}

/// The greatest depth that a search reports when these options are set.
fn depth(options: &[&str], go: &str) -> i64 {
    last(&with(options).ask(go, "bestmove"), "depth")
}
