//! Tests of Othello.

mod endgame;
mod openings;
mod puzzles;

use plywright::prelude::*;
use plywright::testkit::Conformance;
use plywright::{perft, perft_making_leaves};
use plywright_othello::Othello;

/// Perft from the start with passes counted as moves: Aart Bik, *Perft for Reversi*,
/// <https://aartbik.blogspot.com/2009/02/perft-for-reversi.html>.
const COUNTS: [u64; 9] = [4, 12, 56, 244, 1_396, 8_200, 55_092, 390_216, 3_005_288];

#[test]
fn perft_of_the_start() {
    let start = Othello.start();
    for (depth, count) in (1..).zip(COUNTS) {
        assert_eq!(perft(&Othello, &start, depth), count, "depth {depth}");
    }
    assert_eq!(perft_making_leaves(&Othello, &start, 7), COUNTS[6]);
}

/// The end is a margin of 100 for each disc. Empty squares go to the winner.
const ENDINGS: &str = "\
xx....../......../......../......../......../......../......../.......o x\t6200
x......./......../......../......../......../......../......../.......o o\t0
xo....../......../......../......../......../......../......../......ox o\topen
";

/// Perft counts of positions with passes, computed by `perft.py`, which does not use this crate.
const PASSES: &str = include_str!("data/perft.tsv");

#[test]
fn othello_conforms() {
    let kit = Conformance {
        perft_table: PASSES,
        known_endings: ENDINGS,
        swapped: Some(|_, board: &Pieces| Pieces { sets: [board.sets[1], board.sets[0]], side: !board.side }),
        ..Conformance::new(&Othello)
    };
    kit.assert();
}

fn board(text: &str) -> Pieces {
    Othello.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn who_cannot_move_passes_and_the_other_goes_on() {
    let position = board("xo....../......../......../......../......../......../......../......ox o");
    let mut moves = Moves::new();
    assert_eq!(Othello.moves(&position, &mut moves), None);
    let texts: Vec<_> = moves.iter().map(|mv| Othello.move_text(&position, *mv)).collect();
    assert_eq!(texts, ["pass"]);
}
