//! Tests of chess: published perft counts, conformance, texts, draws and wins.

mod openings;
mod puzzles;
mod texts;

use plywright::testkit::Conformance;
use plywright::{Notation, Playable};
use plywright_chess::{Chess, Position};

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

/// Castling that mates, before the name of the move: the two variants write it differently.
const CASTLING: &str = "5k2/R7/8/1B6/8/8/6R1/4K2R w K - 0 1\t";

/// Returns the position with the board turned upside down and the colours exchanged.
fn swapped(game: &Chess, position: &Position) -> Position {
    let text = game.position_text(position);
    let fields: Vec<&str> = text.split(' ').collect();
    let rows: Vec<&str> = fields[0].split('/').rev().collect();
    let exchanged = |text: &str| -> String {
        let exchange = |letter: char| {
            if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
        };
        text.chars().map(exchange).collect()
    };
    let mut rights: Vec<char> = exchanged(fields[2]).chars().collect();
    rights.sort_unstable();
    let (side, rights) = (if fields[1] == "w" { "b" } else { "w" }, rights.iter().collect::<String>());
    let en_passant = fields[3].replace('3', "x").replace('6', "3").replace('x', "6");
    let clocks = fields[4..].join(" ");
    let text = format!("{} {side} {rights} {en_passant} {clocks}", exchanged(&rows.join("/")));
    game.parse_position(&text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn check(game: &Chess, perft_table: &str, castling: &str) {
    let known_endings = &format!("{ENDINGS}{CASTLING}{castling}\tfirst\n");
    let kit = Conformance { perft_table, known_endings, swapped: Some(swapped), ..Conformance::new(game) };
    kit.assert();
}

fn chess_960() -> Chess {
    Chess::variant("chess960").expect("a variant")
}

#[test]
fn chess_conforms() {
    check(&Chess::default(), PERFT, "e1g1");
}

#[test]
fn chess960_conforms() {
    let game = Chess::variant("chess960-0").expect("a variant");
    check(&game, &format!("{PERFT}{PERFT_960}"), "e1h1");
}
