//! Runs the framework's test kit on connect four.

use plywright::Playable;
use plywright::testkit::assert_conforms;
use plywright_connect_four::ConnectFour;

use crate::rules::GAME;

/// Three published perft counts from the empty board.
const PERFT: &str = "\
......./......./......./......./......./....... x\t1\t7
......./......./......./......./......./....... x\t4\t2401
......./......./......./......./......./....... x\t7\t823536
";

#[test]
fn connect_four_conforms() {
    assert_conforms(&GAME, PERFT);
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
    assert_conforms(&ConnectFour::variant("5x4").expect("a size"), PERFT);
}
