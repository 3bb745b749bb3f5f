//! What every client of a UCI engine relies on, tested from outside, through pipes.
//!
//! One table, worked off in order by one test: the rows measure times, and must not run beside each other.

#[allow(dead_code, reason = "each test program uses its own part")]
#[path = "../support/mod.rs"]
mod support;

mod answers;
mod commands;
mod crossing;
mod info;
mod input;
mod limits;
mod options;
mod positions;

use std::panic::catch_unwind;
use std::time::Instant;

/// What is expected, in words, and the test of it.
type Row = (&'static str, fn());

#[test]
fn behaviours() {
    let tables: [&[Row]; 8] = [
        commands::ROWS,
        crossing::ROWS,
        input::ROWS,
        options::ROWS,
        limits::ROWS,
        answers::ROWS,
        positions::ROWS,
        info::ROWS,
    ];
    let wanted = std::env::var("BEHAVIOUR").unwrap_or_default();
    let mut failed = Vec::new();
    for (name, test) in tables.concat().into_iter().filter(|(name, _)| name.contains(&wanted)) {
        let started = Instant::now();
        let passed = catch_unwind(test).is_ok();
        println!(
            "{} {name} ({} ms)",
            if passed { "ok    " } else { "FAILED" },
            started.elapsed().as_millis()
        );
        if !passed {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}

/// A program that serves Mill and has shaken hands.
fn ready() -> support::Client {
    let mut client = support::Client::start(&[]);
    client.ask("uci", "uciok");
    client
}

/// How many of the lines begin so.
fn count(lines: &[String], start: &str) -> usize {
    lines.iter().filter(|line| line.starts_with(start)).count()
}

/// The number after `word` in an info line.
fn number(line: &str, word: &str) -> Option<i64> {
    line.split(' ').skip_while(|found| *found != word).nth(1)?.parse().ok()
}

/// The moves of an info line.
fn variation(line: &str) -> Vec<&str> {
    line.split(' ').skip_while(|word| *word != "pv").skip(1).collect()
}
