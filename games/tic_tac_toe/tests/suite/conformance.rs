//! The framework's test kit on tic-tac-toe.

use plywright::testkit::assert_conforms;
use plywright_tic_tac_toe::TicTacToe;

/// Published perft counts; other tests check all depths.
const PERFT: &str = "\
.../.../...\t1\t9
.../.../...\t2\t72
.../.../...\t6\t54720
";

#[test]
fn tic_tac_toe_conforms() {
    assert_conforms(&TicTacToe, PERFT);
}
