//! The puzzles that come with the game, proven again by a plain search of the rules.

use plywright::testkit::prove_puzzles;
use plywright_chess::Chess;

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Chess>(1, 2, None), 63);
}
