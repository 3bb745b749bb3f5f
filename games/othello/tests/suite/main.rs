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

#[test]
fn othello_conforms() {
    let start = Othello.position_text(&Othello.start());
    let row = |(depth, count): (usize, &u64)| format!("{start}\t{depth}\t{count}");
    let table = (1..).zip(&COUNTS[..6]).map(row).collect::<Vec<_>>().join("\n");
    Conformance { perft_table: &table, known_endings: ENDINGS, ..Conformance::new(&Othello) }.assert();
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
