//! The framework's test kit on connect four.

use plywright::conformance::assert_conforms;
use plywright_connect_four::ConnectFour;

/// Known counts of move sequences from the empty board; the deeper ones are in the other tests.
const PERFT: &str = "\
......./......./......./......./......./....... x\t1\t7
......./......./......./......./......./....... x\t4\t2401
......./......./......./......./......./....... x\t7\t823536
";

#[test]
fn connect_four_conforms() {
    assert_conforms(&ConnectFour, PERFT);
}
