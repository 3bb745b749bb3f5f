//! Tests of Breakthrough: independent perft counts, the framework's test kit and endings.

mod tutorial;

use plywright::perft;
use plywright::prelude::*;
use plywright::testkit::{Conformance, prove_puzzles};
use plywright_breakthrough::Breakthrough;

/// Each row has a position, a depth and a perft count. `perft.py` computed the counts without this crate.
const COUNTS: &str = include_str!("data/perft.tsv");

fn variant(name: &str) -> Breakthrough {
    Breakthrough::variant(name).expect("a variant")
}

/// Returns the rows of [`COUNTS`] for boards with `rows` rows whose perft count is at most `max`.
fn counts(rows: usize, max: u64) -> String {
    let mut found = String::new();
    for line in COUNTS.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let count: u64 = fields[2].parse().expect("a count");
        if fields[0].matches('/').count() + 1 == rows && count <= max {
            found.push_str(line);
            found.push('\n');
        }
    }
    found
}

/// Endings by the rule sheet on both boards: a piece on the far row, the last piece captured, and the game still open.
const ENDINGS: [&str; 2] = [
    "\
o...x.../......../......../......../......../......../......../........ o\tfirst
......../......../......../......../......../......../......../...o.... x\tsecond
......../......../......../...x..../......../......../......../........ o\tfirst
......../......../......../......../....o.../......../......../........ x\tsecond
......../..x...../......../......../......../......../....o.../........ o\topen
",
    "\
o..x../....../....../....../....../...... o\tfirst
...o../....../....../....../....../o.x... x\tsecond
....../....../...x../....../....../...... o\tfirst
....../....../...o../....../....../...... x\tsecond
....../..x.../....../....../...o../...... o\topen
",
];

/// Returns the board turned upside down with the sides exchanged. The rules are the same for both sides.
fn turned(game: Breakthrough, board: &Pieces) -> Pieces {
    let text = game.position_text(board);
    let (rows, side) = text.split_once(' ').expect("rows and a side");
    let rows: Vec<&str> = rows.split('/').rev().collect();
    let exchange = |piece| match piece {
        'x' => 'o',
        'o' => 'x',
        other => other,
    };
    let text: String = format!("{} {side}", rows.join("/")).chars().map(exchange).collect();
    game.parse_position(&text).expect("the turned board")
}

#[test]
fn both_boards_conform() {
    for (name, rows, known_endings) in [("breakthrough", 8, ENDINGS[0]), ("6x6", 6, ENDINGS[1])] {
        let (game, perft_table) = (variant(name), counts(rows, 20_000));
        let kit = Conformance {
            perft_table: &perft_table,
            known_endings,
            swapped: Some(|game, board| turned(*game, board)),
            ..Conformance::new(&game)
        };
        kit.assert();
    }
}

/// The counts are also in the tests of other programs.
#[test]
fn perft_of_the_start() {
    let game = Breakthrough::default();
    for (depth, count) in (1..).zip([22, 484, 11_132, 256_036]) {
        assert_eq!(perft(&game, &game.start(), depth), count, "depth {depth}");
    }
}

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Breakthrough>(1, 3, None), 86);
}

#[test]
fn positions_that_cannot_arise_are_refused() {
    let game = variant("6x6");
    for text in [
        "x...../....../....../....../....../.....o x",
        "....../....../....../....../....../..x... x",
        "xxxxxx/xxxxxx/xxxxxx/....../....../.....o o",
        "....../....../....../....../..x... x",
    ] {
        assert!(game.parse_position(text).is_err(), "{text}");
    }
}
