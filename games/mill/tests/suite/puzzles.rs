//! The puzzles that come with the game, proven again by a plain search of the rules.

use plywright::Playable;
use plywright::testkit::prove_puzzles;
use plywright_mill::Mill;

/// Goals of wins and draws are compared with the tables. Forced wins are proven by a search without tables.
#[test]
fn each_puzzle_has_one_right_move() {
    let oracle = Mill::default().options().oracle().expect("built-in tables");
    assert_eq!(prove_puzzles::<Mill>(1, 3, Some(&*oracle)), 165);
}
