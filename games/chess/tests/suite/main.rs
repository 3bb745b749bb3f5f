//! Tests of chess: published perft counts, conformance, texts, draws and wins.

mod openings;
mod puzzles;
mod texts;

use plywright::Playable;
use plywright::testkit::{Conformance, assert_conforms};
use plywright_chess::Chess;

/// Counts from the Chess Programming Wiki, page "Perft Results": the start position and positions 2 to 6.
const PERFT: &str = include_str!("../data/perft.tsv");
/// Counts from the Chess Programming Wiki, page "Chess960 Perft Results": the first five positions.
const PERFT_960: &str = include_str!("../data/perft_960.tsv");

/// Endings by the laws of chess: mates, stalemates and dead positions, positions that are not over, threefold
/// repetition, which knights reach in eight moves, and fifty moves of each side without a capture or a pawn's move.
const ENDINGS: &str = "\
rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\tsecond
7k/6Q1/6K1/8/8/8/8/8 b - - 0 1\tfirst
6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\topen
7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\tdraw
8/8/8/8/8/1k6/1p6/1K6 w - - 0 1\tdraw
4k3/8/8/8/8/8/8/4K3 w - - 0 1\tdraw
4k3/8/8/8/8/8/8/4KN2 w - - 0 1\tdraw
4k3/8/8/8/8/8/8/4KB2 b - - 0 1\tdraw
4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1\tdraw
4kb2/8/8/8/8/8/8/4KB2 w - - 0 1\topen
4k3/8/8/8/8/8/8/4KNN1 w - - 0 1\topen
4kn2/8/8/8/8/8/8/4KB2 w - - 0 1\topen
4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\topen
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tg1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8\tdraw
rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\tg1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1\topen
4k3/8/8/8/8/8/8/4KNN1 w - - 99 80\te1d1\tdraw
4k3/8/8/8/8/8/8/4KNN1 w - - 98 80\te1d1\topen
4k3/8/8/8/8/8/P7/4KNN1 w - - 99 80\ta2a3 e8e7\topen
";

fn chess_960() -> Chess {
    Chess::variant("chess960").expect("a variant")
}

#[test]
fn chess_conforms() {
    let game = Chess::default();
    Conformance { perft_table: PERFT, known_endings: ENDINGS, ..Conformance::new(&game) }.assert();
}

#[test]
fn chess960_conforms() {
    assert_conforms(&Chess::variant("chess960-0").expect("a variant"), PERFT_960);
}
