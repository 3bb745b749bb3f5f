//! Runs the framework's test kit on connect four.

use plywright::testkit::{Conformance, prove_puzzles};
use plywright::{Pieces, Playable};
use plywright_connect_four::ConnectFour;

use crate::rules::GAME;

#[test]
fn connect_four_conforms() {
    check(&GAME, include_str!("data/perft.tsv"), include_str!("data/endings.tsv"));
}

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<ConnectFour>(1, 4, None), 100);
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The kit calls it with references.
fn swapped(_: &ConnectFour, board: &Pieces) -> Pieces {
    let [first, second] = board.sets;
    Pieces { sets: [second, first], side: !board.side }
}

fn check(game: &ConnectFour, perft_table: &str, known_endings: &str) {
    let kit = Conformance { perft_table, known_endings, swapped: Some(swapped), ..Conformance::new(game) };
    kit.assert();
}

#[test]
fn a_small_board_conforms() {
    let [perft, endings] = [include_str!("data/perft_5x4.tsv"), include_str!("data/endings_5x4.tsv")];
    check(&ConnectFour::variant("5x4").expect("a size"), perft, endings);
}
