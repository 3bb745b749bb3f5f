//! The puzzles that come with the game.

use plywright::testkit::prove_puzzles;
use plywright_gyges::Gyges;

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Gyges>(1, 2, None), 68);
}
