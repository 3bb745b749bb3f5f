//! The puzzles that come with the game, proven again by a plain search of the rules.

use plywright::testkit::prove_puzzles;
use plywright_hex::Hex;

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Hex>(1, 2, None), 39);
}
