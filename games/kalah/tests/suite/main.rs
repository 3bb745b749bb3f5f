//! Tests of Kalah.

mod puzzles;
mod solved;

use plywright::perft;
use plywright::prelude::*;
use plywright::testkit::{Conformance, play_line_from};
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

/// Endings of each variant, with the margins of the first side, 100 for each seed. In the last rows of the boards
/// with six houses, the last seed ends in an empty house opposite an empty one.
const ENDINGS: [(&str, &str); 4] = [
    (
        "kalah",
        "\
0,0,0,0,0,0,25/1,2,0,0,0,0,20 n\t200
0,0,0,0,0,1,23/0,0,0,0,0,0,24 s\t0
1,0,0,0,0,0,23/1,0,0,0,0,0,23 s\ta1\t0
",
    ),
    (
        "4x3",
        "\
0,0,0,0,11/2,1,0,0,10 n\t-200
1,0,0,2,10/0,0,0,0,11 s\t200
0,0,0,0,12/0,0,0,0,12 s\t0
0,0,0,1,11/0,0,0,1,11 n\topen
",
    ),
    ("3x3", "0,0,0,10/1,0,0,7 n\t200\n0,0,1,8/0,0,0,9 s\t0\n0,0,1,8/0,0,1,8 s\topen\n"),
    (
        "no-empty-capture",
        "\
0,0,0,0,0,0,25/1,2,0,0,0,0,20 n\t200
1,0,0,0,0,0,23/1,0,0,0,0,0,23 s\ta1\topen
",
    ),
];

/// Returns the board seen by the other side.
fn swapped(game: &Kalah, board: &Board) -> Board {
    let text = game.position_text(board);
    let (pits, side) = text.split_once(' ').expect("pits and a side");
    let (first, second) = pits.split_once('/').expect("two rows");
    let side = if side == "s" { "n" } else { "s" };
    game.parse_position(&format!("{second}/{first} {side}")).expect("the swapped board")
}

#[test]
fn every_variant_conforms() {
    let names: Vec<_> = Kalah::variants().iter().map(|known| known.name).collect();
    assert_eq!(names, ENDINGS.map(|(name, _)| name));
    for (name, known_endings) in ENDINGS {
        let (game, perft_table) = (variant(name), &counts(name));
        let kit =
            Conformance { perft_table, known_endings, swapped: Some(swapped), ..Conformance::new(&game) };
        kit.assert();
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
fn an_empty_side_passes_the_turn() {
    assert_eq!(after("4x3", "0,0,0,1,10/2,1,0,0,10 s", "d1"), "0,0,0,0,11/2,1,0,0,10 n");
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
