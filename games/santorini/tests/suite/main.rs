//! Tests of Santorini. Most of them compare positions, counts and actions with those of an independent program.

mod actions;
mod conformance;
mod counts;
mod every_pair;
mod features;
mod next_states;
mod openings;
mod readings;
mod squares;
mod wins;

use std::collections::BTreeSet;

use plywright::testkit::rows;
use plywright::{Game, Moves, Notation};
use plywright_santorini::{Move, Santorini, State};

fn position(text: &str) -> State {
    Santorini::default().parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the legal moves, each with the position after it.
fn moves(state: &State) -> impl Iterator<Item = (Move, State)> {
    let mut moves = Moves::new();
    Santorini::default().moves(state, &mut moves);
    moves.into_iter().map(move |mv| (mv, after(state, mv)))
}

/// Returns the position after a legal move.
fn after(state: &State, mv: Move) -> State {
    let mut after = *state;
    Santorini::default().play(&mut after, mv);
    after
}

/// Returns the text of a position with the winner's mark `#` before the god's name, as the independent program writes
/// it.
fn text(state: &State) -> String {
    let written = Santorini::default().position_text(state);
    let mark_first = |part: &str| match part.split_once('#') {
        Some((name, rest)) => format!("#{name}{rest}"),
        None => part.to_owned(),
    };
    written.split('/').map(mark_first).collect::<Vec<_>>().join("/")
}

/// Asserts that `texts_of` returns the right texts for each position of a table. A row has the position, the number of
/// texts, and the sum of their 64-bit FNV-1a hashes modulo 2^64, in hexadecimal.
fn expect_sums(table: &str, texts_of: fn(&str) -> BTreeSet<String>) {
    let hash = |text: &String| {
        text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
            (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
        })
    };
    let mut wrong = Vec::new();
    for [before, count, expected] in rows(table) {
        let found = texts_of(before);
        let sum = found.iter().map(hash).fold(0, u64::wrapping_add);
        if found.len().to_string() != count || format!("{sum:016x}") != expected {
            wrong.push(format!("{before}: {} instead of {count}", found.len()));
        }
    }
    assert!(wrong.is_empty(), "{} positions:\n{}", wrong.len(), wrong.join("\n"));
}
