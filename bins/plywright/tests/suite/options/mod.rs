//! Every advertised option has an effect. The game's own crate shows it for rules and exact knowledge; a row
//! here shows it for each option of the engine.

mod files;
mod play;
mod search;

use plywright::Playable;
use plywright_mill::Mill;

use crate::Tests;
use crate::client::Client;

/// An option of the engine for Mill and a test of its effect.
type Row = (&'static str, fn());

/// Adds a test for each row. Those of `play` measure times.
pub fn add(tests: &mut Tests) {
    for (option, test) in [search::ROWS, files::ROWS].concat() {
        tests.beside(format!("options::{option}"), test);
    }
    for (option, test) in play::ROWS {
        tests.alone(format!("options::{option}"), test);
    }
    tests.beside("options::every_option_has_a_row", every_option_has_a_row);
}

fn every_option_has_a_row() {
    let mut known: Vec<&str> =
        [play::ROWS, search::ROWS, files::ROWS].concat().iter().map(|row| row.0).collect();
    known.extend(Mill::default().options().specs().iter().map(|spec| spec.name));
    known.sort_unstable();
    // `ConsiderMobility` and `DrawOnHumanExperience` have rows although they are the game's own.
    known.dedup();
    let mut advertised: Vec<String> = Client::start(&[])
        .ask("uci", "uciok")
        .iter()
        .filter_map(|line| line.strip_prefix("option name ")?.split_once(" type "))
        .map(|(name, _)| name.to_owned())
        .collect();
    advertised.sort_unstable();
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

/// Maximum depth that a search reports with these options.
fn depth(options: &[&str], go: &str) -> i64 {
    last(&with(options).ask(go, "bestmove"), "depth")
}
