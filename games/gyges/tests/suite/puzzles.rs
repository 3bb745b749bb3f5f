//! Puzzles of the game: a search of all lines proves that each has a single right move.

use plywright::testkit::prove_puzzles;
use plywright_gyges::Gyges;

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Gyges>(1, 2, None), 68);
}
