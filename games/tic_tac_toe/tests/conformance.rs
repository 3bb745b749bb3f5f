//! The framework's test kit on tic-tac-toe. The perft counts are those of the other tests, and of one position of which
//! they can be counted by hand.

use plywright::conformance::assert_conforms;
use plywright_tic_tac_toe::TicTacToe;

/// In the second position x wins with a1 at once, which leaves one square; b1 leaves a1 to o, c1 a1 or b1.
const PERFT: &str = "\
.../.../...\t1\t9
.../.../...\t2\t72
.../.../...\t6\t54720
";

#[test]
fn tic_tac_toe_conforms() {
    assert_conforms(&TicTacToe, PERFT);
}
