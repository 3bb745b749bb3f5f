//! Tests of chess: published perft counts, conformance, texts, draws and wins.

mod puzzles;
mod texts;

use plywright::Playable;
use plywright::testkit::assert_conforms;
use plywright_chess::Chess;

/// Counts from the Chess Programming Wiki, page "Perft Results": the start position and positions 2 to 6.
const PERFT: &str = include_str!("../data/perft.tsv");
/// Counts from the Chess Programming Wiki, page "Chess960 Perft Results": the first five positions.
const PERFT_960: &str = include_str!("../data/perft_960.tsv");

fn chess_960() -> Chess {
    Chess::variant("chess960").expect("a variant")
}

#[test]
fn chess_conforms() {
    assert_conforms(&Chess::default(), PERFT);
}

#[test]
fn chess960_conforms() {
    assert_conforms(&Chess::variant("chess960-0").expect("a variant"), PERFT_960);
}
