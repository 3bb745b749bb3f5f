//! Each puzzle of the game has a single right move.

use plywright::Playable;
use plywright::testkit::prove_puzzles;
use plywright_mill::Mill;

/// Wins within a number of moves are proven by a search of all lines, other goals by the tables.
#[test]
fn each_puzzle_has_one_right_move() {
    let oracle = Mill::default().options().oracle().expect("built-in tables");
    assert_eq!(prove_puzzles::<Mill>(1, 3, Some(&*oracle)), 165);
}
