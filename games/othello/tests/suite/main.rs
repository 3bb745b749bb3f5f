//! Tests of Othello.

mod endgame;
mod openings;

use plywright::prelude::*;
use plywright::testkit::{Conformance, prove_puzzles};
use plywright_othello::Othello;

/// Positions without a move for the side to move, and their results by the rules: a margin of 100 for each disc, with
/// empty squares for the winner, or `open` if the opponent can move.
const ENDINGS: &str = "\
xx....../......../......../......../......../......../......../.......o x\t6200
x......./......../......../......../......../......../......../.......o o\t0
xo....../......../......../......../......../......../......../......ox o\topen
";

/// Published perft counts of the start, and counts of positions with passes from `perft.py`, which does not use this
/// crate.
const COUNTS: &str = concat!(include_str!("data/perft_of_the_start.tsv"), include_str!("data/perft.tsv"));

#[test]
fn othello_conforms() {
    let kit = Conformance {
        perft_table: COUNTS,
        known_endings: ENDINGS,
        swapped: Some(|_, board: &Pieces| Pieces { sets: [board.sets[1], board.sets[0]], side: !board.side }),
        ..Conformance::new(&Othello)
    };
    kit.assert();
}

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Othello>(1, 4, None), 100);
}

fn board(text: &str) -> Pieces {
    Othello.parse_position(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}
