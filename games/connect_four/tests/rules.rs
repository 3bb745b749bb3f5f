//! The rules of connect four against numbers known from elsewhere.

use plywright::{Game, perft};
use plywright_connect_four::ConnectFour;

#[test]
fn perft_of_the_empty_board() {
    const COUNTS: [u64; 10] =
        [7, 49, 343, 2_401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646];
    for (depth, count) in (1..).zip(COUNTS) {
        let t = std::time::Instant::now();
        assert_eq!(perft(&ConnectFour, &ConnectFour.start(), depth), count, "depth {depth}");
        println!("{depth} {:?}", t.elapsed());
    }
}
