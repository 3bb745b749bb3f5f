//! Tests that each puzzle of the game has a single right move, by a search of all lines.

use plywright::testkit::prove_puzzles;
use plywright_breakthrough::Breakthrough;

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Breakthrough>(1, 3, None), 86);
}
