//! Tests of Kalah.

mod puzzles;
mod solved;

use plywright::perft;
use plywright::prelude::*;
use plywright::testkit::{Conformance, assert_conforms, play_line_from};
use plywright_kalah::{Board, Kalah};

/// Perft counts: variants, positions, depths and counts. They were computed by `perft.py`, which does not use
/// this crate.
const COUNTS: &str = include_str!("data/perft.tsv");

fn variant(name: &str) -> Kalah {
    Kalah::variant(name).expect("a variant")
}

/// Returns the rows of [`COUNTS`] for a variant, without the column of its name.
fn counts(name: &str) -> String {
    let rows = COUNTS.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
    rows.map(|row| row.to_owned() + "\n").collect()
}

#[test]
fn every_variant_conforms() {
    for known in Kalah::variants() {
        assert_conforms(&variant(known.name), &counts(known.name));
    }
}

#[test]
fn perft_of_the_start() {
    let game = Kalah::default();
    for (depth, count) in (1..).zip([6, 35, 185, 942, 4_685, 23_169]) {
        assert_eq!(perft(&game, &game.start(), depth), count, "depth {depth}");
    }
}

fn board(game: &Kalah, text: &str) -> Board {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the text of the position after one move.
fn after(name: &str, text: &str, mv: &str) -> String {
    let game = variant(name);
    game.position_text(&play_line_from(&game, board(&game, text), &[mv]))
}

#[test]
fn sowing_leaves_the_opponents_store_out_and_ends_in_the_own_one_with_another_turn() {
    assert_eq!(after("4x3", "3,3,3,3,0/3,3,3,3,0 s", "b1"), "3,0,4,4,1/3,3,3,3,0 s");
    assert_eq!(after("4x3", "3,3,3,3,0/3,3,3,3,0 s", "d1"), "3,3,3,0,1/4,4,3,3,0 n");
    // Nine seeds go once around the board. The last one ends in the house where they started, which is empty,
    // so it captures.
    assert_eq!(after("4x3", "0,0,0,9,0/1,2,3,4,5 s", "d1"), "1,1,1,0,4/0,3,4,5,5 n");
}

#[test]
fn the_last_seed_in_an_empty_house_captures_what_lies_opposite() {
    assert_eq!(after("4x3", "1,0,2,0,3/2,4,5,3,4 s", "a1"), "0,0,2,0,9/2,4,0,3,4 n");
    // With empty captures, the last seed is captured even if the house opposite is empty.
    assert_eq!(after("4x3", "1,0,2,0,3/2,9,0,3,4 s", "a1"), "0,0,2,0,4/2,9,0,3,4 n");
    let text = "1,0,2,0,0,0,9/4,9,9,0,0,0,14 s";
    assert_eq!(after("no-empty-capture", text, "a1"), "0,1,2,0,0,0,9/4,9,9,0,0,0,14 n");
}

#[test]
fn an_empty_side_ends_the_game_and_every_seed_counts() {
    let game = variant("4x3");
    assert_eq!(after("4x3", "0,0,0,1,10/2,1,0,0,10 s", "d1"), "0,0,0,0,11/2,1,0,0,10 n");
    // Margins of the first side, 100 for each seed.
    let known_endings = "\
0,0,0,0,11/2,1,0,0,10 n\t-200
1,0,0,2,10/0,0,0,0,11 s\t200
0,0,0,0,12/0,0,0,0,12 s\t0
0,0,0,1,11/0,0,0,1,11 n\topen
";
    let kit = Conformance { known_endings, games: 1, texts: 1, searches: 1, ..Conformance::new(&game) };
    assert_eq!(kit.run().expect("these endings").known_endings, 4);
}

#[test]
fn boards_with_other_numbers_of_seeds_are_refused() {
    let game = variant("4x3");
    for text in [
        "",
        "3,3,3,3,0/3,3,3,3,0",
        "3,3,3,3,0/3,3,3,3,1 s",
        "3,3,3,3/3,3,3,3,0 s",
        "3,3,3,-3,6/3,3,3,3,0 s",
        "3,3,3,3,0/3,3,3,3,0 x",
        "300,3,3,3,0/3,3,3,3,0 s",
    ] {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
}
