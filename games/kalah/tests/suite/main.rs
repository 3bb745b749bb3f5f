//! Tests of Kalah: independent perft counts, endings, single rules and solved boards.

mod solved;

use plywright::prelude::*;
use plywright::testkit::{Conformance, play_line_from, prove_puzzles};
use plywright_kalah::{Board, Kalah};

/// Each row has a variant, a position, a depth and a perft count. `perft.py` computed the counts without this crate.
const COUNTS: &str = include_str!("data/perft.tsv");

fn variant(name: &str) -> Kalah {
    Kalah::variant(name).expect("a variant")
}

/// Each row has a variant, a position, perhaps a move, and the result.
const ENDINGS: &str = include_str!("data/endings.tsv");

/// Returns the rows of `table` for the variant `name`, without the first column.
fn rows_of(table: &str, name: &str) -> String {
    let rows = table.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix('\t'));
    rows.map(|row| row.to_owned() + "\n").collect()
}

fn swapped(game: &Kalah, board: &Board) -> Board {
    let text = game.position_text(board);
    let (pits, side) = text.split_once(' ').expect("pits and a side");
    let (first, second) = pits.split_once('/').expect("two rows");
    let side = if side == "s" { "n" } else { "s" };
    game.parse_position(&format!("{second}/{first} {side}")).expect("the swapped board")
}

#[test]
fn every_variant_conforms() {
    for known in Kalah::variants() {
        let game = variant(known.name);
        let [perft_table, known_endings] = &[COUNTS, ENDINGS].map(|table| rows_of(table, known.name));
        assert!(!perft_table.is_empty() && !known_endings.is_empty(), "{}", known.name);
        let kit =
            Conformance { perft_table, known_endings, swapped: Some(swapped), ..Conformance::new(&game) };
        kit.assert();
    }
}

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Kalah>(1, 4, None), 100);
}

fn board(game: &Kalah, text: &str) -> Board {
    game.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Returns the text of the position after a move under the variant `name`.
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
    // The variant 4x3 captures the last seed even if the house opposite is empty.
    assert_eq!(after("4x3", "1,0,2,0,3/2,9,0,3,4 s", "a1"), "0,0,2,0,4/2,9,0,3,4 n");
    let text = "1,0,2,0,0,0,9/4,9,9,0,0,0,14 s";
    assert_eq!(after("no-empty-capture", text, "a1"), "0,1,2,0,0,0,9/4,9,9,0,0,0,14 n");
}

#[test]
fn an_empty_side_passes_the_turn() {
    assert_eq!(after("4x3", "0,0,0,1,10/2,1,0,0,10 s", "d1"), "0,0,0,0,11/2,1,0,0,10 n");
}

#[test]
fn boards_with_other_numbers_of_seeds_are_refused() {
    let game = variant("4x3");
    for text in include_str!("data/refused.txt").lines() {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
}
