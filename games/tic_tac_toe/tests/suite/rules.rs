//! Texts of positions and moves, and the length of the game's source.

use plywright::prelude::*;
use plywright::testkit::play_line;
use plywright_tic_tac_toe::TicTacToe;

#[test]
fn squares_are_named_from_the_bottom_left() {
    let board = play_line(&TicTacToe, &["a1", "c3", "B2"]);
    assert_eq!(TicTacToe.position_text(&board), "..o/.x./x..");
    assert_eq!(board.side(), Side::Second);
    assert!(TicTacToe.parse_move(&board, "a1").is_err());
}

#[test]
fn impossible_positions_are_refused_with_a_reason() {
    for (text, reason) in [
        ("", "3 rows"),
        ("x.o/.x.", "3 rows"),
        ("x.o/.x./..", "3 cells"),
        ("x.o/.x./....", "3 cells"),
        ("x.o.x./...", "3 rows"),
        ("x.o/.X./...", "one of .xo"),
        ("x.ö/.x./...", "one of .xo"),
        ("xx./.../...", "in turn, x first"),
        ("o../.../...", "in turn, x first"),
        ("xxx/ooo/...", "in a row"),
        ("xxx/oo./o..", "in a row"),
        ("ooo/xx./x.x", "in a row"),
    ] {
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
