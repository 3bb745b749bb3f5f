//! Puzzles of the game: a search of all lines proves that each has a single right move.

use plywright::testkit::prove_puzzles;
use plywright_hex::Hex;

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Hex>(1, 2, None), 39);
}
