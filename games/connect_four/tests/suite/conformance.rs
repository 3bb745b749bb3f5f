//! Runs the framework's test kit on connect four.

use plywright::testkit::Conformance;
use plywright::{Pieces, Playable};
use plywright_connect_four::ConnectFour;

use crate::rules::GAME;

/// Three published perft counts from the empty board.
const PERFT: &str = "\
......./......./......./......./......./....... x\t1\t7
......./......./......./......./......./....... x\t4\t2401
......./......./......./......./......./....... x\t7\t823536
";

/// Fours in a column, in a row and on a diagonal, and columns that are full without a four.
const ENDINGS: &str = "\
......./......./......./......./......./....... x\t1 2 1 2 1 2 1\tfirst
......./......./......./......./......./....... x\t7 1 1 2 2 3 3 4\tsecond
......./......./......./......./......./....... x\t1 2 2 3 3 4 3 4 4 6 4\tfirst
......./......./......./......./......./....... x\t1 1 1 1 1 1\topen
";

#[test]
fn connect_four_conforms() {
    check(&GAME, PERFT, ENDINGS);
}

#[allow(clippy::trivially_copy_pass_by_ref)] // The kit calls it with references.
fn swapped(_: &ConnectFour, board: &Pieces) -> Pieces {
    let [first, second] = board.sets;
    Pieces { sets: [second, first], side: !board.side }
}

fn check(game: &ConnectFour, perft_table: &str, known_endings: &str) {
    let kit = Conformance { perft_table, known_endings, swapped: Some(swapped), ..Conformance::new(game) };
    kit.assert();
}

/// Perft counts worked out by hand: four in a row takes seven moves, and the fifth move is the first that can
/// meet a full column.
#[test]
fn a_small_board_conforms() {
    const PERFT: &str = "\
...../...../...../..... x\t1\t5
...../...../...../..... x\t4\t625
...../...../...../..... x\t5\t3120
";
    const ENDINGS: &str = "\
...../...../...../..... x\t1 2 1 2 1 2 1\tfirst
...../...../...../..... x\t5 4 3 3 1 2 4 2\topen
";
    check(&ConnectFour::variant("5x4").expect("a size"), PERFT, ENDINGS);
}
