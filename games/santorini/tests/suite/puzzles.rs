//! The puzzles that come with the game.

use plywright::testkit::prove_puzzles;
use plywright_santorini::Santorini;

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Santorini>(1, 2, None), 54);
}
