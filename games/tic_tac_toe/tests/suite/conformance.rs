//! Runs the framework's test kit on tic-tac-toe.

use plywright::Pieces;
use plywright::testkit::Conformance;
use plywright_tic_tac_toe::TicTacToe;

/// Published perft counts. The last row counts the games that fill the board: 127,872 of all 255,168 games.
const PERFT: &str = "\
.../.../...\t1\t9
.../.../...\t2\t72
.../.../...\t3\t504
.../.../...\t4\t3024
.../.../...\t5\t15120
.../.../...\t6\t54720
.../.../...\t7\t148176
.../.../...\t8\t200448
.../.../...\t9\t127872
";

#[test]
fn tic_tac_toe_conforms() {
    let known_endings = "xxx/oo./...\tfirst\nxx./ooo/x..\tsecond\nxox/xox/oxo\tdraw\n.../.x./...\topen\n";
    let kit = Conformance {
        perft_table: PERFT,
        known_endings,
        swapped: Some(|_, board: &Pieces| Pieces { sets: [board.sets[1], board.sets[0]], side: !board.side }),
        ..Conformance::new(&TicTacToe)
    };
    kit.assert();
}
