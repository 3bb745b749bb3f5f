//! Tests that searches of endgames find the published margins and best moves.

use std::sync::Arc;

use plywright::Depth;
use plywright::prelude::*;
use plywright::search::{Algorithm, Control, Limits, Resources, Root, Search, Table};
use plywright::testkit::{eval_with_shipped_network, rows};
use plywright_othello::Othello;

use crate::board;

const FFO: &str = include_str!("data/ffo.tsv");

/// Solves a position. Asserts the margin in discs, and that the move found is one of those in `best`.
fn assert_solved([text, margin, best]: [&str; 3]) {
    let position = board(text);
    let table = Arc::new(Table::new(256).expect("memory for the table"));
    let eval = eval_with_shipped_network(&Othello);
    let mut search = Algorithm::Pvs.search(Othello, eval, Resources::new(table));
    // A pass may follow every move, so the limit must be at least twice the number of empty squares.
    let limits = Limits { depth: Some(Depth(60)), ..Limits::default() };
    let found = search.search(&Root::new(&Othello, position), &limits, &Control::new(), &mut ());
    let margin: i32 = margin.parse().expect("a margin");
    assert_eq!(found.score(), Some(Score(100 * margin)), "{text}");
    let mv = Othello.move_text(&position, found.best().expect("a move"));
    assert!(best.split(',').any(|best| best == mv), "{text}: {mv}");
}

#[test]
fn twenty_empty_squares_are_solved() {
    assert_solved(rows(FFO).next().expect("position 40"));
}

#[test]
#[ignore = "takes about 15 seconds on one core"]
fn all_published_endgames_are_solved() {
    rows(FFO).for_each(assert_solved);
}
