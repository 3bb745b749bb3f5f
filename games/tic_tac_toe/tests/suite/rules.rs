//! Known counts of tic-tac-toe: of 255,168 games the first player wins 131,184, the second 77,904, and 46,080
//! are drawn.

use plywright::prelude::*;
use plywright::testkit::play_line;
use plywright::{perft, perft_making_leaves};
use plywright_tic_tac_toe::TicTacToe;

#[test]
fn perft_of_the_empty_board() {
    const COUNTS: [u64; 9] = [9, 72, 504, 3_024, 15_120, 54_720, 148_176, 200_448, 127_872];
    let start = TicTacToe.start();
    for (depth, count) in (1..).zip(COUNTS) {
        assert_eq!(perft(&TicTacToe, &start, depth), count, "depth {depth}");
        assert_eq!(perft_making_leaves(&TicTacToe, &start, depth), count, "depth {depth}");
    }
    assert_eq!(perft(&TicTacToe, &start, 10), 0);
}

/// Adds every continuation to the counts of first-side wins, second-side wins and draws.
fn count_games(board: Pieces, counts: &mut [u32; 3]) {
    let mut moves = Moves::new();
    match TicTacToe.moves(&board, &mut moves) {
        Some(Ending::Win(side)) => counts[side.index()] += 1,
        Some(_) => counts[2] += 1,
        None => {
            for square in moves {
                let mut next = board;
                TicTacToe.play(&mut next, square);
                count_games(next, counts);
            }
        }
    }
}

#[test]
fn there_are_255_168_games() {
    let mut counts = [0; 3];
    count_games(TicTacToe.start(), &mut counts);
    assert_eq!(counts, [131_184, 77_904, 46_080]);
    assert_eq!(counts.iter().sum::<u32>(), 255_168);
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

/// The game is an example for authors, so its code stays short: lines that are neither blank nor comments.
#[test]
fn the_whole_game_is_short() {
    let is_code = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with("//");
    let lines = include_str!("../../src/lib.rs").lines().filter(is_code).count();
    assert!(lines <= 50, "{lines} lines");
}
