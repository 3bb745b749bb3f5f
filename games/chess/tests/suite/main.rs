//! Tests of chess: published perft counts, conformance, texts, draws and wins.

mod openings;
mod texts;

use plywright::testkit::{Conformance, prove_puzzles};
use plywright::{Notation, Playable};
use plywright_chess::{Chess, Position};

/// Counts from the Chess Programming Wiki, page "Perft Results": the start position and positions 2 to 6.
const PERFT: &str = include_str!("../data/perft.tsv");
/// Counts from the Chess Programming Wiki, page "Chess960 Perft Results": the first five positions.
const PERFT_960: &str = include_str!("../data/perft_960.tsv");

const ENDINGS: &str = include_str!("../data/endings.tsv");

/// Beginning of one more row for [`ENDINGS`]: a position in which castling mates. [`check`] adds the text of the move,
/// because chess and Chess960 write castling differently.
const CASTLING: &str = "5k2/R7/8/1B6/8/8/6R1/4K2R w K - 0 1\t";

/// Returns the position with the ranks in reverse order and the colours exchanged. The rules treat both colours alike.
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

/// Runs the test kit. `castling` is the text of the move that mates in the position [`CASTLING`].
fn check(game: &Chess, perft_table: &str, castling: &str) {
    let known_endings = &format!("{ENDINGS}{CASTLING}{castling}\tfirst\n");
    let kit = Conformance {
        perft_table,
        known_endings,
        swapped: Some(swapped),
        games: 60,
        ..Conformance::new(game)
    };
    kit.assert();
}

fn chess_960() -> Chess {
    Chess::variant("chess960").expect("a variant")
}

#[test]
fn each_puzzle_has_one_right_move() {
    assert_eq!(prove_puzzles::<Chess>(1, 2, None), 63);
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
