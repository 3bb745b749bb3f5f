//! Tests of tic-tac-toe: the framework's test kit, texts of positions and moves, and the length of the game's source.

mod forced_wins;

use plywright::prelude::*;
use plywright::testkit::{Conformance, play_line, rows};
use plywright_tic_tac_toe::TicTacToe;

#[test]
fn tic_tac_toe_conforms() {
    let known_endings = "xxx/oo./...\tfirst\nxx./ooo/x..\tsecond\nxox/xox/oxo\tdraw\n.../.x./...\topen\n";
    let kit = Conformance {
        perft_table: include_str!("data/perft.tsv"),
        known_endings,
        swapped: Some(|_, board: &Pieces| Pieces { sets: [board.sets[1], board.sets[0]], side: !board.side }),
        ..Conformance::new(&TicTacToe)
    };
    kit.assert();
}

#[test]
fn squares_are_named_from_the_bottom_left() {
    let board = play_line(&TicTacToe, &["a1", "c3", "B2"]);
    assert_eq!(TicTacToe.position_text(&board), "..o/.x./x..");
    assert_eq!(board.side(), Side::Second);
    assert!(TicTacToe.parse_move(&board, "a1").is_err());
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    for [text, reason] in rows(include_str!("data/refused.tsv")) {
        let error = TicTacToe.parse_position(text).expect_err(text).to_string();
        assert!(error.contains(reason), "{text}: {error}");
    }
}

/// The game is an example for authors, so its code must stay short. Blank lines and comments are not counted.
#[test]
fn the_whole_game_is_short() {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let lines = include_str!("../../src/lib.rs").lines().filter(is_code).count();
    assert!(lines <= 50, "{lines} lines");
}
